#!/usr/bin/env bash
# The libraries of the static build: libraries.sh FOLDER ARCH (x86-64 or aarch64).
# FOLDER/ARCH gets musl-gcc, which compiles against musl, with lib/ and include/ for the command,
# and glibc/libsqlite3.a for libgpuflame.so. The sources are Debian's, checked against
# sources.sha256: fetched by apt, from the mirror of this machine or MIRROR, or found in
# FOLDER/sources. Root is not needed; gcc is, for ARCH, and tclsh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/sources"
folder=$(cd "$1" && pwd)
case $2 in
x86-64) debian=amd64 triplet=x86_64-linux ;;
aarch64) debian=arm64 triplet=aarch64-linux ;;
*) echo "$0: $2: expected x86-64 or aarch64" >&2 && exit 2 ;;
esac
gcc=$triplet-gnu-gcc
command -v "$gcc" >/dev/null || { echo "$0: no $gcc: apt-get install gcc-${triplet/_/-}-gnu" >&2 && exit 1; }
command -v tclsh >/dev/null || { echo "$0: no tclsh, which puts SQLite's sources together: apt-get install tcl" >&2 && exit 1; }

# --- sources ---------------------------------------------------------------------
# apt with lists of its own, so that the machine's stay as they are
fetch() {
  local mirror=${MIRROR:-}
  # shellcheck disable=SC2016 # apt fills these in
  [ -n "$mirror" ] || mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' \
    'Created-By: Packages' | sed -n 's/^Debian //p' | head -n 1)
  [ -n "$mirror" ] || { echo "$0: apt knows no mirror of Debian: MIRROR=URL names one" >&2 && exit 1; }
  mkdir -p "$folder/apt/"{parts,lists/partial,cache/archives/partial}
  echo "deb $mirror bookworm main
deb-src $mirror bookworm main" >"$folder/apt/parts/debian.list"
  local options=(-qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$folder/apt/parts"
    -o "Dir::State::Lists=$folder/apt/lists" -o "Dir::Cache=$folder/apt/cache" -o APT::Sandbox::User=
    -o APT::Architectures::=amd64 -o APT::Architectures::=arm64)
  apt-get "${options[@]}" update
  (cd "$folder/sources" && apt-get "${options[@]}" source --download-only sqlite3 pcre2 zlib libzstd &&
    apt-get "${options[@]}" download musl-dev:amd64 musl-dev:arm64)
}
(cd "$folder/sources" && sha256sum --status -c "$here/sources.sha256" 2>/dev/null) || fetch
(cd "$folder/sources" && sha256sum --quiet -c "$here/sources.sha256")

# --- musl ------------------------------------------------------------------------
out=$folder/$2
rm -rf "$out"
mkdir -p "$out/"{src,lib,include,glibc}
dpkg-deb -x "$folder/sources/"musl-dev_*_"$debian".deb "$out/musl"
musl=$out/musl/usr/lib/$triplet-musl
# as musl-gcc.specs, for programs that are static and at any address
sed -e "s#/usr/\(lib\|include\)/#$out/musl/usr/\1/#g" -e 's|%{!shared: \(.*\)Scrt1.o}|\1rcrt1.o|' \
  -e 's|^-dynamic-linker .*|-nostdlib -static -pie --no-dynamic-linker -z text|' "$musl/musl-gcc.specs" >"$out/specs"
printf '#!/bin/sh\nexec %s "$@" -specs %s/specs\n' "$gcc" "$out" >"$out/musl-gcc"
chmod +x "$out/musl-gcc"

# --- libraries -------------------------------------------------------------------
while read -r _ file; do
  [[ $file != *.orig.* ]] || tar xf "$folder/sources/$file" -C "$out/src"
done <"$here/sources.sha256"
# archive COMPILER LIBRARY FLAG... -- SOURCE...
archive() {
  local compiler=$1 library=$2 flags=() source
  shift 2
  while [ "$1" != -- ]; do flags+=("$1") && shift; done
  shift
  rm -rf objects && mkdir objects
  for source; do
    echo "$compiler -O2 -fPIC -w -ffunction-sections -fdata-sections ${flags[*]@Q} -c $source -o objects/$(basename "$source").o"
  done | xargs -d '\n' -P "$(nproc)" -I{} sh -c '{}'
  ar rcsD "$library" objects/*.o
}
cd "$out/src/sqlite3-"*
{ ./configure --disable-tcl --disable-readline && make sqlite3.c; } >"$out/sqlite.log" 2>&1
cp sqlite3.h "$out/include"
sqlite=(-DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_MATH_FUNCTIONS -- sqlite3.c)
archive "$out/musl-gcc" "$out/lib/libsqlite3.a" "${sqlite[@]}"
archive "$gcc" "$out/glibc/libsqlite3.a" "${sqlite[@]}"
cd "$out/src/zlib-"*
cp zlib.h zconf.h "$out/include"
archive "$out/musl-gcc" "$out/lib/libz.a" -DHAVE_UNISTD_H -- *.c
cd "$out/src/zstd-"*/lib
cp zstd.h zstd_errors.h "$out/include"
archive "$out/musl-gcc" "$out/lib/libzstd.a" -DZSTD_DISABLE_ASM -- common/*.c decompress/*.c
# after NON-AUTOTOOLS-BUILD
shopt -s extglob
cd "$out/src/pcre2-"*/src
cp pcre2.h.generic pcre2.h && cp config.h.generic config.h && cp pcre2_chartables.c.dist pcre2_chartables.c
cp pcre2.h "$out/include"
archive "$out/musl-gcc" "$out/lib/libpcre2-8.a" -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC \
  -DSUPPORT_JIT -DSUPPORT_UNICODE -DHAVE_MEMMOVE -- \
  pcre2_!(dftables|fuzzsupport|jit_match|jit_misc|jit_test|printint|ucptables).c
