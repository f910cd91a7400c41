#!/usr/bin/env bash
# Decode steps of vLLM and SGLang on an MI300: all that their CUDA graphs replay is below modules of the
# capture, and sums are as before. Totals of a run that rocprofv3 recorded, and one of JAX. Needs ../shared.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
traces=$shared/real/serving
need "$traces" "replays of real servers"
# besides what is replayed, one kernel of vLLM's and one of SGLang's are in a module
while read -r trace capture replayed eager all; do
  collapse() { "$B/gpuflame" collapse -q "$@" "$traces/$trace.json.gz"; }
  sum() { awk '{ sum += $NF } END { print sum + 0 }'; }
  captured=(--graph-captures "$traces/$capture.json.gz")
  same "$trace: below modules" "$((replayed + eager)) of $all" \
    "$(collapse --value count "${captured[@]}" | grep nn.Module | sum) of $(collapse --value count "${captured[@]}" | sum)"
  same "$trace: without a capture" "$eager" "$(collapse --value count | grep nn.Module | sum)"
  same "$trace: nanoseconds" "$(collapse | sum)" "$(collapse "${captured[@]}" | sum)"
  same "$trace: by phase" decode "$(collapse --by phase "${captured[@]}" | cut -d';' -f1 | sort -u)"
done <<'END'
vllm-decode vllm-decode-capture 421 1 434
sglang-decode sglang-decode-capture-bs32 544 1 558
END
said=$("$B/gpuflame" collapse -q --graph-captures "$traces"/{vllm-decode-capture,sglang-decode}.json.gz 2>&1)
same "another server's capture" 1 "$(grep -c 'replay of 544 operations fits no capture: .* launches 421$' <<<"$said")"
run=$shared/real/other/rocprofv3-results.json.gz
same "rocprofv3: nanoseconds" "$(python3 - "$run" <<'END'
import gzip, json, sys
records = json.load(gzip.open(sys.argv[1]))["rocprofiler-sdk-tool"][0]["buffer_records"]
print(sum(r["end_timestamp"] - r["start_timestamp"] for r in records["kernel_dispatch"] + records["memory_copy"]))
END
)" "$("$B/gpuflame" collapse -q "$run" | python3 -c 'import sys; print(sum(int(line.split()[-1]) for line in sys.stdin))')"
run=$shared/real/other/jax-conv.xplane.pb
same "JAX: nanoseconds" "$(python3 - "$run" <<'END'
import sys
def fields(b):
    i = 0
    def varint():
        nonlocal i
        n = shift = 0
        while True:
            i += 1
            n |= (b[i - 1] & 127) << shift
            shift += 7
            if b[i - 1] < 128: return n
    while i < len(b):
        tag = varint()
        n = varint() if tag & 7 in (0, 2) else 8 if tag & 7 == 1 else 4
        i += n if tag & 7 else 0
        yield tag >> 3, n if tag & 7 == 0 else b[i - n:i]
def all(b, number): return [value for field, value in fields(b) if field == number]
print(sum(all(event, 3)[0] // 1000 for plane in all(open(sys.argv[1], "rb").read(), 1)
          if all(plane, 2)[0].startswith(b"/device:GPU:") for line in all(plane, 3) for event in all(line, 4)))
END
)" "$("$B/gpuflame" collapse -q "$run" | python3 -c 'import sys; print(sum(int(line.split()[-1]) for line in sys.stdin))')"
same "JAX: below scopes" "119 of 235" "$("$B/gpuflame" collapse -q --value count "$run" |
  awk '{ sum += $NF } /^jit\(forward_3d_conv\);conv_general_dilated;/ { in_scope += $NF } END { print in_scope " of " sum }')"
finish
