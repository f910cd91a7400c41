#!/usr/bin/env bash
# Within a bare system, in a copy of the sources: tests/systems/inside.sh SYSTEM. Ends with
# "row: " and the versions, the number of warnings, and the results of the tests.
# shellcheck disable=SC2317 # step calls them
set -u
system=$1
cd /src || exit 1
log=$(mktemp)
status=0
compiler=gcc
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 CUDA_HOME=/usr/local/cuda
export SUITES="unit cli replay"

step() { "$@" 2>&1 | tee -a "$log" && [ "${PIPESTATUS[0]}" -eq 0 ] || status=1; }
add() { apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
libraries=(libsqlite3-dev libpcre2-dev zlib1g-dev)

# emulated PROGRAM...: have qemu run these programs. Tests that cannot pass that way look at
# EMULATED, and are skipped with the reason.
emulated() {
  local program
  for program in "$@"; do
    mv "$program" "$program.arm64" || return 1
    # shellcheck disable=SC2016 # for the script
    printf '#!/bin/sh\nexec qemu-aarch64 "%s.arm64" "$@"\n' "$PWD/$program" >"$program"
    chmod +x "$program"
  done
}

# With the cross compiler and the libraries of Debian for the other machine.
cross() {
  local cross=(make "-j$(nproc)" B=build/arm64 CC=aarch64-linux-gnu-gcc) programs
  apt-get update -qq
  # gcc and libc6-dev: a test compiles a program
  add gcc-aarch64-linux-gnu g++-aarch64-linux-gnu pkg-config "${libraries[@]/%/:arm64}" qemu-user \
    jq python3 libxml2-utils procps gcc libc6-dev || return 1
  "${cross[@]}" programs && mapfile -t programs < <(
    find build/arm64/{gpuflame,mkdb,json_tokens,converter,fake,mock} -type f -perm -u+x ! -name '*.so*'
  ) && emulated "${programs[@]}" && "${cross[@]}" fixtures &&
    tests/lint/glibc.sh build/arm64 && EMULATED=qemu-user tests/run.sh build/arm64 cli
}

# Debian has no libraries for musl: they are built from its sources, with what gpuflame uses of them.
libraries_for_musl() {
  local tarball
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >/etc/apt/sources.list.d/sources.list
  mkdir -p /musl && cd /musl && apt-get update -qq &&
    apt-get source --download-only --tar-only -qq sqlite3 pcre2 zlib || return 1
  for tarball in *.orig.tar.*; do tar xf "$tarball"; done
  (cd zlib-* && ./configure --static --prefix=/musl && make install) &&
    (cd pcre2-* && ./configure --prefix=/musl --disable-shared --enable-jit && make install) &&
    (cd sqlite3-* && ./configure --prefix=/musl --disable-shared --disable-tcl --disable-readline &&
      make lib_install sqlite3.h sqlite3.pc && cp sqlite3.h /musl/include &&
      cp sqlite3.pc /musl/lib/pkgconfig)
}

# The converter alone, without any header of glibc; the tests that need no recorder. The rest is as on
# macOS, too: what is compiled for Linux alone is left out, and awk and od are those of BSD.
with_musl() {
  local others="-U__linux__ -include /bsd.h -Dfpurge=__fpurge -Darc4random_buf=getentropy"
  apt-get update -qq
  add gcc musl-tools pkg-config xz-utils tcl jq python3 libxml2-utils procps original-awk bsdextrautils || return 1
  (export CC=musl-gcc CFLAGS="-O1 -fPIC -w" && libraries_for_musl >/musl.log 2>&1) ||
    { tail -n 30 /musl.log && return 1; }
  echo 'struct _IO_FILE; void __fpurge(struct _IO_FILE *);' >/bsd.h
  ln -s /usr/bin/original-awk /usr/local/bin/awk
  # shellcheck disable=SC2016 # for the script
  printf '#!/bin/sh\nexec hexdump -v -e "16/1 \\"%%4u\\" \\"\\\\n\\"" "$4"\n' >/usr/local/bin/od
  chmod +x /usr/local/bin/od
  make "-j$(nproc)" RECORD=no CC=musl-gcc PKG_CONFIG="pkg-config --static" CPPFLAGS="$others" programs fixtures &&
    readelf -l build/release-converter/gpuflame | grep -q 'interpreter: /lib/ld-musl' &&
    rm /usr/local/bin/{awk,od} && tests/run.sh build/release-converter converter
}

case $system in
arm64)
  compiler=aarch64-linux-gnu-gcc
  export PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig
  step cross
  ;;
musl)
  export PKG_CONFIG_LIBDIR=/musl/lib/pkgconfig
  step with_musl
  ;;
*)
  step make demo
  step make check
  ;;
esac
version() { pkg-config --modversion "$1" 2>/dev/null || echo -; }
tests=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
echo "row: $($compiler -dumpfullversion) $(version zlib) $(version libpcre2-8)" \
  "$(grep -cE '[0-9]: warning: ' "$log") ${tests:-compiled}"
exit "$status"
