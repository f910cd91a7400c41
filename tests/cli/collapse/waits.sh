# Collectives of several ranks: who waited for whom, and how long the transfer took.

# The same as an own reading of the files finds, and no other sum changes.
same() { # WORD...: of a cluster
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run "$@"
  python3 "$TESTS/tools/waits.py" run >known
  gpuflame collapse run >split.folded
  gpuflame collapse --no-split-waits run >whole.folded
  echo "--- $*"
  # ranks that cause less than 1 % are not named
  awk '/\[waits for/ { sub(/.*\[waits for /, ""); sub(/\]/, ""); sum[$0 ~ /^rank/ ? $1 " " $2 : "other"] += $NF; waits += $NF }
    /\[transfer\]/ { transfer += $NF }
    END { for (who in sum) if (who != "other") print who, sum[who]; print "transfer " transfer ", all " transfer + waits }' split.folded |
    sort >found
  sort known | grep -Fxv -f - found
  grep -c '^rank' found
  sed 's/;\[[tw][^;]*\]\( [0-9]*\)$/\1/' split.folded | awk '{ value = $NF; $NF = ""; sum[$0] += value } END { for (stack in sum) print stack sum[stack] }' |
    sort | cmp - <(sort whole.folded) && echo "same sums"
  gpuflame collapse --value exposed run | cmp - split.folded && echo "all exposed"
  gpuflame collapse --jobs 8 run | cmp - split.folded
}
collective-waits() {
  same 8 gpu:5:1.2
  same 16 tp=4 data:6:3000:3 gpu:2:1.1 seed=7
  same 64 attention:n3:1.5:6 steps=4 seed=3
}
check collective-waits 0 <<'STDOUT'
--- 8 gpu:5:1.2
1
same sums
all exposed
--- 16 tp=4 data:6:3000:3 gpu:2:1.1 seed=7
5
same sums
all exposed
--- 64 attention:n3:1.5:6 steps=4 seed=3
3
same sums
all exposed
STDOUT

# Groups that lack a rank are not split, and which steps are not of all ranks.
incomplete-collectives() {
  python3 "$TESTS/tools/cluster.py" run 8 tp=4 gpu:5:1.2 sizes=yes cut:1:1:0:4
  show() { gpuflame collapse "$@" 2>&1 >out | sed 's/^gpuflame: //'; grep -c '\[waits for rank 5\]' out; sed -n 's/.*forward;.*\(\[.*\) [0-9]*$/\1/p' out | sort -u; }
  echo "--- rank 1 lacks steps"
  show run
  rm run/rank1.sqlite
  echo "--- rank 1 is missing"
  show run
  echo "--- sizes are not known"
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run 8 tp=4 gpu:5:1.2
  rm run/rank1.sqlite
  show run
  echo "--- communicators are not known"
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run 4 ids=no
  show run
}
check incomplete-collectives 0 <<'STDOUT'
--- rank 1 lacks steps
warning: 35 of 225 kernels of collectives are not split into waits and transfer: not all of their ranks are in the files
2
[transfer]
[waits for other ranks]
[waits for rank 1]
[waits for rank 5]
--- rank 1 is missing
warning: 70 of 210 kernels of collectives are not split into waits and transfer: not all of their ranks are in the files
1
[transfer]
[waits for rank 5]
--- sizes are not known
warning: 210 of 210 kernels of collectives are not split into waits and transfer: not all of their ranks are in the files
0
--- communicators are not known
warning: 40 of 40 kernels of collectives are not split into waits and transfer: the report does not say which ranks they connect (newer NCCL does)
0
STDOUT
