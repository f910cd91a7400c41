#!/usr/bin/env bash
# What setup.sh and make say where libraries are missing and nothing can be installed:
# setup_test.sh build/release. The only programs in PATH are those that they need, and an `id` that
# is not root.
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
mkdir "$work/bin"
for program in bash sh dirname grep cut cat gcc make uname sed; do
  ln -s "$(command -v "$program")" "$work/bin/"
done
printf '#!/bin/sh\nexit 1\n' >"$work/bin/pkg-config"
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
chmod +x "$work/bin/pkg-config" "$work/bin/id"

# says NAME STATUS PATTERN... -- COMMAND...: the status, and each pattern in exactly one line
says() {
  local name=$1 expected=$2 patterns=() pattern good=0
  shift 2
  while [ "$1" != -- ]; do
    patterns+=("$1")
    shift
  done
  shift
  PATH=$work/bin "$@" >"$work/log" 2>&1
  [ $? -eq "$expected" ] || good=1
  for pattern in "${patterns[@]}"; do
    [ "$(grep -cE -- "$pattern" "$work/log")" -eq 1 ] || good=1
  done
  report $good "$name"
}

says "the names of packages, without apt" 1 "Debian's names" '^  libsqlite3-dev libpcre2-dev zlib1g-dev' \
  'PKG_CONFIG_PATH=P/lib/pkgconfig' -- ./setup.sh build
says "make names make deps" 2 'run .make deps.' -- make -s "B=$work/build" RECORD=no
printf '#!/bin/sh\necho "run: $*" >&2\nexit 1\n' >"$work/bin/apt-get"
chmod +x "$work/bin/apt-get"
says "the whole line for root, once, and nothing is run" 1 \
  '^  apt-get update && apt-get install -y .*libsqlite3-dev .*zlib1g-dev.*libcmocka-dev .*libxml2-utils' \
  'apt-get' -- ./setup.sh test
exit "$failures"
