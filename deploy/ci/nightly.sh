#!/bin/sh
# nightly.sh OUT HISTORY RUN [option of gpuflame diff]...
#
# For a nightly job: compare RUN with the runs in the folder HISTORY, as review.sh does, and add it there,
# as a small file named by date and commit: the time per step if it has training steps. The last $KEEP
# runs are kept (default 30, at least 7). The first run passes; while there are fewer than seven,
# conditions on noise pass, and so do those that match nothing. A slow run is kept, too; one that cannot
# be compared is not, nor one of another number of ranks than the last: then the status is 1. After such a
# change on purpose, begin a new HISTORY. With --strict, a run that lacks a rank is refused likewise.
set -eu
[ $# -ge 3 ] || {
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
out=$1 history=$2 run=$3
shift 3
gpuflame=${GPUFLAME:-gpuflame} keep=${KEEP:-30}
[ "$keep" -ge 7 ] || {
  echo "nightly.sh: KEEP is '$keep': noise is known from 7 runs on" >&2
  exit 2
}
commit=$(printf %.8s "${GITHUB_SHA:-${CI_COMMIT_SHA:-}}")
name=$(date -u +%Y-%m-%d-%H%M%S)${commit:+-$commit}.folded
mkdir -p "$out" "$history"
today=$out/$name
rm -f "$out"/*.folded "$out/diff.md" "$out/diff.svg" # of an earlier run
strict=
for option in "$@"; do
  [ "$option" != --strict ] || strict=--strict
done
"$gpuflame" collapse -q ${strict:+"$strict"} --normalize steps "$run" -o "$today"
ranks=1
[ ! -d "$run" ] || ranks=$("$gpuflame" stats -q -r rank_sum -f csv "$run" | sed 1d | grep -c .) || true
known=$(cat "$history/ranks" 2>/dev/null || echo "$ranks")
[ "$ranks" = "$known" ] || {
  echo "nightly.sh: '$run' has $ranks ranks, and the runs in '$history' have $known: they cannot be compared" >&2
  exit 1
}
before=$(find "$history" -maxdepth 1 -name '*.folded' | wc -l)
[ "$before" -ge 7 ] || case ${FAIL_IF:-}$* in
*[\<\>]*) set -- --allow-missing "$@" ;; # there is a condition
esac
status=0
if [ "$before" -gt 0 ]; then
  sh "$(dirname "$0")/review.sh" --history "$out" "$history" "$today" "$@" || status=$?
else
  echo "nightly.sh: the first run in '$history': there is nothing to compare it with" >&2
fi
case $status in
0 | 3)
  mv "$today" "$history"
  [ ! -d "$run" ] || echo "$ranks" >"$history/ranks"
  ;;
esac
find "$history" -maxdepth 1 -name '*.folded' | sort -r | sed "1,${keep}d" | while IFS= read -r old; do
  rm -f "$old"
done
exit "$status"
