# Reports that users write: files of SQL (docs/TABLES.md).

# Each example of docs/TABLES.md, on a small trace.
table-examples() {
  cp "$FIXTURES"/{stats_small,host_calls,steps}.sqlite .
  python3 - "$TESTS/../docs/TABLES.md" <<'END'
import re, sys
examples = open(sys.argv[1]).read().split("\n## Examples\n")[1]
for i, (name, sql) in enumerate(re.findall(r"^\*\*(.*?)\*\*.*?```sql\n(.*?)```", examples, re.S | re.M), 1):
    open(f"{i:02}.sql", "w").write(sql)
    print(i, name)
END
  for example in *.sql; do
    file=stats_small.sqlite
    [ "$example" != 05.sql ] || file=host_calls.sqlite
    COLUMNS=100 gpuflame stats -q -r "$example" $file | head -n 9
  done
  gpuflame stats -q -f csv -r 01.sql:least=1300ns stats_small.sqlite
  gpuflame stats -q -f csv -r 06.sql stats_small.sqlite steps.sqlite | cut -d, -f2-
  gpuflame stats -q -r 04.sql -f svg -o use.svg stats_small.sqlite && grep -c 'GPU' use.svg
}
check table-examples 0 <<'STDOUT'
1 The longest kernels
2 Kernels by range
3 What came before a gap
4 The GPU over time
5 A table that only nsys has
6 Several files
Longest kernels (01)
     Start  Duration  Device  Name
0.000006 s   1.40 us       0  ncclDevKernel_AllReduce_Sum_bf16_RING_LL(nccl...elArgsStorage<4096ul>)
02 (02)
Range               Kernel                                                            Count     Time
NCCL:ncclAllReduce  ncclDevKernel_AllReduce_Sum_bf16_RING_LL(...ArgsStorage<4096ul>)      2  2.40 us
forward             ncclDevKernel_AllReduce_Sum_bf16_RING_LL(...ArgsStorage<4096ul>)      1  1.40 us
forward             gemm(float*, float*)                                                  2   500 ns
forward             relu(float*)                                                          1    50 ns
prefetch            ncclDevKernel_AllReduce_Sum_bf16_RING_LL(...ArgsStorage<4096ul>)      2  2.40 us
prefetch            gemm(float*, float*)                                                  1   300 ns
03 (03)
    Gap       Since  Device  Stream  Before                    After
4.37 us  0.000002 s       0       7  relu(float*)              [CUDA memset]
2.20 us  0.000004 s       0       8  ncclDevKernel_...096ul>)  ncclDevKernel_AllReduce...ge<4096ul>)
1.50 us  0.000007 s       0       7  gemm(float*, float*)      [CUDA memcpy DtoH]
 205 ns  0.000008 s       0       7  [CUDA memcpy DtoH]        [CUDA memset]
 200 ns  0.000002 s       0       7  gemm(float*, float*)      relu(float*)
 170 ns  0.000006 s       0       7  [CUDA memset]             gemm(float*, float*)
Use of each GPU (04)
     Start  Duration  Device    Busy
0.000001 s    330 ns       0   60.6%
0.000002 s    330 ns       0   15.2%
0.000002 s    330 ns       0    0.0% [2 times]
0.000003 s    330 ns       0    0.0% [2 times]
05 (05)
Rank  To  Messages  Bytes
   0   1         3  4,126
Slowest ranks (06)
Kernel                                                        Files      Avg      Max  In
gemm(float*, float*)                                              1   500 ns   500 ns  the only file
ncclDevKernel_AllReduce_Sum_bf16_RING_...rgsStorage<4096ul>)      1  2.40 us  2.40 us  the only file
relu(float*)                                                      1    50 ns    50 ns  the only file
Start (ns),Duration (ns),Device,Name
6500,1400,0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
Files,Avg (ns),Max (ns),In
 float*)",1,500,500,stats_small.sqlite
1,2400,2400,stats_small.sqlite
1,300,300,steps.sqlite
1,100,100,steps.sqlite
1,50,50,stats_small.sqlite
 (int)64>(float *)",1,800,800,steps.sqlite
2
STDOUT

# Kernels of 10, 20 and 30 ns, one of them in a range; what is theirs is known by hand.
make-export() {
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("run.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (1, 'a'), (2, 'b, "c"'), (3, 'poll');
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
INSERT INTO NVTX_EVENTS VALUES (100, 200, 59, 'step 1', 16777217), (300, 400, 59, 'step 2', 16777217);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (110, 120, 16777217, 1), (310, 320, 16777217, 2), (500, 510, 16777217, 3);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName, shortName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (130, 140, 0, 1, 7, 1, 16777216, 1, 1), (330, 350, 0, 1, 7, 2, 16777216, 1, 1),
  (530, 560, 1, 1, 7, 3, 16777216, 2, 2);
CREATE TABLE OSRT_API (start, end, globalTid, nameId);
INSERT INTO OSRT_API VALUES (105, 106, 16777218, 3), (305, 307, 16777218, 3), (600, 603, 33554433, 3);
CREATE TABLE "odd ""name" ("a b", "c""d" REAL, e BLOB, PRIMARY KEY ("a b")) WITHOUT ROWID;
INSERT INTO "odd ""name" VALUES ('x', 2, x'00ff'), ('y', 2.5, NULL);
CREATE TABLE kernel (name);
INSERT INTO kernel VALUES ('not ours');
CREATE VIEW seen AS SELECT * FROM StringIds;
CREATE VIRTUAL TABLE words USING fts4 (word);
CREATE TRIGGER no AFTER INSERT ON OSRT_API BEGIN SELECT 1; END;
""")
wide = [f"c{i}" for i in range(90)]
db.execute(f"CREATE TABLE wide ({','.join(wide)})")
db.executemany(f"INSERT INTO wide VALUES ({','.join('?' * 90)})", [[1000 * row + i for i in range(90)] for row in range(2)])
db.commit()
END
}

# sql NAME [OPTION]... <<STATEMENT
sql() {
  local name=$1
  shift
  cat >"$name.sql"
  gpuflame stats -q -f csv -r "$name.sql" "$@"
}

own-reports() {
  make-export
  sql total run.sqlite <<<'SELECT name, count(*), sum(ns) AS "Total:ns", avg(ns) AS "Avg:ns.1" FROM kernel GROUP BY name_id ORDER BY name'
  gpuflame stats -q -r total.sql run.sqlite
  gpuflame stats -q -r total.sql -f json run.sqlite | tail -n 3
  echo '--- parameters, two statements, files'
  cat >least.sql <<'END'
-- Kernels by name
--
-- Those of at least :least.
--
-- parameter: least = 15ns; the shortest

-- each file:
SELECT name_id, ns FROM kernel WHERE ns >= :least;

-- all files:
SELECT name(name_id) AS "Name", sum(ns) AS "Total:ns" FROM pooled GROUP BY name_id ORDER BY 1;
END
  cp run.sqlite other.sqlite
  gpuflame stats -r least.sql run.sqlite
  gpuflame stats -q -f csv -r least.sql:least=30,total.sql run.sqlite other.sqlite
  gpuflame stats -q -f csv -r least.sql:least=1us run.sqlite
  echo '--- what is selected'
  gpuflame stats -q -f csv -r total.sql --steps 2 run.sqlite
  gpuflame stats -q -f csv -r total.sql --device 1 run.sqlite
  echo '--- other kinds of files'
  sql kinds "$TESTS/fixtures/torch_memory.json" "$FIXTURES/stats_sums.sqlite" run.sqlite <<<'SELECT sum(count) FROM kernel'
  sql none "$TESTS/fixtures/torch_memory.json" <<<'SELECT count(*) FROM export.OSRT_API'
  sql none "$TESTS/fixtures/torch_memory.json" <<<'SELECT count(*) FROM export.wide'
  gpuflame stats -q -f csv -r total.sql - <run.sqlite
  gzip -k run.sqlite && gpuflame stats -q -f csv -r total.sql run.sqlite.gz
}
check own-reports 0 <<'STDOUT' 3<<'STDERR'
name,count(*),Total (ns),Avg (ns)
a,2,30,15.0
"b, ""c""",1,30,30.0
total (total)
name    count(*)  Total    Avg
a       2         30 ns  15 ns
b, "c"  1         30 ns  30 ns
  {"name":"a","count(*)":2,"Total (ns)":30,"Avg (ns)":15.0},
  {"name":"b, \"c\"","count(*)":1,"Total (ns)":30,"Avg (ns)":30.0}
]}]}
--- parameters, two statements, files
Kernels by name (least)
Name    Total
a       20 ns
b, "c"  30 ns
Name,Total (ns)
"b, ""c""",60
name,count(*),Total (ns),Avg (ns),File
a,2,30,15.0,run.sqlite
"b, ""c""",1,30,30.0,run.sqlite
a,2,30,15.0,other.sqlite
"b, ""c""",1,30,30.0,other.sqlite
Name,Total (ns)
--- what is selected
name,count(*),Total (ns),Avg (ns)
a,1,20,20.0
name,count(*),Total (ns),Avg (ns)
"b, ""c""",1,30,30.0
--- other kinds of files
sum(count),File
1,torch_memory.json
8,stats_sums.sqlite
3,run.sqlite
count(*)
0
name,count(*),Total (ns),Avg (ns)
a,2,30,15.0
"b, ""c""",1,30,30.0
name,count(*),Total (ns),Avg (ns)
a,2,30,15.0
"b, ""c""",1,30,30.0
STDOUT
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
gpuflame: none.sql: no such table: export.wide
STDERR

# The tables of the file itself.
export-tables() {
  make-export
  sql strings run.sqlite <<<'SELECT id, value FROM export.StringIds'
  sql os run.sqlite <<<'SELECT start, "end" - start AS ns, string(nameId), globalTid >> 24 AS pid FROM export.osrt_api'
  sql odd run.sqlite <<<'SELECT *, typeof("c""d"), hex(e) FROM export."odd ""name" ORDER BY 1 DESC'
  sql join run.sqlite <<<'SELECT value, count(*) FROM export.OSRT_API JOIN export.StringIds ON id = nameId GROUP BY id'
  echo '--- more columns than are read at once'
  sql wide run.sqlite <<<'SELECT * FROM export.wide' | cut -d, -f 1-2,31-34,62-66,90
  sql some run.sqlite <<<'SELECT c89, c63, c0 FROM export.wide WHERE c1 > 500'
  echo '--- ours are ours'
  sql ours run.sqlite <<<'SELECT count(*), (SELECT name FROM export.kernel) FROM kernel'
  echo '--- what a version of nsys does not have'
  sql absent run.sqlite <<<'SELECT count(*), max(tag) FROM export.MPI_P2P_EVENTS'
  sql absent run.sqlite <<<'SELECT start, nameId FROM export.CUPTI_ACTIVITY_KIND_OPENACC_DATA UNION ALL SELECT max(start), max(rowid) FROM export.OSRT_API'
  sql absent run.sqlite <<<'SELECT * FROM export.NO_SUCH_TABLE'
  sql absent run.sqlite <<<'SELECT no_column FROM export.OSRT_API'
  echo '--- by SQLite alone'
  for query in strings os odd join wide some; do
    cmp <(GPUFLAME_READER=sqlite gpuflame stats -q -f csv -r $query.sql run.sqlite) <(gpuflame stats -q -f csv -r $query.sql run.sqlite)
  done
  echo '--- what is selected'
  for option in '--time -200ns' '--process 2' '--steps 2' '--range step' '--range nothing'; do
    # shellcheck disable=SC2086 # words
    gpuflame stats -q -f csv -r os.sql $option run.sqlite 2>&1 | tail -n +2 | tr '\n' ' '
    echo "$option"
  done
  echo '--- nothing but tables'
  for table in seen words no; do
    sql $table run.sqlite <<<"SELECT * FROM export.$table"
  done
  python3 -c 'import sqlite3
db = sqlite3.connect("run.sqlite")
db.executescript("DROP TRIGGER no; DROP TABLE OSRT_API; CREATE VIEW OSRT_API AS SELECT 1 AS start")'
  gpuflame stats -q -r os.sql run.sqlite
  gpuflame stats -q -r osrt_sum run.sqlite
}
check export-tables 1 <<'STDOUT' 3<<'STDERR'
id,value
1,a
2,"b, ""c"""
3,poll
start,ns,string(nameId),pid
105,1,poll,1
305,2,poll,1
600,3,poll,2
a b,c"d,e,typeof("c""d"),hex(e)
y,2.500,,real,
x,2.000, �,real,00FF
value,count(*)
poll,3
--- more columns than are read at once
c0,c1,c30,c31,c32,c33,c61,c62,c63,c64,c65,c89
0,1,30,31,32,33,61,62,63,64,65,89
1000,1001,1030,1031,1032,1033,1061,1062,1063,1064,1065,1089
c89,c63,c0
1089,1063,1000
--- ours are ours
count(*),(SELECT name FROM export.kernel)
3,a
--- what a version of nsys does not have
count(*),max(tag)
0,
start,nameId
600,3
--- by SQLite alone
--- what is selected
105,1,poll,1 --time -200ns
600,3,poll,2 --process 2
305,2,poll,1 --steps 2
--range step
--range nothing
--- nothing but tables
STDOUT
gpuflame: absent.sql: no such table: export.NO_SUCH_TABLE
gpuflame: absent.sql: no such column: no_column
gpuflame: seen.sql: no such table: export.seen
gpuflame: words.sql: no such table: export.words
gpuflame: no.sql: no such table: export.no
gpuflame: os.sql: cannot read 'run.sqlite': OSRT_API is a view or a virtual table, which no export has
gpuflame: cannot make osrt_sum: cannot read 'run.sqlite': OSRT_API is a view or a virtual table, which no export has
STDERR

# Files that are made to keep reports busy: rows without an end, and tables that all match.
endless-tables() {
  python3 - <<'END'
import sqlite3
def export(name, page):
    db = sqlite3.connect(name)
    db.executescript(f"""PRAGMA page_size = {page};
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE OSRT_API (start, end, globalTid, nameId);
INSERT INTO OSRT_API VALUES (1, 2, 3, 4);
CREATE TABLE unused (a); INSERT INTO unused VALUES (zeroblob(80000));""")
    root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'OSRT_API'").fetchone()[0]
    db.close()
    return bytearray(open(name, "rb").read()), root

def two(number):
    return number.to_bytes(2, "big")

def parent(child):
    """A page inside of a tree, whose children are all one page."""
    key, cells = 4096 - 5, 500
    page = b"\x05\0\0" + two(cells) + two(key) + b"\0" + child.to_bytes(4, "big") + two(key) * cells
    return page.ljust(key, b"\0") + child.to_bytes(4, "big") + b"\x01"

data, root = export("tower.sqlite", 4096)
page = lambda number: slice((number - 1) * 4096, number * 4096)
top = len(data) // 4096
data[page(top)] = data[page(root)]
for level in 1, 2, 3:
    data[page(top - level)] = parent(top - level + 1)
data[page(root)] = parent(top - 3)
open("tower.sqlite", "wb").write(data)

db = sqlite3.connect("matches.sqlite")
db.executescript("""CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE TARGET_INFO_NETWORK_METRICS (metricsListId, metricsIdx, name, unit);
CREATE TABLE TARGET_INFO_NIC_INFO (nicId, name); CREATE TABLE NIC_ID_MAP (nicId, globalId);
CREATE TABLE NET_NIC_METRIC (start, end, globalId, portId, metricsListId, metricsIdx, value);
INSERT INTO TARGET_INFO_NETWORK_METRICS VALUES (1, 1, 'IB: Bytes sent', '');
INSERT INTO NET_NIC_METRIC VALUES (1, 2, 1, 1, 1, 1, 1);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO NIC_ID_MAP SELECT 1, i FROM n;
INSERT INTO TARGET_INFO_NIC_INFO SELECT 1, 'n' || globalId FROM NIC_ID_MAP""")
END
  sql tower tower.sqlite <<<'SELECT count(*) FROM export.OSRT_API'
  gpuflame stats -q -r osrt_sum tower.sqlite
  GPUFLAME_READER=sqlite gpuflame stats -q -r osrt_sum tower.sqlite
  gpuflame stats -q -r network_traffic_map matches.sqlite
}
check endless-tables 1 3<<'STDERR'
gpuflame: tower.sql: cannot read 'tower.sqlite': OSRT_API is damaged (its rows do not fit into the file); export or copy it again
gpuflame: cannot make osrt_sum: cannot read 'tower.sqlite': OSRT_API is damaged (its rows do not fit into the file); export or copy it again [2 times]
gpuflame: cannot make network_traffic_map: too many rows of the file's tables match each other
STDERR

# What a writer left beside a file is applied to a copy, which has no name.
settled-tables() {
  python3 - <<'END'
import shutil, sqlite3
tables = """CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT); CREATE TABLE OSRT_API (start, end, globalTid, nameId);
INSERT INTO StringIds VALUES (1, 'poll'); INSERT INTO OSRT_API VALUES (1, 5, 7, 1)"""
db = sqlite3.connect("writing.sqlite", isolation_level=None)
db.execute("PRAGMA journal_mode = wal")
db.executescript(tables)
for end in ("", "-wal"):
    shutil.copy("writing.sqlite" + end, "log.sqlite" + end)
db = sqlite3.connect("other.sqlite", isolation_level=None)
db.executescript(tables)
db.executescript("PRAGMA cache_size = 1; BEGIN; UPDATE OSRT_API SET end = 100")
for _ in range(2000):
    db.execute("INSERT INTO OSRT_API VALUES (1, 1000, 7, 1)")
for end in ("", "-journal"):
    shutil.copy("other.sqlite" + end, "journal.sqlite" + end)
END
  for file in log journal; do
    before=$(cat $file.* | md5sum)
    sql count $file.sqlite <<<'SELECT count(*), max("end") FROM export.OSRT_API'
    gpuflame stats -q -f csv -r osrt_sum $file.sqlite | tail -n +2
    [ "$before" = "$(cat $file.* | md5sum)" ] && echo "$file".* "$(ls "$TMPDIR")"
  done
}
check settled-tables 0 <<'STDOUT'
count(*),max("end")
1,5
100.0,4,1,4.0,4.0,4,4,0.0,poll
log.sqlite log.sqlite-wal 
count(*),max("end")
1,5
100.0,4,1,4.0,4.0,4,4,0.0,poll
journal.sqlite journal.sqlite-journal 
STDOUT

# A statement can only read, and ends with Ctrl-C.
own-statements() {
  make-export
  before=$(md5sum run.sqlite)
  while read -r statement; do
    sql bad run.sqlite <<<"$statement"
  done 2>&1 <<'END' | sed -E 's/no such (function: (fts3|load_))/not authorized to use \1/' >&2 # which SQLite may lack
ATTACH 'other.db' AS other
SELECT * FROM pragma_table_info('kernel')
CREATE TABLE mine (a)
INSERT INTO kernel VALUES (1)
DELETE FROM export.StringIds
UPDATE sqlite_master SET sql = ''
VACUUM INTO 'copy.db'
BEGIN
SELECT load_extension('x.so')
SELECT fts3_tokenizer('simple')
SELECT 1; DROP TABLE export.StringIds
SELECT zeroblob(2000000000)
SELECT sum(9223372036854775807) FROM kernel
SELECT nme FROM kernel
SELECT name FROM kernels
SELECT name FORM kernel
SELECT 1 AS "a:b"

END
  [ "$before" = "$(md5sum run.sqlite)" ] && ls
  echo '--- where'
  printf -- '-- Title\n--\n-- What.\n\nSELECT name,\n  nme\nFROM kernel\n' >lines.sql
  gpuflame stats -r lines.sql run.sqlite
  printf -- '-- each file:\nSELECT name, ns\nFROM kernels;\n-- all files:\nSELECT 1 FROM pooled\n' >lines.sql
  gpuflame stats -r lines.sql run.sqlite
  printf -- '-- each file:\nSELECT name, ns\nFROM kernel;\n-- all files:\nSELECT 1,\n  sum(nss) FROM pooled\n' >lines.sql
  gpuflame stats -r lines.sql run.sqlite
  printf -- '-- Title\n--\n-- What.\n--\n-- needs: rain\n\nSELECT 1\n' >lines.sql
  gpuflame stats -r lines.sql run.sqlite
  gpuflame stats -r missing.sql run.sqlite
  gpuflame stats -r bad.sql:x=1 run.sqlite
  for last in 59 60; do
    {
      printf -- '-- each file:\nSELECT 1 AS x;\n'
      for i in $(seq "$last"); do printf -- '-- table t%d:\nSELECT 1 AS x;\n' "$i"; done
      echo "-- all files:"
      echo "SELECT x FROM t$last"
    } >tables.sql
    gpuflame stats -q -f csv -r tables.sql run.sqlite
  done
  head -c 2000000 /dev/zero >zeros.sql
  gpuflame stats -r zeros.sql run.sqlite
}
check own-statements 1 <<'STDOUT' 3<<'STDERR'
bad.sql
run.sqlite
--- where
x
1
STDOUT
gpuflame: bad.sql: not authorized [5 times]
gpuflame: bad.sql: table sqlite_master may not be modified
gpuflame: bad.sql: expected one statement that has columns
gpuflame: bad.sql: not authorized
gpuflame: bad.sql: not authorized to use function: load_extension
gpuflame: bad.sql: not authorized to use function: fts3_tokenizer
gpuflame: bad.sql: expected one statement that has columns
gpuflame: bad.sql: string or blob too big
gpuflame: bad.sql: total overflows 63 bits
gpuflame: bad.sql: no such column: nme
gpuflame: bad.sql: no such table: kernels
gpuflame: bad.sql: near "kernel": syntax error
gpuflame: bad.sql: 'a:b': expected NAME:KIND with a kind of text, word, count, id, ns, at, %, MB, MB/s or GB/s, then .DECIMALS and ?PRIORITY, if any
gpuflame: bad.sql: no statement
gpuflame: lines.sql: no such column: nme
gpuflame: lines.sql: no such table: kernels
gpuflame: lines.sql: no such column: nss
gpuflame: lines.sql: 'rain' is not known to be needed
gpuflame: cannot read 'missing.sql': No such file or directory
gpuflame: option '-r': report 'bad' has no parameters
gpuflame: tables.sql: over 59 tables
gpuflame: 'zeros.sql' is no file of SQL
STDERR

endless-statements() {
  make-export
  cat >interrupt.py <<'END'
import os, shutil, signal, subprocess, time
for rest in ("SELECT count(*) FROM c", "SELECT * FROM c", "SELECT x FROM c ORDER BY -x", "SELECT max(x) OVER () FROM c",
             "SELECT * FROM export.StringIds a, export.StringIds b, c WHERE c.x < 0"):
    with open("endless.sql", "w") as file:
        file.write("WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c) " + rest)
    for options in (["-o", "out.csv"], ["-f", "csv"]):
        os.mkdir("scratch")
        run = subprocess.Popen(["gpuflame", "stats", "-q", "-r", "endless.sql", *options, "run.sqlite"], stdout=subprocess.DEVNULL,
                               env=dict(os.environ, TMPDIR="scratch", SQLITE_TMPDIR="scratch"))
        time.sleep(0.3)
        alive = run.poll() is None
        run.send_signal(signal.SIGINT)
        killed = -run.wait() == signal.SIGINT
        # SQLite has a temporary file with a name until it has unlinked it
        left = [name for name in os.listdir("scratch") if not name.startswith("etilqs_")]
        print(alive, killed, left, os.path.exists("out.csv"))
        shutil.rmtree("scratch")
END
  python3 interrupt.py | sort | uniq -c | sed 's/^ *//'
}
check endless-statements 0 <<'STDOUT'
10 True True [] False
STDOUT
