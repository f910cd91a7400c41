#!/usr/bin/env bash
# Random sequences of calls, played through the mock as run.sh plays scripts: the
# capture agrees with the driver's own account, in both modes. SEEDS="5 6 7" plays those; `seq 1000`
# takes an hour.
set -u
B=$1
here=$(cd "$(dirname "$0")" && pwd)
scripts=$(mktemp -d)
trap 'rm -rf "$scripts"' EXIT
plays=()
for seed in ${SEEDS:-1 2 3 4 5 6 7 8 9 10}; do
  python3 "$here/random_calls.py" "$seed" >"$scripts/random_$seed.play"
  plays+=("$scripts/random_$seed")
done
"$here/run.sh" "$B" "${plays[@]}"
