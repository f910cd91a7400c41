# Merging folded stacks: sums, minima and maxima in any order and grouping.
aggregates() {
  add_up() { gpuflame collapse --no-default-rules --preset none --strip-numbers none "$@"; }
  printf 'a;k 10\na;l 3\nb;layer_1;k 1\n' >a.folded
  printf 'a;k 4\nc 7\nb;layer_2;k 2\n' >b.folded
  printf 'a;k 6\na;l 5.5\nb;layer_3;k 4\n' >c.folded
  for how in sum mean min max spread; do
    echo "--- $how" && add_up --aggregate "$how" a.folded b.folded c.folded
  done
  for how in sum min max; do
    add_up --aggregate "$how" a.folded b.folded c.folded >whole
    add_up --aggregate "$how" a.folded b.folded -o ab.folded &&
      add_up --aggregate "$how" ab.folded c.folded | cmp - whole &&
      add_up --aggregate "$how" b.folded c.folded -o bc.folded &&
      add_up --aggregate "$how" bc.folded a.folded | cmp - whole &&
      add_up --aggregate "$how" c.folded a.folded b.folded | cmp - whole && echo "$how: any order"
  done
  echo "--- the same bytes, whatever unit the parts need"
  printf 'a;k 7.25\na;k 7.25\na;l 0.5\n' >e.folded
  add_up --aggregate max e.folded a.folded | tee whole
  add_up --aggregate max whole a.folded | cmp - whole
  echo "--- rules" && add_up --strip-numbers auto --rename '^c$=a' --filter-out l a.folded b.folded c.folded
  echo "--- rules come before numbers fold, parts first or not"
  add_up --strip-numbers auto a.folded b.folded c.folded >whole
  add_up --strip-numbers auto a.folded b.folded -o ab.folded
  add_up --strip-numbers auto ab.folded c.folded | cmp - whole && echo same
  mkdir -p one two && cp a.folded one/same.folded && cp c.folded two/same.folded
  echo "--- files of one name" && add_up --aggregate max one/same.folded two/same.folded
  echo "--- one file under two names counts twice, which is reported"
  ln -s a.folded z.folded
  add_up a.folded b.folded z.folded ./b.folded a.folded >/dev/null
  gpuflame collapse a.folded b.folded ./a.folded >/dev/null
  gpuflame collapse -q a.folded ./a.folded >/dev/null
  add_up --keep-going absent.folded a.folded
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
    add_up $options rules.folded
  done
  echo "--- to a file" && add_up rules.folded a.folded --output merged.folded && wc -l <merged.folded
  echo "--- other files are folded first" && cp "$FIXTURES/graph_capture.sqlite" run.sqlite && add_up a.folded run.sqlite
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
a;k 10
a;l 3
b;layer_1;k 1
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
--- other files are folded first
a;k 10
a;l 3
b;layer_1;k 1
replay;capture;gemm 30
replay;capture;layer;relu 5
replay;relu 1
STDOUT
gpuflame: warning: 'z.folded' is the same file as 'a.folded': it is counted again
gpuflame: warning: './a.folded' is the same file as 'a.folded': it is counted again
gpuflame: skipped: cannot open 'absent.folded': No such file or directory
STDERR

# Captures of sums say their rank, too; two of one rank are added up, and said.
ranks-of-sums() {
  for rank in 3 3.again 4; do
    cp "$FIXTURES/stats_sums.sqlite" $rank.gpuflame
    sql $rank.gpuflame "DELETE FROM GPUFLAME_LOSS; UPDATE GPUFLAME_META SET value = '$rank' WHERE name = 'pid';
      INSERT INTO GPUFLAME_META VALUES ('rank', '${rank%.*}')"
  done
  gpuflame collapse --by rank --only UVM ./*.gpuflame
  gpuflame collapse --aggregate mean --only UVM ./*.gpuflame
}
check ranks-of-sums 0 <<'STDOUT' 3<<'STDERR'
rank 3;step;[CUDA memcpy UVM HtoD] 60
rank 4;step;[CUDA memcpy UVM HtoD] 30
step;[CUDA memcpy UVM HtoD] 45
STDOUT
gpuflame: warning: rank 3 is stated by several processes, in './3.again.gpuflame' and './3.gpuflame': they are added up
gpuflame: warning: 2 of 5 ranks: ranks 0-2 are missing
gpuflame: warning: rank 3 is stated by several processes, in './3.again.gpuflame' and './3.gpuflame': they are added up
gpuflame: warning: 2 of 5 ranks: ranks 0-2 are missing
STDERR
