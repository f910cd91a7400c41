# A process that has the library, and can write neither to the status file nor a capture, may have
# used CUDA: it is not said that none did.
# shellcheck disable=SC2016
unshare -r -m sh -c 'mount -t tmpfs none /tmp' 2>/dev/null || { echo "SKIP no namespaces of mounts"; exit; }
[ -z "${EMULATED:-}" ] || { echo "SKIP /proc has the maps of the emulator"; exit; }
export GPUFLAME_LIBRARY=${FIXTURES%/fixtures}/fake/libfake.so
echo 'int cuda;' >cuda.c && cc -shared -fPIC cuda.c -o libcuda.so.1
mkdir hidden
TMPDIR=$PWD/hidden gpuflame record -o hidden/x unshare -r -m sh -c \
  'mount -t tmpfs none hidden; LD_PRELOAD="$PWD/libcuda.so.1 $GPUFLAME_LIBRARY" sleep 2.5' 2>&1 |
  sed "s|$PWD|HERE|; s/process [0-9][0-9]*/process PID/; s/status-[0-9][0-9]*-[A-Za-z0-9]*/status-FILE/"
