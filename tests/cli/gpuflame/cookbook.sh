# The commands of docs/COOKBOOK.md, all of them: their status, and what they print or write first.
cp "$FIXTURES/demo.sqlite" report.sqlite
cp "$FIXTURES/stats_nccl.sqlite" nccl.sqlite
cp "$TESTS/fixtures/torch_mfu.json" trace.json
cp report.sqlite before.sqlite
cp report.sqlite after.sqlite
mkdir run
cp report.sqlite run/job_rank0.sqlite
cp report.sqlite run/job_rank1.sqlite
python3 - <<'END'
import sqlite3
for file in ("after.sqlite", "run/job_rank1.sqlite"):
    db = sqlite3.connect(file)
    db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + (end - start) / 2")
    db.commit()
END
commands=0
while read -r command; do
  case $command in gpuflame*) ;; *) echo "not a command: $command" ;; esac
  commands=$((commands + 1))
  echo "--- $command"
  eval "$command" >printed 2>said
  echo "status $?"
  output=${command##* -o }
  case $command in
    *" -o "*) output=${output%% *} ;;
    *) output= ;;
  esac
  case $output in
    */) ls "$output" | wc -l ;;
    *.gz) gzip -t "$output" && echo "a gzipped file" ;;
    ?*) head -c 40 "$output" | head -n 1 && echo ;;
  esac
  grep -v '^$' printed | head -n 4 | cut -c-100
  grep -v 'warning' said | cut -c-100
  [ -z "$output" ] || rm -r "$output"
done < <(sed -n '/^```sh$/,/^```$/{/^```/!p}' "$TESTS/../docs/COOKBOOK.md")
echo "$commands commands"
grep -c '^\*\*[0-9]*\. ' "$TESTS/../docs/COOKBOOK.md"
