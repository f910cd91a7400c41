#!/usr/bin/env bash
# Push the images that build.sh has made to $REGISTRY: deploy/image/push.sh [tool] [inject]
# Arguments after -- are for the engine, such as --tls-verify=false.
# shellcheck source=deploy/image/engine.sh
. "$(dirname "$0")/engine.sh"
[ -n "${REGISTRY:-}" ] || { echo "$0: set REGISTRY, such as registry.example/team" >&2 && exit 1; }
kinds=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  kinds+=("$1")
  shift
done
[ ${#kinds[@]} -gt 0 ] || kinds=(tool inject)
for kind in "${kinds[@]}"; do
  name=$(name "$kind")
  "$ENGINE" push "${@:2}" "$name"
  echo "$name"
done
