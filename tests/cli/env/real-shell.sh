# With what `gpuflame env` prints, a program is recorded as by record; with --command only the
# processes that it names.
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 GPUFLAME_CONTROL=$PWD/control
printf 'cuinit\npush step\nlaunch 5 k\npop\n' >one
cp one two
eval "$(gpuflame env -o 'run7/')"
"$mock/driver" one
gpuflame collapse run7
eval "$(gpuflame env -o 'run8/' --command 'driver[^ ]* (two|three)$')"
"$mock/driver" one
"$mock/driver" two
sqlite() { python3 -c 'import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' "$@"; }
for file in run8/*; do sqlite "$file" "SELECT value FROM GPUFLAME_META WHERE name = 'command'"; done |
  sed 's|.*/||; s/[^ ]* /driver /'
echo "-- record, too"
unset "${!CUDA_@}" "${!NVTX_@}" GPUFLAME_OUTPUT GPUFLAME_COMMAND
gpuflame record -o only --command 'two' sh -c "$mock/driver one; $mock/driver two" 2>&1 | sed -n 1p
gpuflame record -o none --command 'three' "$mock/driver" one 2>&1 | sed "s|'/.*/driver'|DRIVER|"
