# Untrusted text: cells that a spreadsheet would compute, and terminal control characters.
cp "$FIXTURES/stats_sums.sqlite" sums.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("sums.sqlite")
names = {4: '=HYPERLINK("http://x","y")', 8: "+1", 1: "--HYPERLINK(1)", 2: "--forward", 3: "-1+1", 5: "@SUM(1)", 7: "ok=1"}
for id, name in names.items():
    db.execute("UPDATE GPUFLAME_STACK SET name = ?, shortName = NULL, mangledName = NULL WHERE id = ?",
               (name, id))
db.execute("UPDATE GPUFLAME_META SET value = ? WHERE name = 'gpuflame'",
           ("0.1.0\x1b]0;owned\x07\x1b[31m\u202e",))
db.commit()
END
for format in csv tsv; do
  echo "--- $format"
  gpuflame stats -q -r cuda_gpu_sum -f $format sums.sqlite | sed -E 's/^.*(KERNEL|OPER)[,\t]//'
done
gpuflame stats -q -r nvtx_kern_sum -f csv sums.sqlite | cut -d, -f1 | sort -u
echo "--- json and tables are no spreadsheets"
gpuflame stats -q -r cuda_gpu_sum -f json sums.sqlite | grep -o '"Operation":.*'
echo "--- the version of who wrote it"
gpuflame stats -q sums.sqlite 2>&1 | head -n 1 | od -An -c | grep -c -e '033' -e '\\a' || :
gpuflame collapse --summary sums.sqlite 2>&1 >folded | head -n 1 | od -An -c | grep -c -e '033' -e '\\a' || :
