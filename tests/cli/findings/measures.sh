# What findings measure is what reports say, computed another way; and it never exceeds the whole.
shapes=$TESTS/fixtures/findings/shapes.py
python3 "$shapes" --all
for name in $(python3 "$shapes" --list); do
  gpuflame findings -f json "$name"/run*.sqlite >"$name/findings.json"
  gpuflame stats -q -r step_sum -f json "$name"/run*.sqlite >"$name/steps.json" 2>"$name/said" ||
    echo '{"reports":[]}' >"$name/steps.json"
done
# shellcheck disable=SC2046 # names are words
python3 - $(python3 "$shapes" --list) <<'END'
import json, sys
communication = ("exposed-all-reduce", "exposed-all-gather", "exposed-reduce-scatter",
                 "exposed-send-recv", "exposed-communication", "straggler")
idle = ("launch-bound", "synchronisation", "data-starved", "host-bound")
for name in sys.argv[1:]:
    found = json.load(open(name + "/findings.json"))
    rows = [row for report in json.load(open(name + "/steps.json"))["reports"] for row in report["rows"]]
    assert found["run"]["outlier_steps"] == 0 or name == "recompilation"
    wall = sum(row["Wall (ns)"] for row in rows)
    share = {item["rule"]: item["percent"] for item in found["findings"]}
    if found["below"]:
        share[found["below"]["rule"]] = found["below"]["percent"]
    assert sum(share.values()) + found["run"]["unexplained_percent"] <= 100.01, share
    def compare(what, column, rules):
        mine = sum(share.get(rule, 0) for rule in rules)
        theirs = 100 * sum(row[column] for row in rows) / wall
        print(f"{name}: {what} {mine:.2f} %, step_sum has {theirs:.2f} %")
    if name in ("healthy", "ddp", "fsdp_straggler", "pipeline", "reduce_scatter"):
        compare("exposed", "Exposed Comm (ns)", communication)
    if name in ("launch_bound", "data_starved", "host_bound"):
        compare("idle", "Idle (ns)", idle)
END
