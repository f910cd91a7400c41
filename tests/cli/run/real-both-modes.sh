# From a program to its picture, by the capture library itself: both modes draw the same.
# shellcheck disable=SC2016
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
titles() { grep -o '<title>[^<]*</title>' "$1"; }
cat >script <<'END'
cuinit
repeat 5
push Train step @
push forward
repeat
launch 1000 gemm
pop
memcpy 1 500
pop
push validation
launch 9000 gemm
pop
again
END
sed -i '/^repeat$/d' script
for mode in fold trace; do
  gpuflame run --mode $mode --skip 1 --steps 3 -o $mode.svg "$DRIVER" script 2>&1 | head -n 1
done
titles fold.svg
cmp <(titles fold.svg) <(titles trace.svg) && echo same
echo "-- numbers that are to be seen are kept from the start"
gpuflame run --strip-numbers none --no-strip-train-iter-number -o all.svg "$DRIVER" script 2>/dev/null
titles all.svg | grep -c 'Train step [0-4]'
echo "-- a process that used CUDA for nothing is no hindrance"
printf 'cuinit\n' >idle
gpuflame run -o two.svg sh -c '$DRIVER idle; $DRIVER script; exit 3'
echo "status $?"
titles two.svg | head -n 1
