# The header of a picture says in words what it is of; options override it.
cp "$FIXTURES/demo.sqlite" .
cp demo.sqlite again.sqlite
head_of() { gpuflame "$@" 2>&1 | grep -oE 'class="gf-(sub)?title"[^<]*' | sed 's/.*>//'; }
head_of demo.sqlite
echo "== several, and idle time"
head_of demo.sqlite again.sqlite --with-idle
echo "== another value"
head_of demo.sqlite --value count
echo "== folded stacks"
printf 'a;b 2000\n' >a.folded
head_of ./a.folded
echo "== two GPUs; the first finding is that of gpuflame findings"
head_of "$FIXTURES/steps.sqlite" >header
sed 1d header
gpuflame findings -q -f json "$FIXTURES/steps.sqlite" | grep -o "\"title\":\"[^\"]*\"" | head -n 1
echo "== what is selected is not all that there is"
head_of demo.sqlite --skip-steps 1
echo "== options"
head_of demo.sqlite --title T --subtitle S
echo "== a capture that was started while ranges were open"
cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
python3 -c 'import sqlite3
sqlite3.connect("run.gpuflame", isolation_level=None).executescript(
    "DELETE FROM GPUFLAME_LOSS; INSERT INTO GPUFLAME_META VALUES (\"threads_in_ranges\", \"2\")")'
head_of run.gpuflame
