#!/usr/bin/env bash
# The studies of FORCE 3, FORTE and FORTAC: at least 20,000 fast games of each and 2,000 slower ones, played and studied.
#
#   results/studies.sh [force3|forte|tournament|fortac]…      all four, if none is named
#
# Journals go to $SCRATCH, where a match that was killed carries on; what is kept goes to results/. Players may be given
# by FORTE_FAST, FORTE_SLOW, FORTAC_FAST and FORTAC_SLOW, and other arguments of every match by MATCH ("--threads 1").
set -euo pipefail
cd "$(dirname "$0")/.."

FORT=${FORT:-target/release/fort}
SCRATCH=${SCRATCH:-results/scratch/studies}
FORTE_FAST=${FORTE_FAST:-alphabeta:nodes=2000}
FORTE_SLOW=${FORTE_SLOW:-alphabeta:nodes=50000}
FORTAC_FAST=${FORTAC_FAST:-expectiminimax:plies=1}
FORTAC_SLOW=${FORTAC_SLOW:-expectiminimax:plies=2}
MATCH=${MATCH:-}

if [[ ! -x $FORT ]]; then
  echo "studies.sh: there is no program $FORT; build it with cargo build --release, or say FORT=PATH" >&2
  exit 2
fi

# study NAME PLAYER ARGUMENT… plays a match of a player against himself and studies it into results/NAME.
study() {
  local name=$1 player=$2
  shift 2
  # shellcheck disable=SC2086 # MATCH is a list of arguments
  "$FORT" match "$@" --player "$player" --player "$player" $MATCH --out "$SCRATCH/$name" >/dev/null
  "$FORT" study "$SCRATCH/$name" --out "results/$name"
}

# Random openings: players without a choice would play one game over and over. FORCE 3 has 5,610 positions after four
# plies, fewer than there are pairs, so six. FORTE: as many random plies for both sides, and no quick win for either; where
# the first moves are compared, one random reply to each. In FORTAC the cards differ.
for game in ${@:-force3 forte tournament fortac}; do
  case $game in
    force3)
      study force3-selfplay/fast alphabeta:nodes=1000 force3 --games 20000 --openings random:6
      study force3-selfplay/slow alphabeta:nodes=20000 force3 --games 2000 --openings random:6
      ;;
    forte)
      study forte-selfplay/fast "$FORTE_FAST" forte --games 20000 --openings fair:4
      study forte-selfplay/slow "$FORTE_SLOW" forte --games 2000 --openings fair:4
      study forte-selfplay/replies "$FORTE_SLOW" forte --games 2000 --openings random:2
      ;;
    tournament)
      # More than four jousts a tournament.
      study forte-tournament/fast "$FORTE_FAST" forte --tournament --games 5000 --openings random:2
      study forte-tournament/slow "$FORTE_SLOW" forte --tournament --games 500 --openings random:2
      ;;
    fortac)
      study fortac-selfplay/fast "$FORTAC_FAST" fortac --games 20000
      study fortac-selfplay/slow "$FORTAC_SLOW" fortac --games 2000
      ;;
    *)
      echo "studies.sh: there is no study $game; accepted: force3 forte tournament fortac" >&2
      exit 2
      ;;
  esac
done
