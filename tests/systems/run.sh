#!/usr/bin/env bash
# The README's two commands on bare systems: tests/systems/run.sh FOLDER [SYSTEM...]
# A system is a suite of Debian, or on trixie "arm64": cross-compiled, its tests run by
# qemu, or "musl": the converter alone, and the tests that need no recorder. "old-glibc" is
# Debian 11, where the capture library built here, in build/release, records the scripts of
# tests/capture. Each is made by mmdebstrap in a folder of its own under $TMPDIR, which goes when
# it is done; FOLDER gets SYSTEM.log. Needs root or user namespaces, and Debian's mirror: the one
# of this machine's apt, or MIRROR.
# The capture library is built too where CUDA_HOME has the headers of NVTX.
set -u
out=$1
shift
[ $# -gt 0 ] || set -- bookworm trixie testing arm64 musl old-glibc
command -v mmdebstrap >/dev/null || {
  echo "SKIP make systems: mmdebstrap is absent (apt-get install mmdebstrap)"
  exit 0
}
cd "$(dirname "$0")/../.." || exit 1
mkdir -p "$out"
source=$out/source.tar
git ls-files -z --cached --others --exclude-standard |
  tar --null --files-from - --ignore-failed-read -cf "$source" 2>/dev/null
nvtx=${CUDA_HOME:-/usr/local/cuda}/include/nvtx3
# shellcheck disable=SC2016 # apt fills these in
mirror=${MIRROR:-$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' \
  2>/dev/null | sed -n 's/^Debian //p' | head -n 1)}
[ -n "$mirror" ] || { echo "SKIP make systems: apt knows no mirror of Debian; MIRROR=URL names one" && exit; }

# make_system SYSTEM: all output goes to its log, which ends with a line "row: ..."
make_system() {
  local suite=$1 option options=(--variant=minbase "--include=make,ca-certificates")
  case $1 in
  arm64)
    suite=trixie
    options+=(--architectures="$(dpkg --print-architecture),arm64")
    ;;
  musl) suite=trixie ;;
  old-glibc)
    suite=bullseye
    options+=("--include=gcc,libc6-dev")
    ;;
  esac
  # a mirror may be behind
  options+=(--aptopt='Acquire::Check-Valid-Until "false"')
  while read -r option; do
    options+=(--aptopt="$option")
  done < <(apt-config dump --format '%f "%v";%n' Acquire::http::Proxy Acquire::https::Proxy)
  # shellcheck disable=SC2016 # $1 is the system's root, when the hook runs
  options+=(--customize-hook='mkdir -p "$1/src" "$1/usr/local/cuda/include"'
    --customize-hook="tar-in $source /src")
  [ ! -d "$nvtx" ] ||
    options+=(--customize-hook="cp -rL '$nvtx' \"\$1/usr/local/cuda/include\"")
  # a /proc that may be written, as elsewhere; it goes with its namespace
  # shellcheck disable=SC2016
  [ "$1" != old-glibc ] || options+=(
    --customize-hook="unshare --mount '$PWD/tests/systems/old_glibc.sh' '$PWD' \"\$1\"")
  # shellcheck disable=SC2016
  [ "$1" = old-glibc ] || options+=(--customize-hook='unshare --mount sh -c '\''mount -t proc proc "$0/proc"
    exec chroot "$0" bash /src/tests/systems/inside.sh "$SYSTEM"'\'' "$1"')
  SYSTEM=$1 mmdebstrap "${options[@]}" "$suite" /dev/null "deb $mirror $suite main" >"$out/$1.log" 2>&1
}

failed=0
row() { printf '%-10s %-8s %-8s %-8s %8s %7s  %s\n' "$@"; }
row system gcc zlib PCRE2 warnings seconds tests
for system in "$@"; do
  if [ "$system" = old-glibc ] && [ ! -e build/release/libgpuflame.so ]; then
    echo "SKIP old-glibc: there are no NVTX headers, and so no libgpuflame.so"
    continue
  fi
  begun=$SECONDS
  status=0
  make_system "$system" || status=1
  read -r gcc zlib pcre2 warnings tests < <(sed -n 's/^row: //p' "$out/$system.log")
  [ "${warnings:-1}" = 0 ] || status=1
  [ "$status" -eq 0 ] || failed=1
  row "$system" "${gcc:--}" "${zlib:--}" "${pcre2:--}" "${warnings:--}" \
    $((SECONDS - begun)) "${tests:-none}$([ "$status" -eq 0 ] || echo "; FAILED, see $out/$system.log")"
done
rm -f "$source"
exit "$failed"
