# A process that creates a file for its name, which another one looks at for a second before it
# goes on to the next name: the file is not left behind, empty. strace slows both down.
# shellcheck disable=SC2016
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
case $mock in *[at]san/*) echo "SKIP sanitizers do not run below strace"; exit ;; esac
strace -qq -o log -e inject=getppid:delay_exit=1 true 2>/dev/null || { echo "SKIP no strace"; exit; }
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
printf 'cuinit\npush step\nlaunch 1000 gemm\npop\n' >script
gpuflame record -f -o one sh -c '
  $DRIVER script
  strace -f -qq -o looks -e trace=flock -e inject=flock:delay_exit=1000000 $DRIVER script &
  sleep 0.25
  strace -f -qq -o creates -P "$PWD/one.1.gpuflame" -e trace=openat,flock \
    -e inject=openat:delay_exit=1000000:when=1 $DRIVER script &
  wait' 2>&1 | grep -o "recorded [0-9]* operations"
find . -name 'one*' -size 0
