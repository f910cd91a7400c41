#!/usr/bin/env bash
# How fast the device was while it worked, as NVML says once a second: rows of the capture, without
# which it is as it was. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject x
[ -e "$B/mock/cuda/libcuda.so.1" ] || { echo "ok - NVML # SKIP no headers of CUDA"; exit; }

{
  echo cuinit
  for _ in {1..30}; do printf 'launch 10 k\nsleep 100\n'; done
} >"$work/busy"
{
  echo cuinit
  for _ in {1..10}; do printf 'launch 10 k\nsleep 20\n'; done
  echo 'sleep 3500'
} >"$work/idle"

# speed PLAY: in $said what the capture has of the device, in $asked how often its clock was read
speed() {
  rm -f "$GPUFLAME_OUTPUT"
  LD_LIBRARY_PATH=${libraries:-$B/mock/cuda} LD_PRELOAD=$sanitizer$B/mock/cuda/libcuda.so.1 \
    "$B/mock/driver" "$work/$1" >"$work/log" 2>&1
  asked=$(grep -c 'nvml: asked' "$work/log")
  said=$("$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT group_concat(name || '=' || value, ';') FROM (
    SELECT * FROM GPUFLAME_META WHERE name GLOB '*.0' AND name NOT GLOB 'device*' ORDER BY name)")
  echo "asked $asked: $said" >>"$work/log"
}
uuid='uuid.0=GPU-01010101-0101-0101-0101-010101010101'

export NVML_MHZ=1200 NVML_MW=650400
for mode in fold trace; do
  GPUFLAME_MODE=$mode NVML_REASONS=0x45 speed busy
  [ "$said" = "power_w.0=650;slowed.0=power cap in 100 %, heat in 100 %;sm_clock_mhz.0=1200;$uuid" ] &&
    [ "$asked" -ge 2 ] && [ "$asked" -le 4 ]
  report $? "a device's clock, power, and what slows it down, once a second, $mode mode"
done
NVML_REASONS=0x1 speed idle
[ "$said" = "power_w.0=650;sm_clock_mhz.0=1200;$uuid" ] && [ "$asked" -le 2 ]
report $? "a device without work is not asked"
NVML_MS=150 speed busy
[ "$said" = "power_w.0=650;sm_clock_mhz.0=1200;$uuid" ] && [ "$asked" = 1 ]
report $? "a library that takes long is asked once"
libraries=$work/none
mkdir "$libraries"
ln -s "$(realpath "$B")/mock/cuda/libcuda.so.1" "$libraries"
speed busy
[ "$said" = "$uuid" ] && ! grep -qv '^asked' "$work/log"
report $? "no library, no rows and no word"
exit $failures
