#!/usr/bin/env bash
# Images are built by buildah from Debian's packages, without a daemon, and a container that knows
# nothing of gpuflame is recorded with the library out of an image, as `gpuflame env` says.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
needs "images" buildah mmdebstrap
[[ $B == */release ]] || { skip "images" "images are made from build/release" && exit; }
[ "$(id -u)" -eq 0 ] || { skip "images" "containers run as root" && exit; }
image=$root/deploy/image
# A store of its own; containers as far as they go within a container.
export ENGINE=buildah BUILDAH_ISOLATION=chroot CONTAINERS_STORAGE_CONF=$work/storage.conf
unset REGISTRY TAG STORAGE_DRIVER
printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' "$work/graph" "$work/runroot" \
  >"$CONTAINERS_STORAGE_CONF"

# --- images ----------------------------------------------------------------------------------
if ! "$image/build.sh" >build.log 2>&1 &&
  grep -qE 'Could not resolve|Failed to fetch|Unable to connect|Temporary failure' build.log; then
  skip "images" "Debian's packages cannot be fetched"
  exit
fi
name_both() { cat build.log && grep -c '^localhost/gpuflame\(-inject\)\?:1.0.0$' build.log | grep -qx 2; }
check "images are built" name_both
check "the tool's image draws the same picture; the library of the other one loads" "$image/test.sh"

# The sizes that docs/CLUSTERS.md gives, in MB
is_small() {
  local size
  size=$(du -sm "$(buildah mount "$(buildah from "localhost/$1:1.0.0")")" | cut -f1)
  echo "$1: $size MB"
  [ "$size" -le "$2" ]
}
check "the library's image is small" is_small gpuflame-inject 4
check "the tool's image is small" is_small gpuflame 65

run_tool() {
  echo 'a;b 5' >in.folded
  "$image/run.sh" collapse in.folded | grep -x 'a;b 5'
}
check "run.sh: the tool's image on files of this folder" run_tool

# push_and_pull NAME: through a registry of one's own
push_and_pull() {
  local id name=$REGISTRY/$1:1.0.0
  printf 'version: 0.1\nstorage: {filesystem: {rootdirectory: %s}}\nhttp: {addr: "%s"}\n' \
    "$PWD/registry" "${REGISTRY%/*}" >registry.yml
  mkdir -p registry "$work/slurm"
  daemon docker-registry serve registry.yml
  for _ in $(seq 100); do
    (: <"/dev/tcp/${REGISTRY%%:*}/$port") 2>/dev/null && break
    sleep 0.1
  done
  buildah tag "localhost/$1:1.0.0" "$name"
  id=$(buildah images --no-trunc --format '{{.ID}}' "$name")
  "$image/push.sh" inject -- --tls-verify=false && buildah rmi "$name" &&
    buildah pull --tls-verify=false "$name" | tail -n 1 | grep -x "${id#sha256:}"
}
if command -v docker-registry >/dev/null; then
  port=$(free_ports 1)
  REGISTRY=127.0.0.1:$port/team check "push.sh: what is pulled from the registry is what was built" \
    push_and_pull gpuflame-inject
else
  skip "push.sh" "no docker-registry"
fi

# --- containers ------------------------------------------------------------------------------
# The image of a program: glibc, a shell, nothing of gpuflame.
make_plain() {
  local plain tool rootfs
  plain=$(buildah from scratch) && tool=$(buildah from localhost/gpuflame:1.0.0) &&
    rootfs=$(buildah mount "$tool") && rm "$rootfs/usr/bin/gpuflame" "$rootfs/usr/lib/libgpuflame.so" &&
    buildah copy -q "$plain" "$rootfs" / && buildah commit -q "$plain" localhost/plain &&
    buildah rm "$plain" "$tool"
}
check "an image without gpuflame" make_plain
# The program: NCCL's calls, of two versions; the mock of CUPTI is beside it.
mkdir mock
cp "$B/mock/nccl" "$B/mock/libcupti.so.13" mock
inside=("$PWD/mock:/mock:ro" GPUFLAME_CUPTI=/mock/libcupti.so.13)
GPUFLAME_CUPTI=$PWD/mock/libcupti.so.13 gpuflame record -o here.gpuflame mock/nccl 28 2>/dev/null
gpuflame collapse -q here.gpuflame >here.folded

# has_names FOLDER NAME...: all the files there; without the number of the process
has_names() {
  diff <(find "$1" -type f -printf '%f\n' | sed 's/\(rank.*\)-[0-9]*\.gpuflame$/\1.gpuflame/' | sort) \
    <([ $# -eq 1 ] || printf '%s\n' "${@:2}")
}
# is_recording FILE: its stacks are those of what record made of the program
is_recording() { gpuflame collapse -q "$1" | diff here.folded -; }

run_container() {
  local inject plain variable options=()
  mkdir -m 1777 library run7
  inject=$(buildah from localhost/gpuflame-inject:1.0.0) && plain=$(buildah from localhost/plain) &&
    buildah run -v "$PWD/library:/opt/gpuflame" "$inject" -- /bin/cp /libgpuflame.so /opt/gpuflame/
  while IFS= read -r variable; do options+=(--env "$variable"); done < <(gpuflame env --format docker)
  buildah run "${options[@]}" --env "${inside[1]}" --env RANK=3 --hostname h1 -v "${inside[0]}" \
    -v "$PWD/library:/opt/gpuflame:ro" -v "$PWD/run7:/gpuflame" "$plain" -- /mock/nccl 28 &&
    has_names run7 rank3-h1.gpuflame && is_recording run7/*
}
check "a container with the variables of gpuflame env is recorded" run_container

# The commands of docs/CLUSTERS.md; those of images are run above.
mkdir -p opt/lib
cp "$B/libgpuflame.so" opt/lib
commands=0
while IFS= read -r line; do
  commands=$((commands + 1))
  command=${line//\/usr\/local/$PWD/opt}
  check "$line" env PATH="$root/tests/fleet/buildah:$PATH" inside="${inside[*]}" \
    bash -c "${command/#deploy/$root/deploy}" </dev/null
done < <(awk '/^## / { on = /^## Containers$/ } !on { next } /^```sh/ { block = 1; next }
  /^```/ { block = 0 } block' "$root/docs/CLUSTERS.md" | grep -vE '^(REGISTRY=|deploy/image/(build|test))')
drawn() { [ "$commands" = 4 ] && cmp flame.svg there.svg; }
check "they draw the same picture" drawn
exit "$failures"
