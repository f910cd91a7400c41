#!/usr/bin/env bash
# gpuflame-VERSION-linux-ARCH.tar.xz in FOLDER: the command, static, against musl; libgpuflame.so
# against glibc 2.17; manuals, completions, scripts, licences and install.sh.
# static.sh FOLDER VERSION [x86-64|aarch64], from the root of a checkout; see libraries.sh.
set -euo pipefail
arch=${3:-$(uname -m | tr _ -)}
package=$(dirname "$0")
mkdir -p "$1"
folder=$(cd "$1" && pwd)
work=$folder/$arch
[ -e "$work/lib/libpcre2-8.a" ] || "$package/libraries.sh" "$folder" "$arch"
name=gpuflame-$2-linux-$arch
root=$folder/$name
built() { # CC FILE FLAG...
  local cc=$1 file=$2
  shift 2
  make --no-print-directory -j"$(nproc)" B="$work/build" CC="$cc" ZSTD=libzstd PACKAGE_CFLAGS="-isystem $work/include" \
    CFLAGS="-ffile-prefix-map=$PWD=." "$@" "$work/build/$file"
}
"$work/musl-gcc" -std=c11 -O3 -fPIC -ffreestanding -fno-tree-loop-distribute-patterns -c "$package/memory.c" -o "$work/memory.o"
# linked anew: make does not know that it is made of these
rm -f "$work/build/gpuflame"
built "$work/musl-gcc" gpuflame LDFLAGS=-Wl,--gc-sections \
  PACKAGE_LIBS="$work/memory.o -L$work/lib -lsqlite3 -lpcre2-8 -lz -lzstd"
built "$(sed -n 's/^exec \([^ ]*\) .*/\1/p' "$work/musl-gcc") -B$work/glibc/" libgpuflame.so
rm -rf "$root"
make --no-print-directory install-files B="$work/build" CAPTURE="$work/build/libgpuflame.so" DESTDIR="$root" \
  PREFIX=/usr/local >/dev/null
mv "$root/usr/local/"* "$root"
rm -r "${root:?}/usr"
strip=$(sed -n 's/^exec \([^ ]*\)-gcc .*/\1/p' "$work/musl-gcc")-strip
"$strip" "$root/bin/gpuflame"
"$strip" --strip-unneeded "$root/lib/libgpuflame.so"
install -m 755 "$package/install.sh" "$root"
mkdir "$root/share/gpuflame/licences"
cp LICENSE "$root/share/gpuflame/licences/gpuflame"
cp "$work/src/zlib-"*/LICENSE "$root/share/gpuflame/licences/zlib" 2>/dev/null ||
  sed -n '/Copyright/,/\*\//p' "$work/src/zlib-"*/zlib.h >"$root/share/gpuflame/licences/zlib"
cp "$work/src/zstd-"*/LICENSE "$root/share/gpuflame/licences/zstd"
cp "$work/src/pcre2-"*/LICENCE "$root/share/gpuflame/licences/pcre2"
cp "$work/src/sqlite3-"*/LICENSE.md "$root/share/gpuflame/licences/sqlite"
cp "$work/musl/usr/share/doc/musl-dev/copyright" "$root/share/gpuflame/licences/musl"
cp "/usr/share/doc/libstdc++-"*-dev/copyright "$root/share/gpuflame/licences/libsupc++" 2>/dev/null || :
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner \
  --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" -cJf "$folder/$name.tar.xz" "$name"
(cd "$folder" && sha256sum "$name.tar.xz")
