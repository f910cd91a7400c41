#!/usr/bin/env bash
# Sourced by the scripts beside it: the names of the images, and what handles them.
#
#   REGISTRY  such as registry.example/team; push.sh needs it
#   TAG       the version of gpuflame by default
#   ENGINE    buildah, podman or docker: the first that is installed. buildah and podman need
#             no daemon, and no root where the user has ranges in /etc/subuid and /etc/subgid
#
# Where containers may not nest, buildah works with BUILDAH_ISOLATION=chroot and
# STORAGE_DRIVER=vfs in the environment.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [ -z "${ENGINE:-}" ]; then
  for ENGINE in buildah podman docker none; do
    ! command -v "$ENGINE" >/dev/null || break
  done
  [ "$ENGINE" != none ] || { echo "$0: install buildah, podman or docker" >&2 && exit 1; }
fi
TAG=${TAG:-$(sed -n 's/^VERSION *:*= *//p' "$root/Makefile")}

# name IMAGE: that of the tool or of the library
name() {
  case $1 in
  tool) echo "${REGISTRY:-localhost}/gpuflame:$TAG" ;;
  inject) echo "${REGISTRY:-localhost}/gpuflame-inject:$TAG" ;;
  *) echo "$0: expected tool or inject, not '$1'" >&2 && return 1 ;;
  esac
}

# in_container IMAGE "SOURCE:PATH SOURCE:PATH" COMMAND...: run it with these folders mounted
in_container() {
  local image=$1 mount container status=0 options=()
  for mount in $2; do options+=(-v "$mount"); done
  shift 2
  if [ "$ENGINE" = buildah ]; then
    container=$(buildah from --pull-never "$image")
    buildah run "${options[@]}" "$container" -- "$@" || status=$?
    buildah rm "$container" >/dev/null
    return "$status"
  fi
  "$ENGINE" run --rm "${options[@]}" --entrypoint "$1" "$image" "${@:2}"
}
