#!/bin/sh
# gitlab-note.sh OUT: puts OUT/diff.md, with OUT/diff.svg beside it, into the merge request of this job.
# $GITLAB_TOKEN is a token with the scope "api"; without one, or without a merge request, nothing is done.
set -eu
[ $# -eq 1 ] || {
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
[ -n "${GITLAB_TOKEN:-}" ] && [ -n "${CI_MERGE_REQUEST_IID:-}" ] || exit 0
project=$CI_API_V4_URL/projects/$CI_PROJECT_ID
# a header on the command line would be seen by every process of the machine
call() {
  printf 'header = "PRIVATE-TOKEN: %s"\n' "$GITLAB_TOKEN" | curl -sSf -K - "$@"
}
picture=$(call -F "file=@$1/diff.svg" "$project/uploads" |
  sed -n 's/.*"markdown" *: *"\([^"]*\)".*/\1/p')
{
  cat "$1/diff.md"
  printf '\n%s\n' "$picture"
} >"$1/note.md"
call -F "body=<$1/note.md" "$project/merge_requests/$CI_MERGE_REQUEST_IID/notes" >/dev/null
