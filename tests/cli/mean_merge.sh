# Merging folded stacks: sums, minima and maxima in any order and grouping.
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
echo "--- rules" && gpuflame merge --strip-numbers auto --rename '^c$=a' --filter-out l a.folded b.folded c.folded
echo "--- rules come before numbers fold, parts first or not"
gpuflame merge --strip-numbers auto a.folded b.folded c.folded >whole
gpuflame merge --strip-numbers auto a.folded b.folded -o ab.folded
gpuflame merge --strip-numbers auto ab.folded c.folded | cmp - whole && echo same
mkdir -p one two && cp a.folded one/same.folded && cp c.folded two/same.folded
echo "--- files of one name" && gpuflame merge --aggregate max one/same.folded two/same.folded
gpuflame merge || echo "status $?"
gpuflame merge absent.folded a.folded || echo "status $?"
gpuflame merge --keep-going absent.folded a.folded
gpuflame merge --aggregate most a.folded || echo "status $?"
gpuflame merge --no-such a.folded || echo "status $?"
