#!/usr/bin/env bash
# The path of a capture: files of others there or beside it neither harm the capture
# nor are harmed. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
printf 'cuinit\npush a\nlaunch 5 k\nflush\nlaunch 6 k\npop\n' >"$work/one.play"

# record: in $mode; what collapse makes of it
record() {
  GPUFLAME_MODE=$mode "$B/mock/driver" "$work/one.play" >"$work/log" 2>&1 &&
    "$B/gpuflame" collapse "$work/run.gpuflame" >>"$work/log" 2>&1
}

# The journal of a database whose writer was killed in the middle of a commit.
python3 - "$work/killed.db" <<'END_PYTHON'
import os, shutil, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.executescript("PRAGMA page_size = 4096; CREATE TABLE t(x); PRAGMA cache_size = 2")
db.executemany("INSERT INTO t VALUES(?)", [("x" * 3000,)] * 50)
db.execute("BEGIN")
db.execute("UPDATE t SET x = 'y' || x")
shutil.copy(sys.argv[1] + "-journal", os.path.dirname(sys.argv[1]) + "/journal")
END_PYTHON
for mode in fold trace; do
  for force in "" 1; do
    rm -f "$work"/run*
    [ -z "$force" ] || cp "$work/killed.db" "$work/run.gpuflame"
    cp "$work/journal" "$work/run.gpuflame-journal"
    touch -d '1 hour ago' "$work"/run*
    GPUFLAME_FORCE=$force record
    [ "$(cat "$work/log")" = "a;k 11" ]
    report $? "a journal left by another is not the capture's, ${force:+over an old file, }$mode mode"
  done

  rm -f "$work"/run* "$work/target"
  echo kept >"$work/target"
  ln -s target "$work/run.gpuflame"
  touch -d '1 hour ago' "$work/target"
  GPUFLAME_FORCE=1 record
  [ "$(cat "$work/log")" = "a;k 11" ] && [ "$(cat "$work/target")" = kept ] && [ ! -L "$work/run.gpuflame" ]
  report $? "a link is replaced by the capture, its target is kept, $mode mode"

  rm -f "$work"/run*
  echo kept >"$work/run.gpuflame.tmp"
  record
  [ "$(cat "$work/log")" = "a;k 11" ] && [ "$(cat "$work/run.gpuflame.tmp")" = kept ] &&
    [ "$(find "$work" -name 'run*' | wc -l)" = 2 ]
  report $? "another's file named .tmp is kept, $mode mode"
done

# A stranger's file whose tables are views: they are not asked whether it is of this run.
rm -f "$work"/run*
python3 -c 'import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("CREATE VIEW GPUFLAME_META(name, value) AS VALUES (\x27run\x27, \x27status\x27)")
' "$work/run.gpuflame"
: >"$work/status"
touch -d '1 hour ago' "$work/run.gpuflame"
mode="fold"
GPUFLAME_FORCE=1 GPUFLAME_STATUS=$work/status record
[ "$(cat "$work/log")" = "a;k 11" ]
report $? "views are not read"

# Ranks that begin together with the name of a link.
rm -f "$work"/run*
ln -s target "$work/run.gpuflame"
touch -d '1 hour ago' "$work/target"
began=$(date +%s%N)
for _ in 1 2 3 4 5 6; do
  GPUFLAME_MODE=fold GPUFLAME_FORCE=$began "$B/mock/driver" "$work/one.play" &
done >"$work/log" 2>&1
wait
[ "$(find "$work" -name 'run*.gpuflame' -type f | wc -l)" = 6 ] && [ "$(cat "$work/target")" = kept ] &&
  [ "$(grep -c 'exists: recording to' "$work/log")" = 5 ] &&
  [ "$(wc -l <"$work/log")" = 5 ]
report $? "six processes with one name, a link: six files"
exit $failures
