#!/usr/bin/env bash
# Install what gpuflame needs and what is missing. `setup.sh build` for building,
# `setup.sh test` for that and for running the tests and lint. Where apt-get is
# absent, it says what is missing by the names that Debian has for it.
set -euo pipefail

missing=()
asked=no

# need PACKAGE TEST...: the Debian package is missing when the test fails.
need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}
has_library() { pkg-config --exists "$1"; }
has_command() { command -v "$1"; }
has_browser() { has_command chromium || has_command google-chrome; }
has_fuzzer() {
  echo 'int main(void) { return 0; }' |
    clang -fsanitize=address,fuzzer-no-link -x c - -o /dev/null
}
has_archive() { test -e "$(gcc -print-file-name="$1")"; }

need_for_building() {
  need gcc has_command gcc
  need make has_command make
  need libc6-dev test -e /usr/include/stdio.h
  # Without pkg-config every library counts as missing; one that is there is not harmed.
  need pkg-config has_command pkg-config
  need libsqlite3-dev has_library sqlite3
  need libpcre2-dev has_library libpcre2-8
  need libxml2-dev has_library libxml-2.0
  need libyajl-dev has_library yajl
  need zlib1g-dev has_library zlib
  # the capture library holds these two, linked statically
  need libsqlite3-dev has_archive libsqlite3.a
  need g++ has_archive libsupc++.a
}

need_for_testing() {
  need git has_command git
  need libcmocka-dev has_library cmocka
  need python3 has_command python3
  need jq has_command jq
  need clang has_command clang
  need clang-format has_command clang-format
  need clang-tidy has_command clang-tidy
  need cppcheck has_command cppcheck
  need shellcheck has_command shellcheck
  need groff-base has_command groff
  need nodejs has_command node
  need npm has_command npm
  need chromium has_browser
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "setup: as root, run: $*" >&2
    exit 1
  fi
}

# Whether apt can install the package; Ubuntu has no chromium beside its snap.
is_offered() { [[ $(apt-cache policy "$1") =~ Candidate:\ [^\(] ]]; }

install_missing() {
  local package offered=()
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "setup: please install these packages (Debian's names), then run this again:" >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
  fi
  [ $asked = yes ] || as_root apt-get update -qq ||
    echo "setup: apt-get update failed; going on with the lists that are there" >&2
  asked=yes
  for package in "${missing[@]}"; do
    if is_offered "$package"; then
      offered+=("$package")
    else
      echo "setup: apt has no package $package; what needs it is left out" >&2
    fi
  done
  missing=()
  [ ${#offered[@]} -gt 0 ] || return 0
  echo "setup: installing ${offered[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${offered[@]}" >/dev/null
}

# clang's runtimes are packages of their own, with the version of the clang that is there.
install_clang_runtimes() {
  local version
  version=$(clang -dumpversion 2>/dev/null | cut -d. -f1) || return 0
  [ -n "$version" ] || return 0
  need "libclang-rt-$version-dev" has_fuzzer
  install_missing
}

has_packages() {
  local package
  for package in playwright-core speedscope pprof-format eslint; do
    [ -d "node_modules/$package" ] || return 1
  done
}

install_packages() {
  [ -f package-lock.json ] && ! has_packages || return 0
  command -v npm >/dev/null || return 0
  npm ci --silent ||
    echo "setup: npm ci failed; the browser tests and eslint are skipped" >&2
}

cd "$(dirname "$0")"
case ${1:-build} in
build)
  need_for_building
  install_missing
  ;;
test)
  need_for_building
  need_for_testing
  install_missing
  install_clang_runtimes
  install_packages
  ;;
*)
  echo "usage: setup.sh [build|test]" >&2
  exit 2
  ;;
esac
