# Partial results: in any grouping and order they give what one process gives that reads all
# files, cell by cell, medians, quartiles and deviations too; so do partial results of partial
# results, together with files, and of captures of sums.
reports=$(gpuflame stats --partial "$FIXTURES/stats_small.sqlite" -q | grep ^report | cut -f 2 | grep -v overview | paste -s -d ,)
echo "$reports" | tr , '\n'
files=()
for name in stats_small ranks stats_steps adopt graph_capture stats_nccl_binary stats_sums host_calls nsys/pages; do
  [ -e "$FIXTURES/$name.sqlite" ] || continue
  cp "$FIXTURES/$name.sqlite" .
  files+=("${name#nsys/}.sqlite")
done
echo "${#files[@]} files"
asked=$reports,cuda_gpu_kern_sum:base,cuda_gpu_sum:mangled
# each file by itself, and backwards; groups of files, and partial results of those
parts=()
for file in "${files[@]}"; do
  gpuflame stats -q --partial -r "$asked" "$file" -o "$file.part" && parts=("$file.part" "${parts[@]}")
done
gpuflame stats -q --partial -r "$asked" "${files[@]:2:3}" -o a
gpuflame stats -q --partial -r "$asked" "${files[0]}" "${files[@]:5}" -o b
gpuflame stats -q --partial -r "$asked" b a -o c
for report in ${asked//,/ }; do
  gpuflame stats -q -f csv -r "$report" "${files[@]}" >whole.csv 2>err || { cat err; continue; }
  gpuflame stats -q -f csv -r "$report" "${parts[@]}" | cmp - whole.csv
  gpuflame stats -q -f csv -r "$report" ./*.part | cmp - whole.csv
  gpuflame stats -q -f csv -r "$report" c "${files[1]}" | cmp - whole.csv
  # of this report alone, and of several files, too
  gpuflame stats -q --partial -r "$report" "${files[@]}" -o d
  gpuflame stats -q -f csv -r "$report" d | cmp - whole.csv
done
rm ./*.part a b c d
echo '--- of events alone, whose ranges nvtx_kern_sum counts'
events=()
for file in "${files[@]}"; do
  [ "$file" = stats_sums.sqlite ] || events+=("$file")
done
gpuflame stats -q -f csv -r nvtx_kern_sum "${events[@]}" >whole.csv
for file in "${events[@]}"; do
  gpuflame stats -q --partial -r nvtx_kern_sum "$file" -o "$file.part"
done
gpuflame stats -q -f csv -r nvtx_kern_sum ./*.part | cmp - whole.csv
rm "${events[0]}.part"
gpuflame stats -q -f csv -r nvtx_kern_sum ./*.part "${events[0]}" | cmp - whole.csv
rm ./*.part
echo '--- without --report: all of them'
gpuflame stats -q --partial "${files[@]:0:2}" -o a
gpuflame stats -q --partial "${files[@]:2}" -o b
gpuflame stats -q -f csv a b >parts.csv
gpuflame stats -q -f csv -r "$reports" "${files[@]}" | cmp - parts.csv
gpuflame stats a b 2>&1 >/dev/null | head -n 2
echo '--- the screen, in any order and grouping; options that select belong to the first step'
screens() { # OPTION...
  local file parts=()
  gpuflame stats -q "$@" "${events[@]}" >whole.txt
  for file in "${events[@]}"; do
    gpuflame stats -q --partial "$@" "$file" -o "$file.part"
    parts=("$file.part" "${parts[@]}")
  done
  gpuflame stats -q "${parts[@]}" | cmp - whole.txt
  [ $# -gt 0 ] || gpuflame stats -q "${parts[@]:0:${#parts[@]}-1}" "${events[0]}" | cmp - whole.txt
  gpuflame stats -q --partial "${parts[@]:2}" -o c
  gpuflame stats -q "${parts[@]:0:2}" c | cmp - whole.txt
  gpuflame stats -q --partial "$@" "${events[@]}" -o d
  gpuflame stats -q d | cmp - whole.txt
  sed -n 2,4p whole.txt
}
screens
screens --device 0
screens --rename '[a-z]+=x'
echo '--- with sums'
gpuflame stats -q "${files[@]}" >whole.txt
gpuflame stats a b -q | cmp - whole.txt
echo '--- findings; their commands are about the files that were given'
screens >out
gpuflame findings -q "${events[@]}" | grep -v '^   see' >whole.txt
gpuflame findings -q ./*.sqlite.part | grep -v '^   see' | cmp - whole.txt
gpuflame findings -q "${events[@]:1}" "${events[0]}.part" | grep -v '^   see' | cmp - whole.txt
head -n 2 whole.txt
echo '--- what is refused'
gpuflame stats --partial -r cuda_gpu_trace "${files[0]}"
gpuflame stats --partial -f csv "${files[0]}"
gpuflame stats -q --partial -r nvtx_sum "${files[0]}" -o nvtx.part
gpuflame stats -r cuda_gpu_kern_sum a nvtx.part
gpuflame stats d --preset none
gpuflame stats nvtx.part | head -n 1
gpuflame findings nvtx.part
gpuflame findings -q a b | head -n 1
gpuflame stats --partial --range '.*' "${files[0]}" -o range.part
gpuflame findings range.part
bad() {
  printf '%b' "$1" >bad.part
  gpuflame stats -r nvtx_sum bad.part
}
start='gpuflame partial\t1\nfiles\t1\nreport\tnvtx_sum\t1\n'
bad 'gpuflame partial\t2\nend\t0\n'
bad "${start}group\t0\tx\nvalues\t0\t5:1\n"
bad "${start}group\t0\tx\nvalues\t0\t5:1\nend\t3\n"
bad "${start}group\t0\tx\nvalues\t0\t5:1\nend\t4\nmore\n"
bad "${start}group\t0\tx\nvalues\t0\t5:1"
bad "${start}group\t0\nvalues\t0\t5:1\nend\t4\n"
bad "${start}group\t0\t\\\\x\nvalues\t0\t5:1\nend\t4\n"
bad "${start}group\t4294967296\tx\nvalues\t0\t5:1\nend\t4\n"
bad "${start}group\t0\tx\nvalues\t1\t5:1\nend\t4\n"
bad "${start}group\t0\tx\nvalues\t0\t5:0\nend\t4\n"
bad "${start}group\t0\tx\nvalues\t0\t5\nend\t4\n"
bad "${start}group\t0\tx\nend\t3\n"
bad "${start}values\t0\t5:1\nend\t3\n"
bad "${start}group\t0\tx\nsum\t0\t5\t0\t1\t2\nend\t4\n"
bad "${start}group\t0\tx\nvalues\t0\t9223372036854775807:2\nend\t4\n"
bad "${start}group\t0\tx\nvalues\t0\t5:1\nreport\tnvtx_sum\t1\nend\t5\n"
bad "${start}what\nend\t3\n"
of_screen() { # LABELS AND COUNTERS: the rest of them are 0
  local i zeros=''
  for ((i = $#; i < 23; i++)); do zeros+='\t0'; done
  printf '%b' 'gpuflame partial\t1\nfiles\t1\nreport\toverview\t1\n' "group$(printf '\\t%s' "$@")$zeros" '\nend\t3\n' >bad.part
  gpuflame stats bad.part
}
no='\\-'
of_screen 99 0 0 x $no $no $no
of_screen 20 99 0 x $no $no $no
of_screen 16 0 0 x $no $no $no 5 0 0 0 0 0 0 4
of_screen 16 0 0 $no $no $no $no
of_screen 20 0 0 x y $no $no 5 1 6
of_screen 19 0 0 $no $no $no $no 0 0 0 0 0 0 1 2
of_screen 3 0 0 $no $no $no $no 5
printf '%b' 'gpuflame partial\t1\nfiles\t1\nreport\tnvtx_kern_sum\t1\ngroup\t4\tx\ty\t1\t1\t0\nvalues\t0\t5:1\nend\t4\n' >bad.part
gpuflame stats -r nvtx_kern_sum bad.part
echo '--- of a reduce that goes on, a part that is cut off is named and left out'
head -n 20 a >cut.part
gpuflame stats --keep-going -q -f csv -r cuda_gpu_kern_sum cut.part b >left.csv
gpuflame stats -q -f csv -r cuda_gpu_kern_sum b | cmp - left.csv
gpuflame stats --keep-going -q "${files[0]}" cut.part | tail -n +2 >left.txt # 1: the files
gpuflame stats -q "${files[0]}" | tail -n +2 | cmp - left.txt
echo '--- names of any bytes'
printf '%b' "${start}group\t0\ta\\\\tb\\\\nc\\\\\\\\d\nvalues\t0\t5:2\t9:1\nend\t4\n" >names.part
gpuflame stats -f json -r nvtx_sum names.part
gpuflame stats --partial -r nvtx_sum names.part | grep ^group
