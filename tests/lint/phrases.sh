#!/usr/bin/env bash
# Refuse the phrases of phrases.txt (extended regular expressions, one per line) in what people
# read: documents, the unreleased part of CHANGELOG.md, messages, comments, and scripts with what
# they print. Prints the lines that have one.
set -uo pipefail
here=$(dirname "$0")
found=$(
  git ls-files --cached --others --exclude-standard -- README.md CONTRIBUTING.md Makefile setup.sh .ci \
    'docs/*.md' 'docs/man/*' '*.[ch]' '*.cu' '*.js' '*.py' '*.sh' '*.sql' '*.play' |
    grep -v '^tests/fuzz/corpus/' | xargs -d '\n' grep -nHiEf "$here/phrases.txt"
  sed '/^## \[*[0-9]/,$d' CHANGELOG.md | grep -niEf "$here/phrases.txt" | sed 's/^/CHANGELOG.md:/'
)
[ -z "$found" ] || {
  echo "phrases that read badly (tests/lint/phrases.txt):"
  echo "$found"
  exit 1
}
