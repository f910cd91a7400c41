# Where the library is looked for, and the messages when it is absent or unusable.
# shellcheck disable=SC2016,SC2012
[ -z "${EMULATED:-}" ] || { echo "SKIP copies of the executable do not run under $EMULATED"; exit; }
fake=${FIXTURES%/fixtures}/fake
here() { sed "s|$PWD|HERE|g"; }
try() { "$@" 2>&1 >/dev/null | here; echo "status ${PIPESTATUS[0]}"; }
mkdir -p bin lib
cp "$(command -v gpuflame)" bin/gpuflame
echo "-- absent"
try bin/gpuflame record true
echo "-- in ../lib, as installed"
cp "$fake/libfake.so" lib/libgpuflame.so
bin/gpuflame record env 2>/dev/null | grep INJECTION64 | sort | here
echo "-- beside the executable"
cp "$fake/libfake.so" bin/libgpuflame.so
bin/gpuflame record env 2>/dev/null | grep INJECTION64 | sort | here
echo "-- named, by a relative path too"
GPUFLAME_LIBRARY=lib/libgpuflame.so bin/gpuflame record env 2>/dev/null | grep INJECTION64 | sort | here
echo "-- named and absent"
GPUFLAME_LIBRARY=nonesuch.so try bin/gpuflame record true
echo "-- no library"
echo text >bin/libgpuflame.so
try bin/gpuflame record true
echo "-- of another machine"
# e_machine, bytes 18 and 19 of the header: 0 is no machine
{ head -c 18 lib/libgpuflame.so; printf '\0\0'; tail -c +21 lib/libgpuflame.so; } >bin/libgpuflame.so
try bin/gpuflame record true
cp lib/libgpuflame.so bin/libgpuflame.so
echo "-- other profilers"
CUDA_INJECTION64_PATH=/opt/other.so LD_PRELOAD=/none/libToolsInjectionProxy64.so \
  try bin/gpuflame record true
CUDA_INJECTION64_PATH=$PWD/lib/../bin/libgpuflame.so try bin/gpuflame record true
