#!/usr/bin/env bash
# gpuflame of the tool's image, on the files of this folder: deploy/image/run.sh ARGUMENT...
# such as: deploy/image/run.sh run7 -o flame.svg
# shellcheck source=deploy/image/engine.sh
. "$(dirname "$0")/engine.sh"
in_container "$(name tool)" "$PWD:/data" /usr/bin/gpuflame "$@"
