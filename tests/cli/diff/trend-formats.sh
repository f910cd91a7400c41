# The trend of a history as Markdown, JSON, CSV and for a terminal without UTF-8; names are untrusted, and
# runs may be pipes.
mkdir runs
for i in 1 2 3 4 5 6 7 8; do
  attn=10$((i * 3 % 5))000
  [ "$i" -lt 6 ] || attn=12$((i * 3 % 5))000
  printf '=cmd|calc!A1;<b>att|n</b>\033[2J,"x"\303;flash_fwd %s\nmlp;gemm 50000%s\n' "$attn" "$i" >"runs/run \$i|<$i>.folded"
done
gpuflame diff --history runs
gpuflame diff --history runs -f md --limit 1
gpuflame diff --history runs -f csv
LC_ALL=C gpuflame diff --history runs --limit 2 | sed -n '/range/,$p'
COLUMNS=60 gpuflame diff --history runs --limit 2 | sed -n '/range/,$p'
gpuflame diff --history runs --unit samples --limit 1 | sed -n '/range/,$p'
gpuflame diff --history runs -o out.json --fail-if 'flash > noise' --fail-if 'gemm > noise'
echo "status $?"
python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" <out.json && echo 'as in the schema'
python3 - <<'END'
import json, statistics
answer = json.load(open("out.json"))
for row in answer["trend"]:
    assert row["before"] == statistics.median(row["values"][:-1]) and row["after"] == row["values"][-1]
    since = row.get("since")
    if since:
        at = answer["files"].index(since["run"])
        assert abs(since["before"] - statistics.median(row["values"][:at])) < 0.001
        assert abs(since["after"] - statistics.median(row["values"][at:])) < 0.001
    print(ascii(row["range"]), row["change"], row["noise"], since and ascii(since["run"]))
print([condition["result"] for condition in answer["gate"]["conditions"]], answer["gate"]["verdict"])
END
gpuflame diff --history runs -o out.svg && grep -c '<svg' out.svg
echo '--- pipes, and compressed'
gzip runs/*1*.folded
gpuflame diff --history <(zcat runs/*1*.gz) runs/*[2-3]*.folded runs/*1*.gz <(cat runs/*4*.folded) \
  --limit 1 - <"runs/run \$i|<8>.folded" | sed -n '/range/,$p'
gpuflame diff --history runs >/dev/full
echo "status $?"
