# Frames of --by are labels of pprof's samples, too; what only looks like one further inside is none.
cat >labels.py <<'END'
import gzip, sys
def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
def fields(data):
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        value, at = varint(data, at)
        if tag & 7 == 2:
            value, at = data[at:at + value], at + value
        yield tag >> 3, value
profile = list(fields(gzip.open(sys.argv[1]).read()))
strings = [value.decode() for number, value in profile if number == 6]
lines = set()
for number, value in profile:
    if number == 2:
        labels = [dict(fields(inner)) for field, inner in fields(value) if field == 3]
        lines.add(" ".join(f"{strings[label[1]]}={strings[label[2]]}" for label in labels[::-1]) or "no label")
print("\n".join(sorted(lines)))
END
show() {
  echo "--- $*"
  gpuflame collapse -q --format pprof -o out.pb.gz "$@" && python3 labels.py out.pb.gz
}
cp "$FIXTURES/ranks.sqlite" "$FIXTURES/steps.sqlite" .
show --by rank,device ranks.sqlite
show --by step,stream,process,thread steps.sqlite
show steps.sqlite
printf 'step 3;a 5\nstep 3;rank 4;b 5\n' >rank_0.folded
cp rank_0.folded rank_1.folded
show rank_0.folded
show --by rank rank_0.folded rank_1.folded

echo "--- the host, which all files must name"
capture() { # FILE HOST START
  cp "$FIXTURES/stats_sums.sqlite" "$1"
  python3 - "$@" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.executemany("INSERT INTO GPUFLAME_META VALUES (?, ?)",
                   [("host", sys.argv[2]), ("start_ns", sys.argv[3])])
END
}
capture first.sqlite one 1
capture second.sqlite one 2
capture third.sqlite two 3
show first.sqlite second.sqlite
show first.sqlite third.sqlite
show first.sqlite steps.sqlite
