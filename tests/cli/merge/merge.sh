# Merging folded stacks: sums, minima and maxima in any order and grouping.
aggregates() {
  printf 'a;k 10\na;l 3\nb;layer_1;k 1\n' >a.folded
  printf 'a;k 4\nc 7\nb;layer_2;k 2\n' >b.folded
  printf 'a;k 6\na;l 5.5\nb;layer_3;k 4\n' >c.folded
  for how in sum mean min max spread; do
    echo "--- $how" && gpuflame merge --aggregate "$how" a.folded b.folded c.folded
  done
  for how in sum min max; do
    gpuflame merge --aggregate "$how" a.folded b.folded c.folded >whole
    gpuflame merge --aggregate "$how" a.folded b.folded -o ab.folded &&
      gpuflame merge --aggregate "$how" ab.folded c.folded | cmp - whole &&
      gpuflame merge --aggregate "$how" b.folded c.folded -o bc.folded &&
      gpuflame merge --aggregate "$how" bc.folded a.folded | cmp - whole &&
      gpuflame merge --aggregate "$how" c.folded a.folded b.folded | cmp - whole && echo "$how: any order"
  done
  echo "--- the same bytes, whatever unit the parts need"
  printf 'a;k 7.25\na;k 7.25\na;l 0.5\n' >e.folded
  gpuflame merge --aggregate max e.folded a.folded | tee whole
  gpuflame merge --aggregate max whole a.folded | cmp - whole
  echo "--- parts without a stack in common, merged again"
  printf 'd 2\n' >d.folded
  gpuflame merge --aggregate min a.folded d.folded | tee ad.folded
  gpuflame merge --aggregate min ad.folded a.folded && gpuflame merge ad.folded d.folded
  echo "--- rules" && gpuflame merge --strip-numbers auto --rename '^c$=a' --filter-out l a.folded b.folded c.folded
  echo "--- rules come before numbers fold, parts first or not"
  gpuflame merge --strip-numbers auto a.folded b.folded c.folded >whole
  gpuflame merge --strip-numbers auto a.folded b.folded -o ab.folded
  gpuflame merge --strip-numbers auto ab.folded c.folded | cmp - whole && echo same
  mkdir -p one two && cp a.folded one/same.folded && cp c.folded two/same.folded
  echo "--- files of one name" && gpuflame merge --aggregate max one/same.folded two/same.folded
  echo "--- one file under two names counts twice, which is reported"
  ln -s a.folded z.folded
  gpuflame merge a.folded b.folded z.folded ./b.folded a.folded >/dev/null
  gpuflame collapse a.folded b.folded ./a.folded >/dev/null
  gpuflame collapse -q a.folded ./a.folded >/dev/null
  gpuflame merge || echo "status $?"
  gpuflame merge absent.folded a.folded || echo "status $?"
  gpuflame merge --keep-going absent.folded a.folded
  gpuflame merge --aggregate most a.folded || echo "status $?"
  gpuflame merge --no-such a.folded || echo "status $?"
  echo "--- each rule, on stacks that are folded already"
  cat >rules.folded <<'END'
aten::linear, seq = 5;outer;gemm_64x64<float>(float *) 10
aten::linear, seq = 6;outer;void ns::copy<(int)4>(char *) 5
warmup;outer;gemm_64x64<float>(float *) 2
END
  echo 'range:rename ^outer$=within' >my.rules
  for options in "--preset pytorch" "--kernel-names short" "--kernel-names family" "--drop-frame ^outer$" "--root ^outer$" \
    "--rules my.rules" "--only ^warmup$" "--preset all --kernel-names short --only ^aten --drop-frame outer"; do
    echo "--- $options"
    # shellcheck disable=SC2086 # several words
    gpuflame merge $options rules.folded
  done
  echo "--- to a file" && gpuflame merge rules.folded a.folded --output merged.folded && wc -l <merged.folded
  gpuflame merge a.folded -o a.folded || echo "status $?"
  gpuflame merge --help | head -n 3
  echo "--- other files are folded first" && cp "$FIXTURES/graph_capture.sqlite" run.sqlite && gpuflame merge a.folded run.sqlite
}
check aggregates 0 <<'STDOUT' 3<<'STDERR'
--- sum
a;k 20
a;l 8.5
b;layer_1;k 1
b;layer_2;k 2
b;layer_3;k 4
c 7
--- mean
a;k 6.7
a;l 2.8
b;layer_1;k 0.3
b;layer_2;k 0.7
b;layer_3;k 1.3
c 2.3
--- min
a;k 4
--- max
a;k 10
a;l 5.5
b;layer_1;k 1
b;layer_2;k 2
b;layer_3;k 4
c 7
--- spread
a;k [least b.folded, most a.folded] 6
a;l [least b.folded, most c.folded] 5.5
b;layer_1;k [least b.folded, most a.folded] 1
b;layer_2;k [least a.folded, most b.folded] 2
b;layer_3;k [least a.folded, most c.folded] 4
c [least a.folded, most b.folded] 7
sum: any order
min: any order
max: any order
--- the same bytes, whatever unit the parts need
a;k 14.5
a;l 3
b;layer_1;k 1
--- parts without a stack in common, merged again
[unattributed] 0
[unattributed] 0
d 2
--- rules
a 7
a;k 20
--- rules come before numbers fold, parts first or not
same
--- files of one name
a;k 10
a;l 5.5
b;layer_1;k 1
b;layer_3;k 4
--- one file under two names counts twice, which is reported
status 2
status 1
a;k 10
a;l 3
b;layer_1;k 1
status 2
status 2
--- each rule, on stacks that are folded already
--- --preset pytorch
aten::linear;outer;gemm_64x64<float>(float *) 10
aten::linear;outer;void ns::copy<(int)4>(char *) 5
warmup;outer;gemm_64x64<float>(float *) 2
--- --kernel-names short
aten::linear, seq = 5;outer;gemm_64x64 10
aten::linear, seq = 6;outer;copy 5
warmup;outer;gemm_64x64 2
--- --kernel-names family
aten::linear, seq = 5;outer;gemm 10
aten::linear, seq = 6;outer;copy 5
warmup;outer;gemm 2
--- --drop-frame ^outer$
aten::linear, seq = 5;gemm_64x64<float>(float *) 10
aten::linear, seq = 6;void ns::copy<(int)4>(char *) 5
warmup;gemm_64x64<float>(float *) 2
--- --root ^outer$
outer;gemm_64x64<float>(float *) 12
outer;void ns::copy<(int)4>(char *) 5
--- --rules my.rules
aten::linear, seq = 5;within;gemm_64x64<float>(float *) 10
aten::linear, seq = 6;within;void ns::copy<(int)4>(char *) 5
warmup;within;gemm_64x64<float>(float *) 2
--- --only ^warmup$
warmup;outer;gemm_64x64<float>(float *) 2
--- --preset all --kernel-names short --only ^aten --drop-frame outer
aten::linear;copy 5
aten::linear;gemm_64x64 10
--- to a file
6
status 2
usage: gpuflame merge [options] FILE...

Merge folded stacks, such as those of the ranks of a run, stack by stack. A
--- other files are folded first
a;k 10
a;l 3
b;layer_1;k 1
replay;capture;gemm 30
replay;capture;layer;relu 5
replay;relu 1
STDOUT
gpuflame: warning: 'z.folded' is the same file as 'a.folded': it is counted again, as are 2 more
gpuflame: warning: './a.folded' is the same file as 'a.folded': it is counted again
gpuflame: no file given; see gpuflame merge --help
gpuflame: cannot open 'absent.folded': No such file or directory
gpuflame: skipped: cannot open 'absent.folded': No such file or directory
gpuflame: option '--aggregate' takes sum, mean, min, max or spread, not 'most'
gpuflame: unknown option '--no-such'; see --help
gpuflame: 'a.folded' is an input; give the output another name
STDERR
