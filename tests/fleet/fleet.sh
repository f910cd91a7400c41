#!/usr/bin/env bash
# Sourced by the tests of this folder, which run in an empty one: TAP, and a Slurm of several
# nodes where it is installed. Root is not needed. Whatever ends the script, it leaves no process
# behind.
# shellcheck disable=SC2034 # used by the scripts that source this
B=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
rank=$root/tests/fleet/rank.sh
task_prolog=$root/deploy/slurm/task-prolog.sh
# shellcheck source=tests/report.sh
. "$root/tests/report.sh"
# where munged's user may look, and what it calls safe
chmod 755 "$work"

# Every process with our folder in its environment, which a failed test leaves behind too, and
# whatever it starts meanwhile
clean_up() {
  local pids
  while
    mapfile -t pids < <(env -i grep -lsF "=$work/" /proc/[0-9]*/environ | grep -o '[0-9]*')
    [ ${#pids[@]} -gt 0 ] && kill -KILL "${pids[@]}"
  do :; done 2>/dev/null
  rm -rf "$work"
}
# If this script is killed, this one does it, in a session of its own.
setsid bash -c "$(declare -f clean_up); work=$work; tail --pid=$$ -f /dev/null; clean_up" \
  >/dev/null 2>&1 </dev/null &
disown
trap clean_up EXIT

mkdir "$work/cwd"
cd "$work/cwd" || exit 1
export PATH=$B:$PATH:/usr/sbin:/sbin DRIVER=$B/mock/driver GPUFLAME_CUPTI=$B/mock/libcupti.so.13
export GPUFLAME_SYNC=no GPUFLAME_CONTROL=$work/control NO_COLOR=1 LC_ALL=C.UTF-8
# mpirun wants to be asked twice
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# A launcher around the tests is none of theirs.
for name in $(compgen -e | grep -E '^(SLURM|SBATCH|SRUN|OMPI_COMM|PMIX?_|RANK$|WORLD_SIZE$|LOCAL_RANK$)'); do
  unset "$name"
done

# needs WHAT COMMAND...: without these the script ends
needs() {
  local command
  for command in "${@:2}"; do
    command -v "$command" >/dev/null || { skip "$1" "no $command" && exit; }
  done
  [ -x "$DRIVER" ] || { skip "$1" "no headers of CUDA" && exit; }
}

# same FILE FILE
same() { diff "$1" "$2" | head -n 20 && cmp "$1" "$2"; }

# --- Slurm: its own daemons, each node one slurmd, all on this machine ---------------
daemon() {
  "$@" >>"$work/slurm/daemons.log" 2>&1 </dev/null &
  disown
}

# free_ports COUNT: the first of so many in a row, below those that the system gives away
free_ports() {
  python3 - "$1" <<'END'
import random, socket, sys
while True:
    first = random.randrange(10000, 32000)
    try:
        for port in range(first, first + int(sys.argv[1])):
            socket.socket().bind(("127.0.0.1", port))
        break
    except OSError:
        pass
print(first)
END
}

write_slurm_conf() {
  local nodes=$1 host port me
  host=$(uname -n) me=$(id -un)
  host=${host%%.*}
  port=$(free_ports $((nodes + 1)))
  cat >"$SLURM_CONF" <<END
ClusterName=emulated
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$work/slurm/munge/socket
SlurmUser=$me
SlurmdUser=$me
SlurmctldPidFile=$work/slurm/ctld.pid
SlurmdPidFile=$work/slurm/slurmd-%n.pid
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/spool-%n
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog=$task_prolog
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
KillWait=30
GresTypes=gpu
NodeName=n[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=8 Gres=gpu:8
PartitionName=all Nodes=ALL Default=YES MaxTime=10
END
  echo "NodeName=n[1-$nodes] Name=gpu File=$work/slurm/gpu[0-7]" >"$work/slurm/gres.conf"
  echo "CgroupPlugin=cgroup/v1" >"$work/slurm/cgroup.conf"
}

are_idle() { [ "$(sinfo -h -o %T 2>/dev/null | sort -u)" = idle ]; }

# start_slurm NODES
start_slurm() {
  local node
  mkdir -p "$work"/slurm/{munge,state}
  touch "$work"/slurm/gpu{0..7}
  export SLURM_CONF=$work/slurm/slurm.conf
  write_slurm_conf "$1"
  (umask 077 && head -c 1024 /dev/urandom >"$work/slurm/munge/key")
  daemon munged --foreground --key-file="$work/slurm/munge/key" --socket="$work/slurm/munge/socket" \
    --pid-file="$work/slurm/munge/pid" --log-file="$work/slurm/munge/log" \
    --seed-file="$work/slurm/munge/seed" --num-threads=2
  until [ -S "$work/slurm/munge/socket" ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
  daemon slurmctld -D -c
  for node in $(seq "$1"); do
    mkdir "$work/slurm/spool-n$node"
    daemon slurmd -D -N "n$node"
  done
  for _ in {1..60}; do
    ! are_idle || return 0
    sleep 0.1
  done
  echo "not ok 1 - Slurm starts"
  sed 's/^/# /' "$work/slurm/daemons.log" | tail -n 60
  exit 1
}

# has_ended JOB: within 60 s
has_ended() {
  for _ in {1..600}; do
    [ -n "$(squeue -h -j "$1" 2>/dev/null)" ] || return 0
    sleep 0.1
  done
  squeue
  return 1
}

# submit WHAT...: the job's number when it has ended
submit() {
  local job
  job=$(sbatch --parsable "$@") && has_ended "${job%;*}" && echo "$job"
}

# state JOB: COMPLETED, FAILED, ...
state() { scontrol -o show job "$1" | sed 's/.*JobState=\([A-Z]*\).*/\1/'; }

# kernel_times FILE: for each kernel its time in all stacks
kernel_times() { awk '{ name = $0; sub(/ [0-9]+$/, "", name); sub(/.*;/, "", name)
  sum[name] += $NF } END { for (name in sum) print name, sum[name] }' "$1" | sort; }
