#!/usr/bin/env bash
# 1,024 reports take no more memory than a few of them do, in every command.
set -u
B=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for rank in $(seq 0 1023); do
  ln -s "$B/fixtures/demo.sqlite" "$work/rank$rank.sqlite"
done
number=0 failed=0

# run OUTPUT FILES OPTION...: the most memory that it took, in KB
run() {
  local out=$1 files=$2
  shift 2
  # shellcheck disable=SC2086 # several files
  python3 - "$out" "$B/gpuflame" collapse -q "$@" $files <<'END'
import resource, subprocess, sys
with open(sys.argv[1], "w") as out:
    subprocess.run(sys.argv[2:], stdout=out, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

few=$(run "$work/few" "$(echo "$work"/rank[0-7].sqlite)")
# options, and by how much more than for eight files: ranks that are kept apart are output
for options in "0 --jobs 8" "0 --aggregate max" "0 --value idle" "24000 --by rank" "0 "; do
  room=${options%% *}
  options=${options#* }
  number=$((number + 1))
  # shellcheck disable=SC2086 # several options
  most=$(run "$work/all" "$(echo "$work"/rank*.sqlite)" $options)
  if [ "$most" -lt $((few + 12000 + room)) ]; then
    echo "ok $number - collapse $options: $most KB, of eight files $few KB"
  else
    echo "not ok $number - collapse $options: $most KB, of eight files $few KB"
    failed=1
  fi
done
number=$((number + 1))
if python3 -c 'import sys
for line in sys.stdin:
    stack, _, value = line.rpartition(" ")
    print(stack, int(value) * 128)' <"$work/few" | cmp - "$work/all"; then
  echo "ok $number - and all add up"
else
  echo "not ok $number - and all add up"
  failed=1
fi
echo "1..$number"
exit $failed
