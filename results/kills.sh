#!/usr/bin/env bash
# A match of 2,000 games, killed with SIGKILL at 20 random moments and carried on each time, against the same match undisturbed:
# journal (as a set of lines), games.csv (without the columns seconds…), summary.json and summary.txt must be equal.
#
#   results/kills.sh [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."

FORT=${FORT:-target/release/fort}
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
RANDOM=${1:-1}
COMMAND=("$FORT" match force3 --player alphabeta:nodes=5000 --player alphabeta:nodes=5000,without=prover
         --games 2000 --openings random:4 --seed 5)

started=$(date +%s%N)
"${COMMAND[@]}" --out "$SCRATCH/whole" >/dev/null
took=$(( ($(date +%s%N) - started) / 1000000 ))
echo "undisturbed: 2000 games in $took ms, $(( 2000 * 1000 / took )) a second"

for number in $(seq 20); do
  "${COMMAND[@]}" --out "$SCRATCH/killed" >/dev/null 2>&1 &
  # From before the first game, since the program takes a moment to begin; in the mean a twentieth of the whole.
  wait_ms=$(( RANDOM % (took / 11 + 50) ))
  sleep "$(( wait_ms / 1000 )).$(printf '%03d' $(( wait_ms % 1000 )))"
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  games=$(( $(wc -l 2>/dev/null <"$SCRATCH/killed/journal" || echo 1) - 1 ))
  echo "kill $number: $games games in the journal"
done
"${COMMAND[@]}" --out "$SCRATCH/killed" >/dev/null

# What differs between two runs by nature: how long games took.
timeless() {
  case $1 in
    */journal) sed -E 's/^[0-9a-f]{8} //; s/"(micros)":[0-9]+/"\1":0/g; s/"thought":\[[0-9,]+\]/"thought":[]/g' "$1" | sort ;;
    */games.csv) python3 -c '
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
keep = [i for i, name in enumerate(rows[0]) if not name.startswith("seconds")]
for row in rows: print("|".join(row[i] for i in keep))' "$1" ;;
    *) cat "$1" ;;
  esac
}
for name in journal games.csv summary.json summary.txt; do
  one=$(timeless "$SCRATCH/whole/$name" | sha256sum | cut -c1-16)
  two=$(timeless "$SCRATCH/killed/$name" | sha256sum | cut -c1-16)
  echo "$name: undisturbed $one, killed $two"
  [[ $one == "$two" ]] || { echo "kills.sh: $name differs" >&2; exit 1; }
done
echo "equal"
