#!/usr/bin/env bash
# Open MPI: recording inside and outside of mpirun, by itself and in a job of Slurm.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
needs "recording with Open MPI" mpirun

play() { mpirun --oversubscribe -n 8 "$@"; }
# By rank, and none is missing
stacks() { gpuflame collapse --strict --by rank "$1" -o "$1.folded"; }

check "record inside of mpirun" play gpuflame record -o inside/ -- "$rank"
check "no rank is missing" stacks inside
# Not with other hosts, which do not get its variables
check "record outside of mpirun" gpuflame record -o outside/ -- mpirun --oversubscribe -n 8 "$rank"
check "no rank is missing" stacks outside
check "both are equal" same inside.folded outside.folded
missing() {
  rm inside/*rank6-*
  gpuflame collapse inside 2>err >/dev/null && grep '7 of 8 ranks: rank 6 .*is missing' err
}
check "a rank that is missing is named" missing
killed() {
  # mpirun ends the others
  ! FAIL_RANK=2 LONG=1 play gpuflame record -o killed/ -- "$rank" && gpuflame collapse --by rank killed -o killed.folded &&
    grep '^rank 2;' killed.folded
}
check "a killed rank" killed

if command -v slurmctld >/dev/null; then
  start_slurm 8
  cat >job.sh <<'END'
#!/bin/bash
mpirun gpuflame record -o batch/ -- "$1"
END
  in_batch() { submit -n 8 -N 2 -o log job.sh "$rank" && cat log && stacks batch; }
  check "mpirun in a job of two nodes" in_batch
  check "equal to mpirun alone" same outside.folded batch.folded
  # Two of them, on two nodes
  spread() { [ "$(printf '%s\n' batch/* | grep -o 'n[12]-' | sort -u | wc -l)" -eq 2 ]; }
  check "the names have the nodes" spread
else
  skip "mpirun in a job of Slurm" "no slurmctld"
fi
exit "$failures"
