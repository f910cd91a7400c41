#!/usr/bin/env bash
# Install what gpuflame needs and what is missing. `setup.sh build` for building,
# `setup.sh test` for that and for running the tests and lint.
set -euo pipefail

missing=()

# need PACKAGE TEST...: the Debian package is missing when the test fails.
need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}
has_library() { pkg-config --exists "$1"; }
has_command() { command -v "$1"; }
compiles_with() { echo 'int main(void) { return 0; }' | clang "$@" -x c - -o /dev/null; }

need_for_building() {
  need gcc has_command gcc
  need make has_command make
  need libc6-dev test -e /usr/include/stdio.h
  need pkg-config has_command pkg-config
  need libsqlite3-dev has_library sqlite3
  need libpcre2-dev has_library libpcre2-8
  need libxml2-dev has_library libxml-2.0
  need zlib1g-dev has_library zlib
}

need_for_testing() {
  need libcmocka-dev has_library cmocka
  need python3 has_command python3
  need clang has_command clang
  need clang-format has_command clang-format
  need clang-tidy has_command clang-tidy
  need cppcheck has_command cppcheck
  need shellcheck has_command shellcheck
  need nodejs has_command node
  need npm has_command npm
  has_command chromium >/dev/null || has_command google-chrome >/dev/null || missing+=(chromium)
  # clang's own runtimes, of the version that is installed
  if ! compiles_with -fsanitize=address,fuzzer-no-link; then
    local version
    version=$(clang -dumpversion 2>/dev/null | cut -d. -f1 || true)
    missing+=("libclang-rt-${version:-14}-dev")
  fi
}

install_missing() {
  if ! command -v apt-get >/dev/null; then
    echo "setup: please install these packages (Debian's names), then run this again:" >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
    command -v sudo >/dev/null || {
      echo "setup: as root, run: apt-get install ${missing[*]}" >&2
      exit 1
    }
  fi
  echo "setup: installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

case ${1:-build} in
build) need_for_building ;;
test)
  need_for_building
  need_for_testing
  ;;
*)
  echo "usage: setup.sh [build|test]" >&2
  exit 2
  ;;
esac
[ ${#missing[@]} -eq 0 ] || install_missing
if [ "${1:-build}" = test ] && [ -f package-lock.json ] && [ ! -d node_modules/playwright-core ]; then
  npm ci --silent
fi
