#!/usr/bin/env bash
# A real Slurm cluster of two nodes on this machine, which loses a node in the middle of a run; and GNU parallel with the
# same plans. What is merged in the end is compared with a run in one piece.
#
#   experiments/cluster/two_nodes.sh [--install] [survey|match|parallel]…      all three, if none is named
#
# As root, without systemd. --install gets the Debian packages slurm-wlm, munge and parallel first. Everything is in a
# scratch folder of its own ($SCRATCH, or a new one), with its own munge socket, and every process that was started here is
# ended here. FORT is the program; the sizes below suit two busy cores and may be given in SURVEY, MATCH and SHARDS.
set -euo pipefail
cd "$(dirname "$0")/../.."

FORT=${FORT:-target/release/fort}
SHARDS=${SHARDS:-12}
SURVEY=${SURVEY:-survey chessboard --deals 0..1200000 --rows}
MATCH=${MATCH:-match force3 --player alphabeta:nodes=2000 --player alphabeta:nodes=1000 --openings random:6 --games 60000}

if [[ ${1:-} == --install ]]; then
  shift
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge parallel >/dev/null
fi
for program in slurmctld slurmd munged parallel perl; do
  if ! command -v $program >/dev/null; then
    echo "two_nodes.sh: there is no $program; --install gets the Debian packages" >&2
    exit 2
  fi
done
if [[ $EUID != 0 || ! -x $FORT ]]; then
  echo "two_nodes.sh: run it as root, with FORT=PATH of the program; there is none at $FORT, or you are not root" >&2
  exit 2
fi

B=${SCRATCH:-$(mktemp -d /tmp/two_nodes.XXXXXX)}
mkdir -p "$B"
chmod 755 "$B"
# A program that is built again meanwhile would be another one.
cp "$FORT" "$B/fort"
FORT=$B/fort
declare -A started

say() { printf '%5d s  %s\n' "$SECONDS" "$*"; }

# start NAME COMMAND… starts a daemon whose process id is kept.
start() {
  local name=$1
  shift
  "$@" >"$B/$name.out" 2>&1 &
  started[$name]=$!
}

# has PROCESS VARIABLE tells whether the process was started with this variable.
has() { { tr '\0' '\n' <"/proc/$1/environ" | grep -qx "$2"; } 2>/dev/null; }

# tasks NODE prints the process ids of the tasks of this cluster's node, and of the job steps that hold them.
tasks() {
  local process parent
  [[ -n ${SLURM_CONF:-} ]] || return 0
  for process in /proc/[0-9]*; do
    process=${process#/proc/}
    if has "$process" "SLURMD_NODENAME=$1" && has "$process" "SLURM_CONF=$SLURM_CONF"; then
      echo "$process"
      parent=$(awk '/^PPid:/ { print $2 }' "/proc/$process/status" 2>/dev/null || true)
      if [[ -n $parent ]] && grep -q '^slurmstepd' "/proc/$parent/cmdline" 2>/dev/null; then echo "$parent"; fi
    fi
  done | sort -un
}

finish() {
  local code=$? node process
  set +e
  for node in w1 w2; do for process in $(tasks $node); do kill -9 "$process" 2>/dev/null; done; done
  for process in "${started[@]}"; do kill "$process" 2>/dev/null; done
  wait 2>/dev/null
  if [[ $code == 0 && -z ${SCRATCH:-} ]]; then rm -rf "$B"; else echo "left in $B" >&2; fi
  exit $code
}
trap finish EXIT

start_cluster() {
  local host
  host=$(hostname -s)
  export SLURM_CONF=$B/slurm.conf
  mkdir -p "$B/munge" "$B/ctl" "$B/spool-w1" "$B/spool-w2"
  head -c 128 /dev/urandom >"$B/munge/key"
  chmod 400 "$B/munge/key"
  chown -R munge "$B/munge"
  start munged runuser -u munge -- munged --foreground --force --key-file="$B/munge/key" --socket="$B/munge/socket" \
    --pid-file="$B/munge/pid" --log-file="$B/munge/log" --seed-file="$B/munge/seed"
  cat >"$SLURM_CONF" <<C
ClusterName=toy
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17010
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$B/munge/socket
StateSaveLocation=$B/ctl
SlurmdSpoolDir=$B/spool-%n
SlurmctldPidFile=$B/ctld.pid
SlurmdPidFile=$B/slurmd-%n.pid
SlurmctldLogFile=$B/ctld.log
SlurmdLogFile=$B/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdTimeout=20
MaxArraySize=10001
JobRequeue=1
NodeName=w1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17011 CPUs=2 RealMemory=4000
NodeName=w2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17012 CPUs=2 RealMemory=4000
PartitionName=toy Nodes=w1,w2 Default=YES MaxTime=INFINITE State=UP
C
  until [[ -S $B/munge/socket ]]; do sleep 0.2; done
  start slurmctld slurmctld -D
  sleep 2
  start_node w1
  start_node w2
  until [[ $(sinfo -h -t idle -o %D | tail -1) == 2 ]]; do sleep 0.5; done
  say "Slurm $(sinfo --version | cut -d' ' -f2), nodes: $(sinfo -h -N -o '%N %T' | paste -sd,)"
}

start_node() { start "$1" slurmd -N "$1" -D; }

kill_node() {
  local processes
  processes=$(tasks "$1")
  say "kill -9 of node $1: its slurmd, job steps and tasks ($(wc -w <<<"$processes") processes); the tasks that it was running:"
  squeue -h -w "$1" -o '            %F_%K %T' | sort | cut -c1-60
  kill -9 "${started[$1]}"
  wait "${started[$1]}" 2>/dev/null || true
  # shellcheck disable=SC2086 # a list
  kill -9 $processes 2>/dev/null || true
}

# digests DIRECTORY prints a digest of every final file and of the journal, without the times that games took.
digests() {
  local file
  for file in summary.json summary.txt census.json deals.csv; do
    if [[ -e $1/$file ]]; then printf '%s  %s\n' "$(sha256sum <"$1/$file" | cut -c1-32)" $file; fi
  done
  if [[ -e $1/games.csv ]]; then
    printf '%s  games.csv without seconds\n' "$(perl -MText::ParseWords -nle '
      my @cells = quotewords(",", 1, $_);
      @kept = grep { $cells[$_] !~ /^seconds/ } 0..$#cells if $. == 1;
      print join ",", @cells[@kept]' "$1/games.csv" | sha256sum | cut -c1-32)"
  fi
  printf '%s  journal, sorted, without times\n' \
    "$(sed 's/^[0-9a-f]* //; s/"micros":[0-9]*/"micros":0/g; s/"thought":\[[0-9,]*\]/"thought":0/g' "$1/journal" | sort | sha256sum | cut -c1-32)"
}

serial() {
  if [[ ! -d $B/$1-serial ]]; then
    # shellcheck disable=SC2086 # words
    "$FORT" $2 --out "$B/$1-serial" >/dev/null
    say "the same in one piece: fort $2"
  fi
}

# compare NAME PLAN merges PLAN and compares the files with those of the run in one piece.
compare() {
  "$FORT" merge --plan "$B/$2.json" --out "$B/$2-merged" >/dev/null
  digests "$B/$2-merged" >"$B/$2.digests"
  digests "$B/$1-serial" >"$B/$1-serial.digests"
  say "merged:"
  sed 's/^/            /' "$B/$2.digests"
  say "in one piece:"
  sed 's/^/            /' "$B/$1-serial.digests"
  cmp "$B/$2.digests" "$B/$1-serial.digests"
  say "EQUAL"
}

standing() { "$FORT" status --plan "$B/$1.json" | sed 's/^/            /'; }

# plan NAME COMMAND
plan() {
  # shellcheck disable=SC2086 # words
  (cd "$B" && ./fort plan --shards "$SHARDS" -o "$1.json" $2 | sed 's/^/            /')
}

queued() { squeue -h -j "$1" -o x 2>/dev/null | wc -l; }

# in_slurm NAME COMMAND
in_slurm() {
  local name=$1 job process victim missing
  say "== $name by Slurm: fort plan --shards $SHARDS $2"
  plan "$name" "$2"
  (cd "$B" && ./fort slurm --plan "$name.json" --mem 500M --time 30 >"$name.sh")
  job=$(sbatch --parsable "$B/$name.sh")
  say "sbatch $name.sh: job $job"
  # In the middle: both nodes work, and the killed one has finished something that must not be lost.
  until [[ $(squeue -h -w w1 -t R -o x | wc -l) -ge 2 && $(squeue -h -w w2 -t R -o x | wc -l) -ge 2 ]] &&
    [[ $(grep -c . "$B/$name".shards/shard-*.w1.*.partial 2>/dev/null | awk -F: '{ n += $NF > 3 } END { print n + 0 }') -ge 2 ]]; do
    sleep 0.3
  done
  kill_node w1
  standing "$name"
  # Between two tasks there is none.
  victim=
  while [[ -z $victim ]]; do
    for process in $(tasks w2); do
      if grep -q "^$FORT" "/proc/$process/cmdline" 2>/dev/null; then victim=$process; fi
    done
    [[ -n $victim ]] || sleep 0.1
  done
  kill -9 "$victim"
  say "kill -9 of a task on the healthy node w2, process $victim"
  serial "$name" "$2"
  until [[ $(sinfo -h -N -n w1 -o %T) == down* ]]; do sleep 1; done
  say "Slurm has seen it: $(sinfo -h -N -o '%N %T' | paste -sd,); requeued: $(squeue -h -j "$job" -o '%F_%K %T %r' | grep -c BeginTime || true)"
  until [[ $(queued "$job") == 0 ]]; do sleep 2; done
  say "the array is through; how its tasks ended: $(grep -hc 'done,' "$B/$name".shards/slurm-*.log | awk '{ n += $1 } END { print n }') done"
  standing "$name"
  missing=$("$FORT" status --plan "$B/$name.json" --missing --format slurm)
  if [[ -n $missing ]]; then
    start_node w1
    say "node w1 is started again; sbatch --array=$missing $name.sh"
    sbatch --wait --array="$missing" "$B/$name.sh" >/dev/null
    standing "$name"
  fi
  compare "$name" "$name"
}

# in_parallel NAME COMMAND: the same plan under another name.
in_parallel() {
  local name=$1 plan=$1-parallel runner children
  say "== $name by GNU parallel $(parallel --version | head -1 | awk '{ print $3 }')"
  plan "$plan" "$2"
  cd "$B"
  seq 0 $((SHARDS - 1)) >numbers
  parallel -j 4 --joblog "$plan.joblog" ./fort run --plan "$plan.json" --shard {} <numbers >"$plan.out" 2>&1 &
  runner=$!
  until [[ $("$FORT" status --plan "$plan.json" --json | perl -ne '/"done":(\d+)/ && print $1') -ge 2 ]]; do sleep 0.3; done
  children=$(for process in /proc/[0-9]*; do
    if { tr '\0' ' ' <"$process/cmdline" | grep -q "^./fort run --plan $plan.json "; } 2>/dev/null; then basename "$process"; fi; done)
  say "kill -9 of parallel and of its $(wc -w <<<"$children") tasks"
  # shellcheck disable=SC2086 # a list
  kill -9 $runner $children
  wait $runner 2>/dev/null || true
  standing "$plan"
  say "parallel --resume-failed"
  parallel -j 4 --joblog "$plan.joblog" --retries 3 --resume-failed ./fort run --plan "$plan.json" --shard {} <numbers >>"$plan.out"
  cd - >/dev/null
  standing "$plan"
  serial "$name" "$2"
  compare "$name" "$plan"
}

say "$("$FORT" --version), $(nproc) cores"
[[ $# -gt 0 ]] || set -- survey match parallel
case " $* " in *" survey "* | *" match "*) start_cluster ;; esac
for what; do
  case $what in
    survey) in_slurm survey "$SURVEY" ;;
    match) in_slurm match "$MATCH" ;;
    parallel)
      in_parallel survey "$SURVEY"
      in_parallel match "$MATCH"
      ;;
    *) echo "two_nodes.sh: $what: accepted are --install, survey, match, parallel" >&2 && exit 2 ;;
  esac
done
say "all digests are equal"
