#!/usr/bin/env bash
# Memory that runs out in the library, at its first allocation, its second, and on, and in a full
# queue of events: the program runs to its end, and losses are reported. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
if [ ! -e "$B/fault/failing_malloc.so" ]; then
  echo "ok - memory that runs out in the library # SKIP under a sanitizer memory is the sanitizer's"
  exit 0
fi
cat >"$work/all.play" <<'END'
cuinit
push step 1
pushd X forward
start s span
launch 5 a_kernel
node 7
popd X
end s
memcpy 1 7
pop
1: push other thread
1: launch 4 b_kernel
1: pop
flush
launch 2 c_kernel
END
truth=18
inject run
export GPUFLAME_FLUSH_INTERVAL=10 FAULT_LIBRARY=libgpuflame.so

# is_right: the program came to its end, and all was captured or the loss is reported
is_right() {
  local total
  [ "$1" = 0 ] && [ "$(wc -l <"$work/said")" -le 1 ] || return
  total=$("$B/gpuflame" collapse "$work/run.gpuflame" 2>"$work/err" | awk '{ sum += $NF } END { print sum + 0 }')
  [ "$total" -le $truth ] || return
  [ "$total" = $truth ] || [ -s "$work/said" ] || grep -q 'were lost' "$work/err"
}

for GPUFLAME_MODE in fold trace; do
  for FAULT_MODE in at from; do
    export GPUFLAME_MODE FAULT_MODE
    bad=
    for FAULT_AT in $(seq 1 40) 60 100 150 220 330 500 750 1100 1600 2200 3000 4000; do
      export FAULT_AT
      rm -f "$work"/run*
      LD_PRELOAD=$B/fault/failing_malloc.so timeout 60 "$B/mock/driver" "$work/all.play" >"$work/said" 2>&1
      is_right $? || bad="$bad $FAULT_AT"
    done
    case $FAULT_MODE in at) what="memory runs out once" ;; *) what="memory runs out for good" ;; esac
    echo "at the allocations$bad" >"$work/log"
    [ -z "$bad" ]
    report $? "$what, $GPUFLAME_MODE mode"
  done
done

# Trace mode: the queue of a thread's events has 4,095 places, of which a mark and a started range with
# a number take two. There is no memory for the second such queue when it is first asked for, by the
# event behind them: an end, a call or, below a range more, a beginning, which is written again as long
# as the range is open. The first memory that is filled at once is that of launches.
export GPUFLAME_MODE=trace FAULT_MODE=at FAULT_AT=3 FAULT_QUEUES=1
for case in end call beginning; do
  {
    # as long as a started range is open, there is no fast path, which would try twice
    printf 'cuinit\nstart s span\nrepeat 2045\npush x\npop\nagain\nmark m\n'
    [ $case != beginning ] || echo push o
    echo push y
    [ $case = end ] || echo launch 1 k
    printf 'pop\npush z\nlaunch 1 k\npop\n'
  } >"$work/queue.play"
  rm -f "$work"/run*
  LD_PRELOAD=$B/fault/failing_malloc.so timeout 60 "$B/mock/driver" "$work/queue.play" 2>&1
  echo "$case, lost: $("$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT what, count FROM GPUFLAME_LOSS")"
  "$B/gpuflame" collapse -q "$GPUFLAME_OUTPUT"
done >"$work/queues"
diff - "$work/queues" >"$work/log" <<'END'
end, lost: memory 1
span;y;z;k 1
call, lost: memory 1
[no launch record];k 1
span;z;k 1
beginning, lost: memory 1
span;o;y;k 1
span;o;z;k 1
END
report $? "an event that the queue has no memory for is counted"
exit $failures
