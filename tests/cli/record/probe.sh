# Why the library was not loaded: what is found before the run, and seen while it runs.
# shellcheck disable=SC2016
probe() {
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
}
check probe 0 <<'STDOUT'
== glibc is too old
-- FAKE/fake_cuda
gpuflame: warning: 'FAKE/fake_cuda' cannot load the library: its glibc is too old: it has no GLIBC_N
gpuflame: nothing was recorded: no process of 'FAKE/fake_cuda' used CUDA, or the library was not loaded, since its glibc is too old: it has no GLIBC_N
status 0
-- ./script
gpuflame: warning: './script' cannot load the library: its glibc is too old: it has no GLIBC_N
runs
gpuflame: nothing was recorded: no process of './script' used CUDA, or the library was not loaded, since its glibc is too old: it has no GLIBC_N
status 0
== a library that it needs is missing
-- true
gpuflame: warning: 'true' cannot load the library: a library that it needs is not found: libthere.so
gpuflame: nothing was recorded: no process of 'true' used CUDA, or the library was not loaded, since a library that it needs is not found: libthere.so
status 0
-- true
gpuflame: nothing was recorded: no process of 'true' used CUDA
status 0
== commands that start programs elsewhere
-- env -i FAKE/fake_cuda init
gpuflame: nothing was recorded: no process of 'env' used CUDA, or the library was not loaded, since it drops its environment: put 'gpuflame record' after it, before the program itself
status 0
-- env -u NONE A=b FAKE/fake_cuda init
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   run.gpuflame
gpuflame: next: gpuflame run.gpuflame -o flame.svg
status 0
-- docker run image ./train
gpuflame: nothing was recorded: no process of 'docker' used CUDA, or the library was not loaded, since a container has its own environment and files: run 'gpuflame record' in it, or mount the library (-v FAKE/libfake.so:FAKE/libfake.so:ro) and set CUDA_INJECTION64_PATH, NVTX_INJECTION64_PATH and GPUFLAME_OUTPUT (-e)
status 0
-- apptainer exec image ./train
gpuflame: nothing was recorded: no process of 'apptainer' used CUDA, or the library was not loaded, since the container may not see the library: bind-mount it (FAKE/libfake.so)
status 0
-- sudo ./train
gpuflame: nothing was recorded: no process of 'sudo' used CUDA, or the library was not loaded, since it may not pass its environment on: put 'gpuflame record' after it, before the program itself
status 0
-- bwrap ./train
gpuflame: nothing was recorded: no process of 'bwrap' used CUDA, or the library was not loaded, since the container may not see the library: bind-mount it (FAKE/libfake.so)
status 0
== seen while it runs
-- env -u CUDA_INJECTION64_PATH LD_PRELOAD=HERE/libcuda.so.1 sleep 2.5
gpuflame: nothing was recorded: the library was not loaded, since process PID ('sleep') was started without CUDA_INJECTION64_PATH: something before it dropped the environment
status 0
-- --strict sh -c "$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 env -u CUDA_INJECTION64_PATH sleep 2.5
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame: not recorded: process PID ('sleep') was started without CUDA_INJECTION64_PATH: something before it dropped the environment
gpuflame:   run.gpuflame
gpuflame: next: gpuflame run.gpuflame -o flame.svg
status 1
-- --strict sh -c "$FAKE" init; LD_PRELOAD=$PWD/libcuda.so.1 ./titled
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   run.gpuflame
gpuflame: next: gpuflame run.gpuflame -o flame.svg
status 0
-- sh -c rm gone.so; LD_PRELOAD=$PWD/libcuda.so.1 sleep 2.5
gpuflame: nothing was recorded: the library was not loaded, since process PID ('sleep') does not see 'HERE/gone.so': bind-mount it into the container
status 0
STDOUT
