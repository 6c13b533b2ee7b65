#!/usr/bin/env bash
# Plays a small event of each kind, all eight games among them, makes a report of each and uses the pages in headless Chromium as
# a reader would (experiments/browser/check_report.py): loaded from the disk, plots present, the replayer stepped.
#
#   results/reports.sh [--install] [PICTURES]
#
# --install fetches Debian's chromium, chromium-driver and python3-selenium first (as root). PICTURES is a directory for pictures
# of the pages.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${1:-} == --install ]]; then
  shift
  apt-get install -y chromium chromium-driver python3-selenium fonts-dejavu-core >/dev/null
fi
FORT=${FORT:-target/release/fort}
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT

# A command of fort, and a report of what it leaves in a directory of this name.
report() {
  local name=$1
  shift
  "$FORT" "$@" --out "$SCRATCH/$name" >"$SCRATCH/$name.txt"
  "$FORT" report "$SCRATCH/$name" | sed "s|$SCRATCH/||"
}
search=alphabeta:nodes=1000
report chess match chess --player $search --player alphabeta:nodes=700 --games 2000 --openings random:4 --sprt elo0=0,elo1=40
report checkers match checkers --player $search --player alphabeta:nodes=500 --games 288 --openings ballots
report forte match forte --player $search --player alphabeta:nodes=1000,without=prover --games 100
report forte-tournament match forte --tournament --player alphabeta:depth=3 --player alphabeta:depth=2 --games 40
report force3 match force3 --player perfect --player $search --player greedy --player random --games 40 --openings random:2
report swiss match force3 --format swiss:2 --player alphabeta:depth=1 --player alphabeta:depth=2 --player alphabeta:depth=3 \
  --player greedy --player random --games 8 --openings random:2
report backgammon match backgammon --player expectiminimax:plies=0 --player greedy --games 200
report backgammon-match match backgammon --rules match=5 --tournament --player expectiminimax:plies=0 --player greedy --games 20
report fortac match fortac --player expectiminimax:plies=1 --player greedy --games 200
report fortress survey fortress --deals 20000 --policies random,greedy,lookahead
report fortress-shortest survey fortress --deals 1000 --shortest=200000
report chessboard survey chessboard --deals 2000 --bases
# What was put together from parts has no journal.
"$FORT" survey fortress --deals 0..500 --out "$SCRATCH/a" >/dev/null
"$FORT" survey fortress --deals 500..1000 --out "$SCRATCH/b" >/dev/null
"$FORT" merge "$SCRATCH/a" "$SCRATCH/b" --out "$SCRATCH/merged" >/dev/null
"$FORT" report "$SCRATCH/merged" | sed "s|$SCRATCH/||"

chromium --version
experiments/browser/check_report.py ${1:+--pictures "$1"} "$SCRATCH"/*/report.html | sed "s|$SCRATCH/||"
