#!/usr/bin/env bash
# Processes that are recorded from outside while they run: start, stop, snapshot. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
export PATH=$B:$PATH
cd "$work" || exit 1

# An absolute path that a script awaits: marks that come at the script's pace.
await() {
  for _ in $(seq 200); do
    [ ! -e "$1" ] || return 0
    sleep 0.05
  done
  echo "$1 does not come" >>"$work/log"
  return 1
}
listens() { # PID
  for _ in $(seq 200); do
    compgen -G "$GPUFLAME_CONTROL/$1-*" >/dev/null && return
    sleep 0.05
  done
  return 1
}
# same NAME EXPECTED: stdin is that
same() { diff <(printf '%s\n' "$2") - >>"$work/log" || { echo "# in $1" >>"$work/log"; return 1; }; }

cat >live.play <<END
cuinit
push outer
pushreg lib table
launch 1000 before
1: push worker
2: push loader
2: pop
await $work/started
push step
popd lib
launch 7 k
pop
pop
launch 8 k
1: launch 3 w
2: launch 4 w
1: pop
await $work/stopped
push step
launch 1000 between
await $work/again
pop
push other
node 100
launch 9 k
graph 6 100
pop
await $work/end
END
for mode in fold trace; do
  rm -f started stopped again end run* log
  GPUFLAME_START=later GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$work/run.gpuflame \
    "$B/mock/driver" live.play 2>>log &
  pid=$!
  {
    listens $pid
    ! gpuflame snapshot $pid -o early.svg && ! gpuflame stop $pid && gpuflame start $pid
  } >>log 2>&1 && sed "s/$pid/PID/" log | same messages "gpuflame: process PID is not being recorded yet: gpuflame start
gpuflame: process PID is not being recorded yet: gpuflame start
gpuflame: process PID is being recorded"
  report $? "a process is started while it runs, $mode mode"

  touch started
  if [ $mode = fold ]; then
    for _ in $(seq 100); do
      gpuflame snapshot $pid -o snapshot.gpuflame >>log 2>&1 &&
        [ "$(gpuflame collapse -q snapshot.gpuflame | wc -l)" = 3 ] && break
      sleep 0.05
    done
    gpuflame collapse -q snapshot.gpuflame | same snapshot "k 8
step;k 7
w 7"
    report $? "a snapshot is what was recorded up to now"
    gpuflame snapshot . -o snapshot.svg 2>snapshot.err &&
      same "no warning that it runs" "gpuflame: warning: ranges opened before the start are not in the stacks (2 threads)" \
        <snapshot.err && grep -q '<svg' snapshot.svg
    report $? "a snapshot of a folder is drawn, without a warning that the process runs"
  else
    gpuflame snapshot $pid -o snapshot.gpuflame 2>&1 | grep -q 'in trace mode'
    report $? "trace mode refuses snapshots"
  fi
  gpuflame stop "$work" 2>&1 | same stop "gpuflame: process $pid: '$work/run.gpuflame'"
  report $? "it is stopped by the folder of its captures, $mode mode"
  gpuflame collapse -q run.gpuflame | sort | same "first capture" "k 8
step;k 7
w 7"
  report $? "its capture is finished while it runs, without what came before and its open ranges, $mode mode"

  gpuflame collapse run.gpuflame 2>&1 >/dev/null | same "open ranges" "gpuflame: warning: ranges opened before the start are not in the stacks (2 threads)"
  report $? "it says how many threads had ranges open, $mode mode"
  touch stopped
  ! gpuflame stop $pid 2>>log && gpuflame start "$work/run.gpuflame" 2>>log && touch again end
  wait $pid && gpuflame collapse run.1.gpuflame 2>&1 | sed '/^gpuflame: note: /d' | sort | same "second capture" "[no launch record];$([ $mode = trace ] || echo 'other;')graph_kernel 6
gpuflame: warning: ranges opened before the start are not in the stacks (1 thread)
other;k 9" && grep -q '^gpuflame: CUPTI before CUDA 13.1.1 mistakes launches of CUDA graphs' log
  report $? "started again, it has a further capture, $mode mode"
  gpuflame collapse -q run.gpuflame | sort | same "first capture" "k 8
step;k 7
w 7"
  report $? "the first one stays as it was, $mode mode"
done

# Who holds CUPTI meanwhile.
rm -f end log
printf 'cuinit\nprofile\nawait %s/end\n' "$work" >held.play
GPUFLAME_START=later "$B/mock/driver" held.play 2>said &
pid=$!
listens $pid && while ! grep -q . said; do sleep 0.05; done
[ "$(cat said)" = "CUPTI is free" ] && gpuflame start $pid 2>&1 | grep -q "process $pid cannot be recorded: another profiler uses CUPTI"
report $? "until it is started, CUPTI is free for others, which is then an obstacle"
touch end
wait $pid

# What came since the last snapshot, and when that was.
rm -f run* end
printf '%s\n' cuinit 'push a' 'launch 5 k' flush "await $work/more" 'launch 7 k' 'push b' 'launch 1 w' flush "await $work/end" >since.play
GPUFLAME_OUTPUT=$work/run.gpuflame "$B/mock/driver" since.play 2>>log &
pid=$!
holds() { # until a snapshot has N stacks
  for _ in $(seq 100); do
    gpuflame snapshot $pid -o all.gpuflame 2>>log && [ "$(gpuflame collapse -q all.gpuflame 2>>log | wc -l)" = "$1" ] && return
    sleep 0.1
  done
}
fact() { # NAME CAPTURE
  sqlite3 "$2" "SELECT value FROM GPUFLAME_META WHERE name = '$1'"
}
holds 1
gpuflame snapshot $pid --since last -o first.gpuflame 2>>log && gpuflame collapse -q first.gpuflame | same first "a;k 5"
report $? "the first snapshot has all"
touch more
holds 2
! gpuflame snapshot $pid --since last -o none/second.pb.gz 2>>log &&
  gpuflame snapshot $pid --since last -o second.gpuflame 2>>log && gpuflame collapse second.gpuflame 2>second.err | sort | same second "a;b;w 1
a;k 7" && [ "$(fact start_ns second.gpuflame)" = "$(fact end_ns first.gpuflame)" ] && [ "$(fact operations second.gpuflame)" = 2 ] &&
  [ "$(grep -cv 'has not ended by itself' second.err)" = 0 ]
report $? "the next one that can be written has what came since"
! gpuflame snapshot $pid --since last -o none.pb.gz 2>none.err && grep -q "holds no GPU operations" none.err && [ ! -e none.pb.gz ]
report $? "if that is nothing, it says so"
for file in last/*; do echo junk >"$file"; done
! gpuflame snapshot $pid --since last -o second.gpuflame 2>junk.err && grep -q "'last/run.gpuflame.*not a database; remove that file" junk.err && gpuflame collapse -q second.gpuflame >junk
report $? "a damaged one is named, and the output stays as it was"
rm -r last
gpuflame snapshot $pid --since last -o all.pb.gz 2>>log && gzip -t all.pb.gz
report $? "a snapshot is a profile, too"
touch end
wait $pid

# Two processes of a run; one ends, one is killed.
rm -f run* log end*
for name in a b; do
  printf 'cuinit\npush %s\nlaunch 5 k\nflush\nawait %s/end.%s\n' $name "$work" $name >$name.play
done
GPUFLAME_OUTPUT=$work/run-%n.gpuflame "$B/mock/driver" a.play 2>>log &
a=$!
GPUFLAME_OUTPUT=$work/run-%n.gpuflame "$B/mock/driver" b.play 2>>log &
b=$!
for name in 1 2; do await "run-$name.gpuflame"; done
for _ in $(seq 100); do
  gpuflame snapshot . -o both.svg >>log 2>&1 && break
  sleep 0.1
done
gpuflame collapse -q both.svg | sort | same "both" "a;k 5
b;k 5"
report $? "a snapshot of a folder adds up its processes"
touch end.a
wait $a
gpuflame snapshot . -o one.svg 2>>log && gpuflame collapse -q one.svg | same one "b;k 5"
report $? "one that has ended is not one of them"
! gpuflame snapshot $a -o no.svg 2>no.err && grep -qx "gpuflame: process $a does not exist" no.err && [ ! -e no.svg ]
report $? "a process that has ended is named"
socket=$(compgen -G "$GPUFLAME_CONTROL/$b-*")
{ kill -9 $b && wait $b; } 2>/dev/null
touch -d '1 hour ago' "$socket"
gpuflame stop . 2>&1 | same stop "gpuflame: none of your running processes records to '.'" && [ ! -e "$socket" ]
report $? "the socket of a killed process is removed by who finds it"

# A hostile client.
rm -f run* log end
printf 'cuinit\npush a\nlaunch 5 k\nflush\nawait %s/end\nlaunch 6 k\npop\n' "$work" >hostile.play
GPUFLAME_OUTPUT=$work/run.gpuflame GPUFLAME_MODE=fold "$B/mock/driver" hostile.play 2>>log &
pid=$!
listens $pid
"$OLDPWD/tests/capture/ask.py" garbage "$GPUFLAME_CONTROL" >>log 2>&1
grep -qx 'refused 4 silent 40' log && gpuflame snapshot $pid -o run.svg 2>>log
report $? "a client that sends garbage, or nothing, is refused, and others are served"
touch end
wait $pid && gpuflame collapse -q run.gpuflame | same capture "a;k 11"
report $? "and harms no capture"

# Three ranks of two hosts, each with a folder of sockets, and one that is missing.
rm -rf run* log end ranks
mkdir a b ranks
printf '%s\n' cuinit 'push epoch' 'repeat 15000' 'push Train step @' 'launch 7 k' 'sleep 10' pop again >ranks.play
there=(--via "GPUFLAME_CONTROL=$work/a gpuflame" --via "GPUFLAME_CONTROL=$work/b gpuflame")
pids=()
for rank in 0 1 2; do
  folder=$work/$([ $rank = 2 ] && echo b || echo a)
  SLURM_JOB_ID=9999999 RANK=$rank LOCAL_RANK=$rank WORLD_SIZE=4 GPUFLAME_STRIP=0 GPUFLAME_START=later GPUFLAME_OUTPUT=$work/ranks/ \
    GPUFLAME_CONTROL=$folder "$B/mock/driver" ranks.play 2>>log &
  pids+=($!)
  GPUFLAME_CONTROL=$folder listens $!
done
gpuflame start --steps 3 --at-step multiple:50 "${there[@]}" ranks 2>said
[ $? = 1 ] && sed 's/[0-9]*50 to [0-9]*52/50 to 52/; s/[0-9]*00 to [0-9]*02/50 to 52/; s/step [0-9]*[50]0/step 50/' said | same "one is missing" \
  "gpuflame: 3 of 4 ranks answered; no answer from rank 3
gpuflame: steps 50 to 52 will be recorded
gpuflame: 3 captures are finished
gpuflame: 3 steps from step 50 on were recorded"
report $? "ranks of two hosts record the same steps, and the missing one is told"
first=$(sed -n 's/.*steps \([0-9]*\) to .*/\1/p' said)
bad=0
for file in ranks/*; do
  gpuflame collapse -q --strip-numbers none --no-strip-train-iter-number "$file" | same "$file" "Train step $first;k 7
Train step $((first + 1));k 7
Train step $((first + 2));k 7" || bad=1
done
[ $bad = 0 ] && [ "$(find ranks -name '*.gpuflame' | wc -l)" = 3 ]
report $? "each has these steps and no other"
! gpuflame start --steps 3 --at-step 2 "${there[@]}" ranks 2>said &&
  same "too late" "gpuflame: nothing is recorded: that step has passed, or is too near for all processes to know of it" <said
report $? "a step that has passed is refused"
kill -KILL "${pids[1]}"
wait "${pids[1]}" 2>/dev/null
! SLURM_STEP_NUM_TASKS=8 gpuflame start "${there[@]}" ranks 2>said
same "killed" "gpuflame: 2 of 4 ranks answered; no answer from rank 1, rank 3" <said
report $? "one that was killed is told"
! gpuflame snapshot "${there[@]}" ranks -o all.svg 2>said
grep -qx 'gpuflame: 2 of 4 ranks answered; no answer from rank 1, rank 3' said && grep -q '<svg' all.svg
report $? "so does a snapshot, which draws the others"
mkdir bin
printf '#!/bin/sh\necho 2\n' >bin/squeue
cat >bin/srun <<'END'
#!/bin/bash
while [[ $1 = -* ]]; do shift $((1 + (${#1} == 2))); done
export SLURM_JOB_ID=9999999
exec 3>&1
tee >(GPUFLAME_CONTROL=$PWD/a "$@" >&3) | GPUFLAME_CONTROL=$PWD/b "$@"
END
chmod +x bin/*
! PATH=$PWD/bin:$PATH gpuflame snapshot --job 9999999 -o job.svg 2>said
grep -qx 'gpuflame: 2 of 4 ranks answered; no answer from rank 1, rank 3' said && grep -q '<svg' job.svg
report $? "so does one through srun"
! PATH=$PWD/bin:$PATH gpuflame stop 9999999 2>said
same "stopped" "gpuflame: 2 of 4 ranks answered; no answer from rank 1, rank 3
gpuflame: 2 captures are finished" <said
report $? "and a stop of a job by its bare number"
kill -KILL "${pids[@]}" 2>/dev/null
wait "${pids[@]}" 2>/dev/null
! gpuflame start --via gpuflame ./nothing 2>said
same "nothing" "gpuflame: no process answered: expected a process's number, a capture or a folder of captures, not '$work/./nothing': No such file or directory" <said
report $? "a host without such a process says why"
gpuflame start --via 'sleep 1000; true' --via gpuflame 999999 2>said &
pid=$!
sleep 0.5
for _ in $(seq 100); do
  kill -ALRM $pid || break
  sleep 0.1
done 2>>log
{ kill -0 $pid && kill -9 $pid; } 2>>log
wait $pid
[ $? = 1 ] && same "silent" "gpuflame: 'sleep 1000; true' does not end in time, and is killed
gpuflame: no process answered: process 999999 does not exist" <said
report $? "a command that does not answer is killed after a while, and named"

# What is not the number of ranks; a capture that cannot be read.
rm -f run* log end
printf 'cuinit\npush a\nlaunch 5 k\nflush\nawait %s/end\n' "$work" >odd.play
pids=()
for world in -1 4000000000; do
  RANK=0 LOCAL_RANK=0 WORLD_SIZE=$world GPUFLAME_MODE=fold GPUFLAME_OUTPUT=$work/run-%n.gpuflame \
    "$B/mock/driver" odd.play 2>>log &
  pids+=($!)
  listens $!
done
timeout 10 gpuflame snapshot "${pids[@]}" -o odd.svg 2>said && gpuflame collapse -q odd.svg | same odd "a;k 10"
report $? "a number of ranks that none has is none"
printf '#!/bin/sh\ngpuflame "$@" | sed -u "s,\t/[^\t]*,\t/nowhere,"\n' >bin/elsewhere
chmod +x bin/elsewhere
! timeout 10 gpuflame snapshot --via "$PWD/bin/elsewhere" --via gpuflame "${pids[0]}" -o odd.svg 2>said &&
  same "unread" "gpuflame: cannot read '/nowhere': No such file or directory" <said &&
  gpuflame collapse -q odd.svg | same "the other" "a;k 5"
report $? "the others are drawn if a capture cannot be read"
touch end
wait "${pids[@]}"

# A step that never comes, and a run that ends too early.
rm -rf run* log
{
  echo cuinit
  for _ in {1..40}; do printf '%s\n' 'push epoch' 'repeat 60' 'push step @' 'launch 7 k' 'sleep 10' pop again pop; done
} >epochs.play
printf '%s\n' cuinit 'repeat 600' 'push step @' 'launch 7 k' 'sleep 10' pop again >ends.play
begin() { # PLAY: $pid
  GPUFLAME_STRIP=0 GPUFLAME_START=later GPUFLAME_OUTPUT=$work/run.gpuflame "$B/mock/driver" "$1" 2>>log &
  pid=$!
  listens $pid
}
begin epochs.play
anew="gpuflame: the numbers of steps went back before that step came, as in a new epoch: --steps needs numbers that grow; \
gpuflame start without it, and gpuflame stop, do not"
gpuflame start $pid --steps 4 2>said
[ $? = 1 ] && grep -v 'will be recorded$' said | same "epochs" "$anew" &&
  gpuflame start $pid --steps 4 --at-step 5000 2>said
[ $? = 1 ] && grep -v 'will be recorded$' said | same "epochs, a step that none reaches" "$anew" && [ ! -e run.gpuflame ]
report $? "numbers of steps that begin anew are told, and nothing is recorded"
kill -KILL $pid
wait $pid 2>/dev/null

begin ends.play
gpuflame start $pid --steps 10 --at-step 595 2>said
[ $? = 1 ] && same "the run ends" "gpuflame: steps 595 to 604 will be recorded
gpuflame: process $pid has ended meanwhile
gpuflame: 1 of 1 processes ended, or were stopped, before they had told that 10 steps from step 595 on were recorded" <said
report $? "a run that ends before the last step is told"
wait $pid

# Two who ask for one process, which is between steps.
rm -f run* log
printf '%s\n' cuinit 'repeat 15000' 'push step @' 'launch 7 k' pop 'sleep 10' again >between.play
begin between.play
gpuflame start $pid --steps 4 --at-step 500 2>first &
first=$!
while gpuflame snapshot $pid -o no.svg 2>&1 | grep -q 'not being recorded yet'; do sleep 0.05; done
taken="gpuflame: process $pid waits for a step, of the start by process $first: gpuflame stop ends that"
! gpuflame start $pid 2>said && same "a start" "$taken" <said && ! gpuflame start $pid --steps 2 2>said && same "steps" "$taken" <said && wait $first &&
  [ "$(gpuflame collapse -q run.gpuflame | awk '{ sum += $NF } END { print sum }')" = 28 ] &&
  grep -q '^gpuflame: 4 steps from step 500 on were recorded$' first
report $? "a start that waits is named to a second one, which changes nothing of it"
kill -KILL $pid
wait $pid 2>/dev/null
rm -f "$GPUFLAME_CONTROL"/*

# Buffers that fill by themselves.
rm -f run* log
GPUFLAME_OUTPUT=$work/run.gpuflame GPUFLAME_MODE=fold "$B/mock/flood" 3000000 1 1 2 2>>log
report $? "a program that launches fast is not held up by flushes"

# Snapshots under load.
rm -f run* log
launches=3000000
GPUFLAME_OUTPUT=$work/run.gpuflame GPUFLAME_MODE=fold "$B/mock/flood" $launches 2 2>>log &
pid=$!
listens $pid
"$OLDPWD/tests/capture/ask.py" snapshots "$GPUFLAME_CONTROL" "$work/copy" >>log 2>&1
grep -qx 'fewer than before: never' log && ! grep -q 'damaged\|Error' log &&
  [ "$(awk '/^snapshots/ { sum += $2 } END { print (sum >= 10) }' log)" = 1 ]
report $? "snapshots under load are whole, and each has at least as much as the one before"
wait $pid && [ "$(gpuflame collapse -q --value count run.gpuflame | awk '{ sum += $NF } END { print sum }')" = $((launches * 4)) ]
report $? "and the capture has every launch"
[ -z "$(ls "$GPUFLAME_CONTROL")" ]
report $? "processes that end leave no sockets"
exit $failures
