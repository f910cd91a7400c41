#!/usr/bin/env bash
# Refuse the phrases of phrases.txt (extended regular expressions, one per line) in what users
# read: README.md, docs/, the unreleased part of CHANGELOG.md, and the strings and headers of cmd/
# and of the other rooms.
set -uo pipefail
here=$(dirname "$0")
found=$(
  git ls-files --cached --others --exclude-standard -- README.md CONTRIBUTING.md 'docs/*.md' 'docs/man/*' '*.h' |
    grep -v '^tests/' | xargs -d '\n' grep -nHiEf "$here/phrases.txt"
  sed '/^## \[*[0-9]/,$d' CHANGELOG.md | grep -niEf "$here/phrases.txt" | sed 's/^/CHANGELOG.md:/'
  git ls-files --cached --others --exclude-standard -- '*.c' | grep -v '^tests/' |
    xargs -d '\n' grep -nHiEf "$here/phrases.txt" | grep '"'
)
[ -z "$found" ] || {
  echo "phrases that read badly (tests/lint/phrases.txt):"
  echo "$found"
  exit 1
}
