#!/usr/bin/env bash
# Check that the images made by build.sh work: deploy/image/test.sh [tool] [inject]
# The tool draws a picture as the program of this machine does; the library arrives in a
# volume, is complete, and its loader accepts it.
# shellcheck source=deploy/image/engine.sh
. "$(dirname "$0")/engine.sh"
[ $# -gt 0 ] || set -- tool inject
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for kind in "$@"; do
  case $kind in
  tool)
    printf 'step;forward;gemm 3000\nstep;backward;gemm 4000\n' >"$work/run.folded"
    in_container "$(name tool)" "$work:/data" /usr/bin/gpuflame /data/run.folded -o /data/there.svg
    "$root/build/release/gpuflame" "$work/run.folded" -o "$work/here.svg"
    cmp "$work/there.svg" "$work/here.svg"
    ;;
  inject)
    chmod 1777 "$work" # as an emptyDir of Kubernetes
    in_container "$(name inject)" "$work:/opt/gpuflame" /bin/cp /libgpuflame.so /opt/gpuflame/
    LD_PRELOAD=$work/libgpuflame.so /bin/true 2>"$work/said"
    [ -s "$work/libgpuflame.so" ] && [ ! -s "$work/said" ]
    ;;
  *) name "$kind" ;;
  esac
  echo "$(name "$kind"): works"
done
