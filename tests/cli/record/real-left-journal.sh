# A capture that is found by its file is found with the journal of a killed writer beside it.
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
export ASAN_OPTIONS=detect_leaks=0 GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
printf 'cuinit\npush step\nlaunch 5 gemm\npop\n' >script
cat >writer.py <<'END'
import os, sqlite3
db = sqlite3.connect("far.gpuflame")
db.execute("PRAGMA cache_size = 1")
db.execute("UPDATE GPUFLAME_META SET value = hex(zeroblob(50000))")
os.kill(os.getpid(), 9)
END
# shellcheck disable=SC2016
gpuflame record --mode trace -o far sh -c 'rm "$GPUFLAME_STATUS"; $DRIVER script; python3 writer.py; ls; exit 0' 2>&1 | grep -v Killed
