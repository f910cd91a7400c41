# Folded stacks as input pass through the rules.
folded-input() {
  cat >a.folded <<'EOF'
# a comment
Train step 1;Layer 3;attention;flash_fwd 40
Train step 2;Layer 4;attention;flash_fwd 2.5
validation;Layer 1;k 7
[CUDA memset] 1
EOF
  echo "Train step 9;Layer 4;attention;flash_fwd 100" >b.folded
  gpuflame collapse --summary a.folded b.folded
  echo "--- other rules"
  gpuflame collapse --no-strip-layer-number --drop-frame attention --only flash b.folded
  echo "--- what is none"
  echo "this is no stack" >readme.txt
  gpuflame collapse readme.txt
  printf 'a;b 5\na;b five\n' >bad.folded
  gpuflame collapse bad.folded
  echo "# only a comment" >none.folded
  gpuflame collapse none.folded
  printf 'a 18446744073709551615\n' >big.folded
  gpuflame collapse big.folded a.folded
  gzip -k a.folded
  gpuflame collapse a.folded.gz
  head -c 20 a.folded.gz >cut.gz
  gpuflame collapse cut.gz
}
check folded-input 1 <<'STDOUT' 3<<'STDERR'
Train step;Layer;attention;flash_fwd 142.5
[CUDA memset] 1
--- other rules
Train step;Layer 4;flash_fwd 100
--- what is none
Train step;Layer;attention;flash_fwd 42.5
[CUDA memset] 1
STDOUT
a.folded: folded stacks
b.folded: folded stacks
  stacks                        5
  filtered out                  1
  written 143.5 + filtered 7 = 150.5 in the stacks
gpuflame: note: validation is left out: 7, 4.7 % (--no-default-rules has it)
gpuflame: cannot read 'readme.txt': not a report of nsys, a capture, a trace of PyTorch, JAX or rocprofv3, or a flame graph, and its first line is not a folded stack ('frame;frame value')
gpuflame: bad.folded:2: bad value 'five': expected digits, as in 12 or 12.5, that fit in 64 bits
gpuflame: 'none.folded' holds no stack
gpuflame: cannot add up the files: total overflows 64 bits
gpuflame: note: validation is left out: 7, 13.9 % (--no-default-rules has it)
gpuflame: cannot read 'cut.gz': its gzip data is truncated; was the copy cut short?
STDERR

# First bytes that look like those of another format: stacks; and JSON and XML that are not what is read.
first-bytes() {
  for text in "[CUDA memset] 5" "[no launch record];k 5" "<module>;main 5" "<svg onload=x>;main 5" "{lambda};k 5" \
    "[]" "{}" "{" "<?xml version='1.0'?><svg/>" "<!-- x --><svg/>" '[ {"ph":"X"}]' $'\xef\xbb\xbf{"a":1}'; do
    tell "" gpuflame collapse -q - <<<"$text"
    tell "" gpuflame collapse -q <(gzip <<<"$text") | sed 's/.dev.fd.[0-9]*/<stdin>/'
  done | uniq -c
}
check first-bytes 0 <<'STDOUT'
      2 [CUDA memset] 5
      2 [no launch record];k 5
      2 <module>;main 5
      2 <svg onload=x>;main 5
      2 {lambda};k 5
      2 status 1: gpuflame: '<stdin>' holds no GPU operations; record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace), and check that the profiled part launches kernels
      2 status 1: gpuflame: cannot read '<stdin>': JSON without "traceEvents": not a trace of the PyTorch profiler, as its export_chrome_trace() writes
      2 status 1: gpuflame: cannot read '<stdin>': not a report of nsys, a capture, a trace of PyTorch, JAX or rocprofv3, or a flame graph, and its first line is not a folded stack ('frame;frame value')
      4 status 1: gpuflame: cannot read '<stdin>': SVG without the data of a flame graph of gpuflame's: it was drawn by another tool, with --no-javascript, or is truncated
      2 status 1: gpuflame: '<stdin>' holds no GPU operations; record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace), and check that the profiled part launches kernels
      2 status 1: gpuflame: cannot read '<stdin>': JSON without "traceEvents": not a trace of the PyTorch profiler, as its export_chrome_trace() writes
STDOUT

# Stacks back out of our pictures, whose data they are.
picture-input() {
  cat >in.folded <<'EOF'
a (b) 5% <&>;c 400
a (b) 5% <&>;d;e 100
a (b) 5% <&>;d;f (1 x, 2%) 100
g 30
g;h 1200
i;j;k;l;m 11
z 99999
EOF
  for options in "" --inverted "--countname samples" "--order width"; do
    # shellcheck disable=SC2086 # several options
    gpuflame svg $options in.folded >ours.svg && gpuflame collapse ours.svg | cmp - in.folded && echo "ours $options: same"
  done
  gpuflame collapse --summary ours.svg in.folded
  echo "--- a big one, packed"
  gpuflame collapse -q "$FIXTURES/demo.sqlite" >demo.folded
  gpuflame svg demo.folded | gzip >demo.svgz
  gpuflame collapse --summary demo.svgz | cmp - demo.folded && echo same
  echo "--- rules apply"
  gpuflame collapse --drop-frame '^[a-g]' --only '[km]' ours.svg
  gpuflame ours.svg -o again.svg && gpuflame collapse again.svg | cmp - in.folded && echo "drawn again: same"
  echo "--- without its data"
  gpuflame svg --no-javascript in.folded -o plain.svg
  gpuflame collapse plain.svg
}
check picture-input 1 <<'STDOUT' 3<<'STDERR'
ours : same
ours --inverted: same
ours --countname samples: same
ours --order width: same
a (b) 5% <&>;c 800
a (b) 5% <&>;d;e 200
a (b) 5% <&>;d;f (1 x, 2%) 200
g 60
g;h 2400
i;j;k;l;m 22
z 199998
--- a big one, packed
same
--- rules apply
i;j;k;l;m 11
drawn again: same
--- without its data
STDOUT
ours.svg: flame graph of gpuflame
in.folded: folded stacks
  stacks                       14
  filtered out                  0
  written 203680 + filtered 0 = 203680 in the stacks
demo.svgz: flame graph of gpuflame
  stacks                       32
  filtered out                  0
  written 47947784 + filtered 0 = 47947784 in the stacks
gpuflame: cannot read 'plain.svg': SVG without the data of a flame graph of gpuflame's: it was drawn by another tool, with --no-javascript, or is truncated
STDERR

# Files that are not pictures, or hostile ones: one line each.
# An emulator takes more than ten times as long. Under ThreadSanitizer one takes 20 s on a busy machine.
picture-bad-input() {
  limit=120
  [ -z "${EMULATED:-}" ] || limit=600
  try() {
    cat >"$1.svg"
    timeout $limit gpuflame collapse "$1.svg" && echo "unexpected: read"
  }
  try html <<'EOF'
<!DOCTYPE html><html><body>flame graph</body></html>
EOF
  try other <<'EOF'
<svg xmlns="http://www.w3.org/2000/svg"><rect x="1" y="2" width="3"/><g><title>no frame</title><rect x="1" y="2" width="3"/></g></svg>
EOF
  try cut <<'EOF'
<svg><g><title>all (5 samples, 100%)</title><rect x="0" y="1" width="10"/></g>
EOF
  # ours NAME HEAD HEX: a picture of ours with that line of text, followed by these bytes
  ours() { python3 "$TESTS/tools/svg_payload.py" --pack "$2" "${3:-}" | try "$1"; }
  # data NAME ENCODING TEXT: with that data, unchanged
  data() { echo "<svg data-gf='1'><metadata class='gf-data' data-encoding='$2'><![CDATA[$3]]></metadata></svg>" | try "$1"; }
  # head NODES MEMBERS: the beginning of data of two names and three columns
  head() { echo '{"v":2,"names":["all","a"],"columns":["children","name","self"],"nodes":'"$1$2}"; }
  echo "<svg data-gf='1'><g><title>all (5 ms, 100%)</title></g><rect x='1'/></svg>" | try without
  data encoding rot13 x
  data alphabet deflate+base85 '"""'
  data digits deflate+base85 '~~~~~'
  data damaged deflate+base85 '0000000000'
  data short deflate+base85 "$(python3 -c 'import base64; print(base64.b85encode(base64.b64decode("q1bKS8xNVbJS")).decode())')"
  ours nojson '{"names":["all"],"up":[0'
  ours nothing '{}'
  ours version '{"v":3}'
  ours nodes '{"v":2,"nodes":0}'
  ours more "$(head 16777217)"
  ours frames "$(head 1048577)"
  ours number "$(head 1e99)"
  ours decimals "$(head 2 ',"decimals":77')"
  ours twice '{"v":2,"nodes":1,"columns":["self","name","self"]}' 000000
  ours lacking '{"v":2,"nodes":1,"columns":["children","self"]}' 0000
  ours columns '{"v":2,"nodes":1,"columns":['"$(seq -s, 40 | sed 's/[0-9]*/"&"/g')"']}'
  ours wide "$(head 1)" 0901
  ours cut "$(head 2)" "010100 0100"
  ours behind "$(head 2)" "010100 010001 010001 07"
  ours nameless "$(head 2)" "010100 010007 010001"
  ours fatherless "$(head 3)" "01010001 00 00"
  ours orphan "$(head 2)" "00 00 00"
  ours childless "$(head 2)" "010101 00 00"
  ours children "$(head 2)" "080000000000000000000000000000ff00 00 00"
  ours total "$(head 2)" "010100 010001 08 ffff ffff ffff ffff ffff ffff ffff ffff"
  bomb=$(python3 -c '
import base64, zlib
pack = zlib.compressobj(9, zlib.DEFLATED, -15)
data = pack.compress(b"{\"names\":[")
for i in range(20): data += pack.compress(b"0," * (1 << 20) + b"\"a\"," * (1 << 20))
print(base64.b85encode(data + pack.flush()).decode())')
  data bomb deflate+base85 "$bomb"
}
check picture-bad-input 1 3<<'STDERR'
gpuflame: cannot read 'html.svg': XML, but not SVG
gpuflame: cannot read 'other.svg': SVG without the data of a flame graph of gpuflame's: it was drawn by another tool, with --no-javascript, or is truncated
gpuflame: cannot read 'cut.svg': SVG without the data of a flame graph of gpuflame's: it was drawn by another tool, with --no-javascript, or is truncated
gpuflame: cannot read 'without.svg': SVG without the data of a flame graph of gpuflame's: it was drawn by another tool, with --no-javascript, or is truncated
gpuflame: cannot read 'encoding.svg': its data has an unknown encoding
gpuflame: cannot read 'alphabet.svg': its data is not base85
gpuflame: cannot read 'digits.svg': its data is not base85
gpuflame: cannot read 'damaged.svg': its data is damaged
gpuflame: cannot read 'short.svg': its data is truncated
gpuflame: cannot read 'nojson.svg': the JSON is truncated; was it still being written, or the copy cut short?
gpuflame: cannot read 'nothing.svg': its data has version 0; this gpuflame reads 2
gpuflame: cannot read 'version.svg': its data has version 3; this gpuflame reads 2
gpuflame: cannot read 'nodes.svg': its data has no frame, or more than 16777216
gpuflame: cannot read 'more.svg': its data has no frame, or more than 16777216
gpuflame: cannot read 'frames.svg': more than 10 frames or events for each of its bytes; if you trust it, unpack it first
gpuflame: cannot read 'number.svg': its "nodes" is not a whole number
gpuflame: cannot read 'decimals.svg': its "decimals" is out of range
gpuflame: cannot read 'twice.svg': its "self" occurs twice
gpuflame: cannot read 'lacking.svg': its data has no "name"
gpuflame: cannot read 'columns.svg': more than 32 columns
gpuflame: cannot read 'wide.svg': its numbers do not fit in 64 bits
gpuflame: cannot read 'cut.svg': its data is truncated
gpuflame: cannot read 'behind.svg': its data continues after its end
gpuflame: cannot read 'nameless.svg': frame 1 has no name
gpuflame: cannot read 'fatherless.svg': frame 2 has no parent
gpuflame: cannot read 'orphan.svg': frame 1 has no parent
gpuflame: cannot read 'childless.svg': it has fewer frames than their "children"
gpuflame: cannot read 'children.svg': it has fewer frames than their "children"
gpuflame: cannot read 'total.svg': total overflows 64 bits
gpuflame: cannot read 'bomb.svg': more than 16777216 names
STDERR

# Stacks are folded as operations in their ranges are: the last frame is the operation.
folded-rules() {
  fold() {
    printf "$1" | tell "${*:2}" gpuflame collapse --preset none --strip-numbers none "${@:2}" -
  }
  fold 'step 1;Layer 1;k 5\nstep 2;Layer 2;k 7\nstep 2;x;k 1\n' --rename '\d+=N' --drop-frame '^x$'
  printf 'range:rename a=range\nkernel:rename a=kernel\n' >kinds.rules
  fold 'a 3\na;b 4\n' --rules kinds.rules
  fold 'validation;a;k 1\na;k 2\nb;k 4\nb;a 8\n' --only '^a$' --summary 2>&1
  echo 'a;b 1' >whole.folded
  fold 'a;b 0.25\n' whole.folded
  echo 'a 18446744073709551615' >most.folded
  fold 'a 0.5\n' most.folded
  awk 'BEGIN { while (i++ < 200000) printf "a;"; print "b 1" }' | gpuflame collapse - | wc -c
}
check folded-rules 0 <<'STDOUT'
--- --rename \d+=N --drop-frame ^x$: step N;Layer;k 12 | step N;k 1
--- --rules kinds.rules: kernel 3 | range;b 4
--- --only ^a$ --summary: a;k 2 | b;a 8
-: folded stacks
  stacks                        4
  filtered out                  2
  written 10 + filtered 5 = 15 in the stacks
--- whole.folded: a;b 1.25
--- most.folded: status 1: gpuflame: cannot add up the files: total overflows 64 bits
400004
STDOUT
