# The capture library itself: GPUFLAME_SNAPSHOT_INTERVAL, how often a capture is written to its file.
real-snapshot-interval() {
  mock=${FIXTURES%/fixtures}/mock
  [ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
  # What the library has at the end of a program it leaves to the system.
  export ASAN_OPTIONS=detect_leaks=0 GPUFLAME_CUPTI=$mock/libcupti.so.13 GPUFLAME_CONTROL=$PWD/control
  # the first launch is written at once; whether the second is while the program runs, is the interval's
  printf 'cuinit\nlaunch 1 first\nawait one\nlaunch 5 second\nawait two\n' >script
  holds() { # FILE STACK: within ten seconds
    for _ in $(seq 200); do
      gpuflame collapse -q "$1" 2>/dev/null | grep -qx "$2" && return
      sleep 0.05
    done
    return 1
  }
  for interval in 60 0; do
    rm -f one two
    GPUFLAME_SNAPSHOT_INTERVAL=$interval gpuflame record -o "run$interval" "$mock/driver" script 2>log &
    holds "run$interval.gpuflame" "first 1" && echo "$interval: the first is in the file"
    touch one
    if [ $interval = 60 ]; then
      sleep 0.5
      gpuflame collapse -q run60.gpuflame
      gpuflame snapshot $! -o now.gpuflame
      echo "but a snapshot does not wait:"
      gpuflame collapse -q now.gpuflame
    else
      holds run0.gpuflame "second 5" && echo "$interval: the second, too"
    fi
    touch two
    wait $!
    echo "status $?"
    gpuflame collapse -q "run$interval.gpuflame"
  done
}
check real-snapshot-interval 0 <<'STDOUT'
60: the first is in the file
first 1
but a snapshot does not wait:
first 1
second 5
status 0
first 1
second 5
0: the first is in the file
0: the second, too
status 0
first 1
second 5
STDOUT
