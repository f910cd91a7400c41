#!/usr/bin/env bash
# Records of each version of CUPTI, whose sizes differ, over many buffers, played as run.sh plays scripts.
set -u
B=$1
scripts=$(mktemp -d)
trap 'rm -rf "$scripts"' EXIT
plays=()
for version in 13 14 15 16 17 18 19 21 24 130000 130100 130300 140000; do
  cat >"$scripts/stride_$version.play" <<END
#version $version
cuinit
push a
repeat 3000
launch 7 k1
memcpy 1 3
memset 2
launch1 5 k2
again
pop
memcpy 10 9
END
  plays+=("$scripts/stride_$version")
done
"$(dirname "$0")/run.sh" "$B" "${plays[@]}"
