#!/usr/bin/env bash
# The tests of Python functions and PyTorch where CPython has sys.monitoring: Debian 13, with Python 3.13
# and PyTorch for the CPU: tests/systems/python_root.sh BUILD-FOLDER [bench]. Its root is made by
# mmdebstrap once, in PYTHON_ROOT (build/python-root, 1.2 GB). With "bench", bench/python.sh runs there.
# Needs root, and Debian's mirror: the one of this machine's apt, or MIRROR.
set -eu
B=$1
what=${2:-tests}
root=${PYTHON_ROOT:-build/python-root}
if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null || [ ! -e "$B/libgpuflame.so" ]; then
  echo "ok - Python 3.13 # SKIP root, mmdebstrap and $B/libgpuflame.so are needed"
  exit 0
fi
# shellcheck disable=SC2016 # apt fills these in
mirror=${MIRROR:-$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' \
  2>/dev/null | sed -n 's/^Debian //p' | head -n 1)}
if [ ! -e "$root/usr/bin/python3" ]; then
  mkdir -p "$(dirname "$root")"
  if ! mmdebstrap --variant=apt --include=python3-torch,libpcre2-8-0,libsqlite3-0 \
    --aptopt='Acquire::Check-Valid-Until "false"' \
    trixie "$root.new" "deb $mirror trixie main" >"$root.log" 2>&1; then
    rm -rf "$root.new"
    echo "ok - Python 3.13 # SKIP mmdebstrap failed, see $root.log"
    exit 0
  fi
  mv "$root.new" "$root"
fi
rm -rf "$root/src"
mkdir -p "$root/src"
tar cf - tests/report.sh tests/capture tests/fixtures/gpt bench/python* "$B/libgpuflame.so" "$B/gpuflame" "$B/mkdb" "$B/mock" |
  tar xf - -C "$root/src"
command="tests/capture/run.sh $B python_test python_stacks_test pytorch_test torchrun_test"
[ "$what" != bench ] || command="bench/python.sh $B"
# /proc goes with the namespace
# shellcheck disable=SC2016 # $0 and $1 are the inner shell's
unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "cd /src && $1"' "$root" "$command"
