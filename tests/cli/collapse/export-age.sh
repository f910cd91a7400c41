# Versions, schemas and missing tables of exports: each finding is one warning, and no error.
# shellcheck disable=SC2069 # only the messages
cp "$FIXTURES/graph_capture.sqlite" report.sqlite
# version PRODUCT SCHEMA: set the versions that the export states
version() {
  echo "--- nsys '$1', schema '$2'"
  python3 - "$@" <<'END'
import sqlite3, sys
db = sqlite3.connect("report.sqlite")
db.execute("DELETE FROM META_DATA_EXPORT")
for name, value in zip(("EXPORT_PRODUCT_VERSION", "EXPORT_SCHEMA_VERSION"), sys.argv[1:]):
    if value:
        db.execute("INSERT INTO META_DATA_EXPORT VALUES (?, ?)", (name, value))
db.commit()
END
}
try() {
  gpuflame collapse --only '^none' "$@" 2>&1 | grep -v "nothing is left"
}
echo "--- as new as can be, and as old"
version 2026.2.0.1 3.28.0 && try report.sqlite
version 2022.1.1.61 2.7.1 && try report.sqlite
version 2026.3.1 3.28.0 && try report.sqlite
version 2026.2.0.1 3.29 && try report.sqlite
version 2031.1 4.0 && try report.sqlite
version '' 10.0 && try report.sqlite
version 2019.1 0.9 && try report.sqlite
version 2024.2 $'new\e[31m' && try report.sqlite
version '' '' && try report.sqlite
echo "--- of many files, once; and none of it is odd"
cp report.sqlite other.sqlite
try report.sqlite other.sqlite "$FIXTURES/old2020.sqlite"
gpuflame collapse --strict -q report.sqlite >/dev/null && echo "strict: fine"
{ gpuflame stats --report nvtx_sum report.sqlite >/dev/null; } 2>&1
echo "--- quiet" && try -q report.sqlite
version 2024.2.3.38 3.11.1
echo "--- the report beside it is newer"
touch -d '2024-05-01 12:00:00' report.sqlite
touch -d '2024-05-01 12:00:00.9' report.nsys-rep && try report.sqlite && echo "not by a second"
touch -d '2024-05-01 12:00:01' report.nsys-rep && try report.sqlite
gpuflame collapse --strict -q report.sqlite >/dev/null && echo "strict: fine"
mv report.nsys-rep report.qdrep && try ./report.sqlite
{ gpuflame stats --report nvtx_sum report.sqlite >/dev/null; } 2>&1
mkdir $'a\e[31m b' && cp -p report.sqlite report.qdrep $'a\e[31m b' && try $'a\e[31m b/report.sqlite'
mv report.qdrep other.qdrep && try report.sqlite
mv report.sqlite .sqlite && touch .nsys-rep && try .sqlite
