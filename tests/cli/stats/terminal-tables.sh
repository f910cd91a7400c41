# Tables in a terminal: they fit it, columns are aligned for letters of any width, NO_COLOR.
unset NO_COLOR COLUMNS
cp "$FIXTURES/stats_small.sqlite" report.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("report.sqlite")
for id, name in ((1, "行列積カーネル(float*)"), (4, "re\u0301lu\u0308(float*)"), (7, "通信" * 60 + "(float*)")):
    db.execute("UPDATE StringIds SET value = ? WHERE id = ?", (name, id))
db.execute("UPDATE NVTX_EVENTS SET text = '順伝播 🔥' WHERE text = 'forward'")
db.commit()
END
terminal() { python3 "$TESTS/tools/terminal.py" "$@" | sed 's/<ESC>\[[0-9]*m//g'; }
for columns in 80 50; do
  echo "-- $columns columns"
  terminal $columns out gpuflame stats -q -r cuda_gpu_kern_sum,nvtx_kern_sum report.sqlite
done
echo "-- every report and its line of what is not shown fit, and so do the overview and a comparison"
for columns in 80 132; do
  for words in "stats -q -r all" "stats -q" "diff -q $FIXTURES/demo.sqlite"; do
    # shellcheck disable=SC2086 # words
    terminal $columns out gpuflame $words report.sqlite >shown
    python3 - $columns <<'END'
import sys, unicodedata
def width(line):
    return sum(0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else
        2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
lines = open("shown").read().splitlines()
print(len(lines) > 10, max(map(width, lines)) <= int(sys.argv[1]))
END
  done
done
echo "-- colours: in a terminal, and not with NO_COLOR, nor elsewhere"
for words in "stats -q" "diff -q report.sqlite" "stats -q -r all"; do
  # shellcheck disable=SC2086 # words
  for how in "env" "env NO_COLOR=" "env NO_COLOR=1"; do
    $how python3 "$TESTS/tools/terminal.py" 80 out gpuflame $words report.sqlite | grep -c '<ESC>'
  done
  # shellcheck disable=SC2086 # words
  gpuflame $words report.sqlite | grep -c "$(printf '\033')"
done
