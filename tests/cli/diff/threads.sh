# Several runs: neither what is written nor what is reported, nor its order, depends on how many are
# read at once.
check() {
  local first='' now
  for jobs in 1 2 3 8; do
    now=$(gpuflame diff --jobs "$jobs" --summary "$@" 2>&1; echo "status $?")
    [ -n "$first" ] || first=$now
    [ "$now" = "$first" ] || echo "$*: --jobs $jobs differs"
  done
  echo "--- $*"
  printf '%s\n' "$first" | grep -E '^(gpuflame: |status )' | grep -v note:
}
cp "$FIXTURES"/{steps,oddities,deep}.sqlite .
printf 'a;b 10\na;c 5\n' >sums.folded
printf 'a;b\n' >wrong.folded
mkdir run ties
seq -f 'step;k%.0f 1' 30000 >ties/slow.folded # the others end before it
for i in 1 2 3; do seq -f 'step;k%.0f 2' $((i * 10)) -1 1 >"ties/slow$i.folded"; done
cp steps.sqlite run/rank0.sqlite
cp steps.sqlite run/rank2.sqlite
check steps.sqlite oddities.sqlite
check -f json --before steps.sqlite oddities.sqlite run --after sums.folded run steps.sqlite deep.sqlite
check --before oddities.sqlite missing.sqlite --after wrong.folded steps.sqlite
check --before oddities.sqlite wrong.folded --after missing.sqlite steps.sqlite
check --before steps.sqlite oddities.sqlite --after wrong.folded sums.folded --strict
check --before oddities.sqlite steps.sqlite --after sums.folded wrong.folded -o sums.folded
check -f json --before ties --after sums.folded
