#!/usr/bin/env bash
# NCCL's calls of NVTX, as five of its versions make them: ranges end where NCCL ends them, and its
# communicators and messages are in a capture of trace mode. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject x

"$B/mock/nccl" 28 2>/dev/null
if [ $? = 77 ]; then
  echo "ok - NCCL's calls # SKIP these headers lack NVTX's payload extension"
  exit 0
fi

stacks() { # MINOR: in the order in which collapse has them
  echo "after 5"
  echo "NCCL:ncclCommAbort;init 10"
  [ "$1" -lt 26 ] || echo "NCCL:ncclCommFinalize;init 10"
  echo "NCCL:ncclCommInitRank;init 20"
  echo "NCCL:ncclCommInitRankConfig;init 10"
  [ "$1" -lt 27 ] || echo "NCCL:ncclCommShrink;init 10"
  [ "$1" -lt 28 ] || echo "NCCL:ncclAlltoAll;ncclDevKernel 70"
  cat <<'END'
train;NCCL:ncclAllReduce;ncclDevKernel 12000
train;NCCL:ncclBroadcast;ncclDevKernel 300
train;NCCL:ncclGroupEnd;NCCL:ncclSend;ncclDevKernel 150
train;gemm 3000
END
}

for minor in 18 25 26 27 28; do
  for mode in fold trace; do
    GPUFLAME_MODE=$mode "$B/mock/nccl" $minor >"$work/log" 2>&1 && [ ! -s "$work/log" ] &&
      LC_ALL=C diff <(stacks $minor | LC_ALL=C sort) \
        <("$B/gpuflame" collapse -q "$GPUFLAME_OUTPUT" 2>&1 | LC_ALL=C sort) >"$work/log"
    report $? "NCCL 2.$minor, $mode mode: each range ends where NCCL ends it"
  done

  # The largest communicator's ranks count for messages of unknown communicators, as those of 2.18.
  small=2
  [ $minor -ge 25 ] || small=8
  {
    echo "Name,Bytes,Ranks,Count"
    [ $small = 8 ] || echo "NCCL:ncclAllReduce,1000000,2,3"
    echo "NCCL:ncclAllReduce,1000000,8,$((small == 8 ? 6 : 3))"
    [ $minor -lt 28 ] || echo "NCCL:ncclAlltoAll,777,8,1"
    echo "NCCL:ncclBroadcast,4096,8,3"
    echo "NCCL:ncclSend,512,$small,3"
  } >"$work/want"
  "$B/gpuflame" stats -f csv -r nccl_size_sum "$GPUFLAME_OUTPUT" 2>&1 | cut -d, -f1-4 |
    diff "$work/want" - >"$work/log"
  report $? "NCCL 2.$minor: sizes and communicators, by stats --report nccl_size_sum"
  "$B/gpuflame" collapse -q --by rank "$GPUFLAME_OUTPUT" >"$work/log" 2>&1
  [ "$(grep -c '^rank 3;' "$work/log")" = "$(wc -l <"$work/log")" ]
  report $? "NCCL 2.$minor: the rank of the largest communicator"
done

# The tables of schemas have nsys's form: 0 is NULL.
GPUFLAME_MODE=trace "$B/mock/nccl" 25
{
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT * FROM NVTX_PAYLOAD_SCHEMAS WHERE schemaId % 256 IN (0, 5)"
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT * FROM NVTX_PAYLOAD_SCHEMA_ENTRIES WHERE schemaId % 256 IN (0, 5)"
  "$B/mkdb" --query "$GPUFLAME_OUTPUT" "SELECT value, hex(binaryData) FROM NVTX_EVENTS
    JOIN StringIds ON id = textId WHERE binaryData IS NOT NULL AND value IN ('ncclCommInitRank', 'ncclBroadcast')
    GROUP BY value ORDER BY value"
} 2>&1 | sed 's/ *$//' >"$work/tables"
diff - "$work/tables" >"$work/log" <<'END'
1 16777216  1  4 24
1 16777221  1  3 24
1 16777216 0  18 NCCL communicator ID
1 16777216 1  5 No. of ranks   8
1 16777216 2  5 Rank   12
1 16777216 3  5 CUDA device   16
1 16777221 0  18 NCCL communicator ID
1 16777221 1  22 Message size [bytes]   8
1 16777221 2  16777230 Reduction operation   16
ncclBroadcast 01000000000000000600000100000000180000000000000038000000000000000A0000000000000000100000000000000100000000000000
ncclCommInitRank 01000000000000000000000100000000180000000000000038000000000000000A0000000000000008000000030000000000000000000000
END
report $? "the tables of payloads are nsys's"
exit $failures
