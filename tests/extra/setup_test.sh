#!/usr/bin/env bash
# What setup.sh and make say where libraries are missing and nothing can be installed:
# setup_test.sh build/release. The only programs in PATH are those that they need, and an `id` that
# is not root.
set -u
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
failures=0
mkdir "$scratch/bin"
for program in bash sh dirname grep cut cat gcc make uname sed; do
  ln -s "$(command -v "$program")" "$scratch/bin/"
done
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/pkg-config"
printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
chmod +x "$scratch/bin/pkg-config" "$scratch/bin/id"

# says NAME STATUS PATTERN... -- COMMAND...: the status, and each pattern in exactly one line
says() {
  local name=$1 expected=$2 patterns=() pattern good=1
  shift 2
  while [ "$1" != -- ]; do
    patterns+=("$1")
    shift
  done
  shift
  number=$((number + 1))
  PATH=$scratch/bin "$@" >"$scratch/log" 2>&1
  [ $? -eq "$expected" ] || good=0
  for pattern in "${patterns[@]}"; do
    [ "$(grep -cE -- "$pattern" "$scratch/log")" -eq 1 ] || good=0
  done
  if [ "$good" -eq 1 ]; then
    echo "ok $number - $name"
  else
    echo "not ok $number - $name"
    sed 's/^/# /' "$scratch/log"
    failures=$((failures + 1))
  fi
}

says "the names of packages, without apt" 1 "Debian's names" '^  libsqlite3-dev libpcre2-dev zlib1g-dev' \
  'PKG_CONFIG_PATH=P/lib/pkgconfig' -- ./setup.sh build
says "make names make deps" 2 'run .make deps.' -- make -s "B=$scratch/build" RECORD=no
printf '#!/bin/sh\necho "run: $*" >&2\nexit 1\n' >"$scratch/bin/apt-get"
chmod +x "$scratch/bin/apt-get"
says "the whole line for root, once, and nothing is run" 1 \
  '^  apt-get update && apt-get install -y .*libsqlite3-dev .*zlib1g-dev.*libcmocka-dev .*libxml2-utils' \
  'apt-get' -- ./setup.sh test
[ "$failures" -eq 0 ]
