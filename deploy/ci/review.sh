#!/bin/sh
# review.sh [--history] OUT BEFORE AFTER [option of gpuflame diff]...
#
# A comparison for a review: OUT/diff.md, to paste, and OUT/diff.svg, the picture. With --history,
# BEFORE is a folder of runs by time. Each line of $FAIL_IF is a condition (gpuflame-diff(1), --fail-if);
# the status is that of `gpuflame diff`: 3 if one holds, 1 if one cannot be judged. GitHub shows diff.md as
# the summary of the job. Options apply to the page and to the picture, so options of the picture alone are
# refused.
set -eu
way=
[ "${1:-}" != --history ] || {
  way=--history=
  shift
}
[ $# -ge 3 ] || {
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
out=$1 before=$2 after=$3
shift 3
gpuflame=${GPUFLAME:-gpuflame}
while IFS= read -r line; do
  [ -z "$line" ] || set -- "$@" --fail-if "$line"
done <<END
${FAIL_IF:-}
END
set -- "$@" "$way$before" "$after"
mkdir -p "$out"
rm -f "$out/diff.md" "$out/diff.svg" # of an earlier run
status=0
"$gpuflame" diff --limit 10 -o "$out/diff.md" "$@" || status=$?
[ -e "$out/diff.md" ] || exit "$status"
# the reasons have been printed
"$gpuflame" diff -q -o "$out/diff.svg" "$@" 2>/dev/null ||
  [ -e "$out/diff.svg" ] || status=1
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$out/diff.md" >>"$GITHUB_STEP_SUMMARY"
exit "$status"
