# Why the library was not loaded: what is found before the run, and seen while it runs.
# shellcheck disable=SC2016
[ -z "${EMULATED:-}" ] || { echo "SKIP the loader of another machine does not run here"; exit; }
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE=$fake/fake_cuda FAKE_OPS=1
run() {
  echo "-- $*" | sed "s|$PWD|HERE|g; s|$fake|FAKE|g"
  gpuflame record -f -o run "$@" 2>&1 | sed "s|$PWD|HERE|g; s|$fake|FAKE|g; s/process [0-9][0-9]*/process PID/"
  echo "status ${PIPESTATUS[0]}"
}
echo "== glibc is too old"
# the library then needs versions that no system has
sed 's/GLIBC_2\.\([0-9]\)/GLIBC_9.\1/g' "$fake/libfake.so" >old.so
printf '#!/usr/bin/env sh\necho runs\n' >script && chmod +x script
for program in "$FAKE" ./script; do
  GPUFLAME_LIBRARY=$PWD/old.so run "$program" | sed 's/no GLIBC_9[0-9.]*/no GLIBC_N/'
done
echo "== a library that it needs is missing"
printf 'int there(void) { return 1; }\n' >there.c
printf 'int there(void); int InitializeInjection(void) { return there(); }\n' >needs.c
cc -shared -fPIC there.c -o libthere.so && cc -shared -fPIC needs.c -o needs.so -L. -lthere
GPUFLAME_LIBRARY=$PWD/needs.so run true
LD_LIBRARY_PATH=$PWD GPUFLAME_LIBRARY=$PWD/needs.so run true
echo "== commands that start programs elsewhere"
mkdir bin
for name in docker apptainer sudo bwrap; do printf '#!/bin/sh\nexit 0\n' >bin/$name && chmod +x bin/$name; done
PATH=$PWD/bin:$PATH
run env -i "$FAKE" init
run env -u NONE A=b "$FAKE" init
run docker run image ./train
run apptainer exec image ./train
run sudo ./train
run bwrap ./train
echo "== seen while it runs"
echo 'int cuda;' >cuda.c && cc -shared -fPIC cuda.c -o libcuda.so.1
run env -u CUDA_INJECTION64_PATH LD_PRELOAD="$PWD/libcuda.so.1" sleep 2.5
run --strict sh -c '"$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 env -u CUDA_INJECTION64_PATH sleep 2.5'
# what has a title of its own has written over its environment, and may not use CUDA yet
cat >titled.c <<'END'
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv, char **names) {
  for (int i = 0; names[i] != NULL; i++) memset(names[i], 0, strlen(names[i]));
  return argc != 1 || argv[0] == NULL || sleep(3) != 0;
}
END
cc titled.c -o titled
run --strict sh -c '"$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 ./titled'
cp "$fake/libfake.so" gone.so
GPUFLAME_LIBRARY=$PWD/gone.so run sh -c 'rm gone.so; LD_PRELOAD=$PWD/libcuda.so.1 sleep 2.5'
