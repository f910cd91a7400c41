#!/usr/bin/env bash
# Build images from what `make` has built: deploy/image/build.sh [tool] [inject]
#   tool    gpuflame on Debian's libraries, to read captures where they are stored
#   inject  libgpuflame.so and a static cp, for pods; the library needs only glibc 2.17. After
#           `make static` the static gpuflame, too, for start and stop in a pod
# The rootfs is Debian's, of this machine's suite, by mmdebstrap; MIRROR may name a mirror.
# The variables are in engine.sh.
# shellcheck source=deploy/image/engine.sh
. "$(dirname "$0")/engine.sh"
[ $# -gt 0 ] || set -- tool inject
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# debian PACKAGE...: their files and those of what they need, in $work/root, without docs
debian() {
  mmdebstrap --quiet --variant=extract --include="$(tr ' ' , <<<"$*")" "$suite" "$work/root.tar" \
    ${MIRROR:+"$MIRROR"}
  mkdir -p "$work/root"
  tar -C "$work/root" -xf "$work/root.tar" --exclude='./usr/share/*' --exclude='./dev/*'
}

library() {
  [ -e "$root/build/release/libgpuflame.so" ] ||
    { echo "$0: no libgpuflame.so: run make with CUDA_HOME set" >&2 && exit 1; }
  install -D -m 644 "$root/build/release/libgpuflame.so" "$1"
  strip --strip-unneeded "$1"
}

# image NAME LINE...: of $work/root, with these lines of a Dockerfile
image() {
  local name=$1
  shift
  {
    printf 'FROM scratch\nCOPY root /\n'
    printf '%s\n' "$@"
  } >"$work/Dockerfile"
  "$ENGINE" build --quiet -t "$name" -f "$work/Dockerfile" "$work" >/dev/null
  echo "$name"
}

for kind in "$@"; do
  name=$(name "$kind")
  rm -rf "$work/root"
  case $kind in
  tool)
    debian libc6 libgcc-s1 libsqlite3-0 libpcre2-8-0 libzstd1 zlib1g busybox-static
    install -D "$root/build/release/gpuflame" "$work/root/usr/bin/gpuflame"
    strip "$work/root/usr/bin/gpuflame"
    library "$work/root/usr/lib/libgpuflame.so"
    for applet in sh ls cat cp mkdir rm tar env sleep; do ln -sf busybox "$work/root/bin/$applet"; done
    install -d -m 1777 "$work/root/tmp"
    image "$name" 'WORKDIR /data' 'ENTRYPOINT ["/usr/bin/gpuflame"]'
    ;;
  inject)
    debian busybox-static
    mv "$work/root" "$work/debian"
    install -D "$work/debian/bin/busybox" "$work/root/bin/cp"
    library "$work/root/libgpuflame.so"
    files='"/libgpuflame.so"'
    static=$root/build/static/gpuflame-$TAG-linux-$(uname -m | tr _ -)/bin/gpuflame
    if [ -e "$static" ]; then
      install "$static" "$work/root/gpuflame"
      files+=', "/gpuflame"'
    fi
    image "$name" 'USER 65534' "CMD [\"/bin/cp\", $files, \"/opt/gpuflame/\"]"
    ;;
  esac
done
