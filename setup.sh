#!/usr/bin/env bash
# Install the missing packages that gpuflame needs. `setup.sh build` for building,
# `setup.sh test` for that and for running the tests and lint, or the tests of $SUITES
# alone. Where it cannot install, it prints what is missing by Debian's names.
set -euo pipefail

missing=()
asked=no

# need PACKAGE TEST...: the Debian package is missing when the test fails.
need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || [[ " ${missing[*]} " == *" $package "* ]] || missing+=("$package")
}
has_library() { pkg-config --exists "$1"; }
has_command() { command -v "$1" >/dev/null; }
has_browser() {
  has_command chromium-headless-shell || has_command chromium || has_command google-chrome
}
has_fuzzer() {
  echo 'int main(void) { return 0; }' |
    clang -fsanitize=address,fuzzer-no-link -x c - -o /dev/null
}
has_suite() { [ -z "${SUITES:-}" ] || [[ " $SUITES " == *" $1 "* ]]; }
has_archive() { test -e "$(gcc -print-file-name="$1")"; }

need_for_building() {
  need gcc has_command gcc
  need make has_command make
  need libc6-dev test -e /usr/include/stdio.h
  # Without pkg-config every library counts as missing, which does no harm to those that are there.
  need pkg-config has_command pkg-config
  need libsqlite3-dev has_library sqlite3
  need libpcre2-dev has_library libpcre2-8
  need zlib1g-dev has_library zlib
  need libzstd-dev has_library libzstd # optional: make builds without it
  # the capture library holds these two, linked statically
  need libsqlite3-dev has_archive libsqlite3.a
  need g++ has_archive libsupc++.a
}

need_for_testing() {
  need git has_command git
  need libcmocka-dev has_library cmocka
  need python3 has_command python3
  need jq has_command jq
  need libxml2-utils has_command xmllint
  need libxml2-dev has_library libxml-2.0
  need procps has_command ps
  need zstd has_command zstd
  if has_suite browser; then
    need nodejs has_command node
    need npm has_command npm
    need chromium has_browser
  fi
  # Asked for by name alone: it takes what a cluster takes.
  if [ -n "${SUITES:-}" ] && has_suite fleet; then
    PATH=$PATH:/usr/sbin:/sbin
    need slurm-wlm has_command slurmctld
    need munge has_command munged
    need openmpi-bin has_command mpirun
    need environment-modules test -e /usr/share/modules/init/bash
    need buildah has_command buildah
    need mmdebstrap has_command mmdebstrap
    # where systemd runs, it would be started
    [ -d /run/systemd/system ] || need docker-registry has_command docker-registry
  fi
  # lint and fuzzing
  [ -z "${SUITES:-}" ] || return 0
  need clang has_command clang
  need_clang_runtimes
  need clang-format has_command clang-format
  need clang-tidy has_command clang-tidy
  need cppcheck has_command cppcheck
  need shellcheck has_command shellcheck
  need groff-base has_command groff
}

# clang's runtimes are packages of their own, with the version of the clang that is there
# or that apt would install.
need_clang_runtimes() {
  local version
  if has_command clang; then
    version=$(clang -dumpversion | cut -d. -f1)
  else
    version=$(apt-cache depends clang 2>/dev/null | grep -om1 'clang-[0-9]*') || return 0
    version=${version#clang-}
  fi
  need "libclang-rt-$version-dev" has_fuzzer
}

# Whether apt can install the package; Ubuntu has no chromium beside its snap.
is_offered() { [[ $(apt-cache policy "$1") =~ Candidate:\ [^\(] ]]; }

# as_root COMMAND...: by sudo where that is there
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# explain PACKAGE...: when nothing can be installed from here
explain() {
  {
    if has_command apt-get; then
      echo "setup: packages are missing; as root, run:"
      echo "  apt-get update && apt-get install -y --no-install-recommends $*"
    else
      echo "setup: please install these packages (Debian's names), then run this again:"
      echo "  $*"
    fi
    echo "setup: libraries of conda, spack or the like are found with these, P their prefix:"
    echo "  export PKG_CONFIG_PATH=P/lib/pkgconfig; make RECORD=no LDFLAGS=-Wl,-rpath,P/lib"
  } >&2
  exit 1
}

install_missing() {
  local package offered=()
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! has_command apt-get || { [ "$(id -u)" -ne 0 ] && ! has_command sudo; }; then
    explain "${missing[@]}"
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
    apt-get install -y -qq --no-install-recommends "${offered[@]}" >/dev/null ||
    explain "${offered[@]}"
}

# Chromium's headless shell runs the browser tests in two thirds of Chromium's CPU time. It is
# optional, so nothing is asked and nobody waits for it.
install_headless_shell() {
  if has_command chromium-headless-shell || ! has_command apt-get || [ "$(id -u)" -ne 0 ] ||
    ! is_offered chromium-headless-shell; then
    return 0
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Acquire::Retries=0 -o Acquire::http::Timeout=10 chromium-headless-shell >/dev/null 2>&1 ||
    echo "setup: chromium-headless-shell cannot be installed; browser tests use Chromium" >&2
}

has_packages() {
  local package
  for package in playwright-core speedscope eslint; do
    [ -d "node_modules/$package" ] || return 1
  done
}

install_packages() {
  [ -f package-lock.json ] && ! has_packages || return 0
  has_command npm || return 0
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
  if has_suite browser; then install_headless_shell; fi
  need_for_building
  need_for_testing
  install_missing
  # its lists may have been empty before
  [ -n "${SUITES:-}" ] || need_clang_runtimes
  install_missing
  if has_suite browser; then install_packages; fi
  ;;
*)
  echo "usage: setup.sh [build|test]" >&2
  exit 2
  ;;
esac
