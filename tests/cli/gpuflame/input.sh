# Every command reads every format from standard input, from a pipe and compressed: the result is
# that of the file. Nothing is left in TMPDIR.
pipes() {
  cp "$FIXTURES/demo.sqlite" report.sqlite
  cp "$FIXTURES/stats_sums.sqlite" sums.gpuflame
  cp "$TESTS/fixtures/torch.json" torch.json
  gpuflame collapse -q report.sqlite -o stacks.folded
  gpuflame report.sqlite -o picture.svg
  gpuflame stats --partial report.sqlite -o part
  gpuflame stats -q -r cuda_gpu_kern_sum part >part.before

  mkfifo pipe
  names='s/"files":[^]]*]//; s/"command":"[^"]*"//g' # of files, as findings has them
  # same NAME COMMAND...: with FILE for the file, in each of the ways
  same() {
    local file=$1 how
    shift
    gpuflame "${@/FILE/$file}" 2>/dev/null >found || echo "status $?: $file: $*"
    sed "$names" found >expected
    for how in "cat FILE |" "FILE <" "gzip -c FILE |" "gzip" "twice" "substitution" "name"; do
      case $how in
      "cat FILE |") cat "$file" | gpuflame "${@/FILE/-}" ;;
      "FILE <") gpuflame "${@/FILE/-}" <"$file" ;;
      "gzip -c FILE |") gzip -c "$file" | gpuflame "${@/FILE/-}" ;;
      gzip) gzip -c "$file" >"$file.gz" && gpuflame "${@/FILE/$file.gz}" ;;
      twice) { head -c 100 "$file" | gzip && tail -c +101 "$file" | gzip; } | gpuflame "${@/FILE/-}" ;;
      substitution) gpuflame "${@/FILE//dev/fd/7}" 7< <(cat "$file") ;;
      name) cat "$file" >pipe & gpuflame "${@/FILE/pipe}" ;;
      esac >found 2>err || { echo "status $?: $how: $*" && cat err; }
      sed "$names" found | cmp -s expected - || echo "differs: $how: $file: $*"
    done
    alike=$((alike + 1))
  }
  alike=0
  for file in report.sqlite sums.gpuflame torch.json stacks.folded picture.svg; do
    same "$file" collapse -q FILE
    same "$file" -q --title t FILE
    same "$file" diff -q FILE "$file" --format folded
  done
  for file in report.sqlite sums.gpuflame torch.json; do
    same "$file" stats -q -f csv -r cuda_gpu_kern_sum FILE
  done
  same report.sqlite stats -q -f csv -r cuda_gpu_kern_sum:mangled FILE
  same part stats -q -f csv -r cuda_gpu_kern_sum FILE
  same part stats -q --partial part FILE
  for file in report.sqlite torch.json; do
    same "$file" findings -q -f json FILE
  done
  same stacks.folded svg --title t FILE
  echo "$alike commands"

  echo "--- the first screen"
  gzip -c report.sqlite | gpuflame stats -q - | head -n 3
  echo "--- a folder of compressed files"
  mkdir run && gzip -c report.sqlite >run/rank0.sqlite.gz && gzip -c report.sqlite >run/rank1.nsys-rep.gz
  cp report.sqlite run/rank1.sqlite
  gpuflame collapse -q --by rank run | cut -d ';' -f 1 | uniq -c
  echo "--- several files, one of them a pipe"
  cat report.sqlite | gpuflame collapse -q report.sqlite - | tail -n 1
  gpuflame collapse -q report.sqlite report.sqlite 2>/dev/null | tail -n 1
  echo "--- twice"
  gpuflame collapse - - <stacks.folded
  gpuflame diff - - <stacks.folded
  gpuflame stats - - <report.sqlite
  echo "--- a pipe that has a name much like a command's"
  mkfifo stat
  cat stacks.folded >stat &
  timeout 20 gpuflame stat -q --title t -o slip.svg && gpuflame stacks.folded -q --title t | cmp - slip.svg && echo the same
  echo "--- nothing, part of a report, a closed stdin"
  gpuflame collapse - </dev/null
  head -c 3000 report.sqlite | gpuflame collapse -
  gzip -c report.sqlite | head -c 900 | gpuflame collapse -
  gpuflame collapse - <&-
  echo "--- no room for a copy"
  TMPDIR=$PWD/nowhere gpuflame collapse - <report.sqlite 2>&1 | sed "s|$PWD|.|"
  TMPDIR=$PWD/nowhere gpuflame collapse -q - <torch.json | tail -n 1
  cat torch.json | TMPDIR=$PWD/nowhere gpuflame stats -q - | tail -n 1
  echo "--- what cannot be read is left out, though it is to be read twice"
  (gzip -c torch.json && echo) | gpuflame stats -q --keep-going --partial -o left.part report.sqlite -
  gpuflame stats -q -f csv -r cuda_gpu_kern_sum left.part | wc -l
  printf 'NVIDIA Tegra Profiler Report ' | gpuflame stats -q --keep-going --partial --nsys false -o left.part report.sqlite - 2>err
  grep -c skipped: err
  echo "--- a pipe that has a name, and nothing in it, is opened once"
  mkfifo nothing
  gpuflame stats -q --partial -r cuda_gpu_kern_sum -o reports.part report.sqlite
  : >nothing &
  timeout 20 gpuflame stats -q --strict -f csv -r cuda_gpu_kern_sum nothing reports.part
  wait
  echo "--- what is packed otherwise"
  printf 'PK\3\4........' >a.zip
  printf '\3757zXZ\0........' >a.xz
  printf 'BZh91AY&SY....' >a.bz2
  for file in a.zip a.xz a.bz2; do
    gpuflame collapse $file
    gpuflame svg $file >out
    gpuflame stats $file
  done
  tell "a partial result is none of stacks" gpuflame collapse part
  gpuflame svg part
  gpuflame diff part part
  ls "$TMPDIR"
}
check pipes 0 <<'STDOUT' 3<<'STDERR'
24 commands
--- the first screen
-: nsys 2024.2.3.38 export, schema 3.11.1
1 device, 51.8 ms, 267 NVTX ranges
--- a folder of compressed files
     32 rank 0
     32 rank 1
--- several files, one of them a pipe
load batch;[CUDA memset] 54000 [2 times]
--- twice
--- a pipe that has a name much like a command's
the same
--- nothing, part of a report, a closed stdin
--- no room for a copy
gpuflame: cannot make a temporary folder in './nowhere': No such file or directory
autograd::engine::evaluate_function: AddmmBackward;triton_poi_fused_"quoted": [31mé_0 2000
    0.1%  ▏                20 ns               in no range
--- what cannot be read is left out, though it is to be read twice
21
1
--- a pipe that has a name, and nothing in it, is opened once
--- what is packed otherwise
--- a partial result is none of stacks: status 1: gpuflame: cannot read 'part': a partial result of reports; 'gpuflame stats' reads it
STDOUT
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
gpuflame: '-' is given twice: stdin is read once [3 times]
gpuflame: cannot read '<stdin>': the file is empty
gpuflame: cannot read '<stdin>': it is cut off, 3000 of 172032 bytes; copy or export it again
gpuflame: cannot read '<stdin>': its gzip data is truncated; was the copy cut short?
gpuflame: cannot read '<stdin>': Bad file descriptor
gpuflame: skipped: cannot read '<stdin>': its gzip data is followed by something else
gpuflame: cannot read 'nothing': the file is empty
gpuflame: cannot read 'a.zip': it is a zip archive: unpack it first (unzip) [3 times]
gpuflame: cannot read 'a.xz': it is compressed by xz: unpack it first (unxz) [3 times]
gpuflame: cannot read 'a.bz2': it is compressed by bzip2: unpack it first (bunzip2) [3 times]
gpuflame: 'part' is a partial result of reports, not folded text: 'gpuflame stats' reads it
gpuflame: cannot read 'part': a partial result of reports; 'gpuflame stats' reads it
STDERR

# What zstd compressed is read like any other file, where gpuflame was built with libzstd.
# the bytes of `echo 'a;b 5' | zstd`
zstd-input() {
  printf '\50\265\57\375\4\130\61\0\0a;b 5\n\16\360\260\55' >five.zst
  gpuflame collapse five.zst >found 2>err
  if grep -q 'this gpuflame was built without libzstd: unpack it first' err; then
    echo "SKIP gpuflame was built without libzstd" && exit
  fi
  cat found err
  command -v zstd >/dev/null || { echo "SKIP no zstd" && exit; }
  cp "$FIXTURES/demo.sqlite" report.sqlite
  cp "$FIXTURES/stats_sums.sqlite" sums.gpuflame
  cp "$TESTS/fixtures/torch.json" torch.json
  gpuflame collapse -q report.sqlite -o stacks.folded
  gpuflame report.sqlite -o picture.svg
  for file in report.sqlite sums.gpuflame torch.json stacks.folded picture.svg; do
    zstd -q "$file"
    gpuflame collapse -q "$file" >expected
    gpuflame collapse -q "$file.zst" | cmp - expected && gpuflame collapse -q - <"$file.zst" | cmp - expected && echo "$file"
  done
  echo "--- several frames, and one to be skipped"
  { echo "a;b 5" | zstd -c; printf '\120\52\115\30\3\0\0\0xyz'; echo "a;c 5" | zstd -c; } | gpuflame collapse -
  echo "--- damage"
  head -c 20 torch.json.zst >cut.zst
  gpuflame collapse cut.zst
  { head -c 1000 torch.json.zst; head -c 1000 /dev/zero; } >damaged.zst
  gpuflame collapse damaged.zst
  { cat five.zst; echo "a;b 5"; } >more.zst
  gpuflame collapse more.zst
  echo "--- a window that takes too much memory"
  seq 300000 | sed 's/.*/a;b &/' | zstd -q -1 --long=31 --no-content-size -c >long.zst
  tell "" gpuflame collapse long.zst
}
check zstd-input 1 <<'STDOUT' 3<<'STDERR'
a;b 5
report.sqlite
sums.gpuflame
torch.json
stacks.folded
picture.svg
--- several frames, and one to be skipped
a;b 5
a;c 5
--- damage
--- a window that takes too much memory
status 1: gpuflame: cannot read 'long.zst': its zstd data needs more than 128 MiB to unpack: unpack it first (zstd -d --long=31)
STDOUT
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
gpuflame: cannot read 'cut.zst': its zstd data is truncated; was the copy cut short?
gpuflame: cannot read 'damaged.zst': its zstd data is damaged
gpuflame: cannot read 'more.zst': its zstd data is followed by something else
STDERR
