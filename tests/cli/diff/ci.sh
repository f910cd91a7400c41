# deploy/ci: what the steps of the GitHub Action and of the GitLab job do, as far as a shell can: each
# `run` and `script` is executed, with stand-ins for gh and curl.
ci-review() {
  ci=$TESTS/../deploy/ci
  unset -f python3 # yaml is one of its packages
  python3 -c 'import yaml' 2>/dev/null || { echo "SKIP no python3-yaml" && exit 0; }
  mkdir bin && export PATH=$PWD/bin:$PATH
  cat >bin/gh <<'END'
#!/bin/sh
echo "gh $1 $2 $3: $(tail -n 1 "$5")"
END
  cat >bin/curl <<'END'
#!/bin/sh
echo "curl $*" | sed 's/ -K - / /' >&2
sed 's/^/  with /' >&2
echo '{"alt":"diff","markdown":"![diff](/uploads/1/diff.svg)"}'
END
  chmod +x bin/*
  printf 'step;attn 100000000\nstep;gemm 60000000\n' >base.folded
  printf 'step;attn 100000000\nstep;gemm 90000000\n' >new.folded
  printf 'fill 1470\n' >one.folded

  # action INPUT=VALUE...: the steps of the action that are shell, with the others' outputs
  action() {
    echo "--- $*"
    rm -rf github && mkdir github && : >github/output
    GITHUB_OUTPUT=github/output GITHUB_STEP_SUMMARY=github/summary python3 - "$ci" "$@" <<'END'
import os, re, subprocess, sys, yaml
folder, given = sys.argv[1], dict(word.split("=", 1) for word in sys.argv[2:])
action = yaml.safe_load(open(folder + "/action.yml"))
inputs = {name: given.get(name, str(its.get("default", ""))) for name, its in action["inputs"].items()}
known = {"github.action_path": folder, "github.token": "secret", "github.repository": "me/it",
         "github.event.pull_request.number": "7", "github.server_url": "https://host", "github.run_id": "9"}
def value(match):
    what = match[1].strip()
    if what.startswith("inputs."):
        return inputs[what[7:]]
    if what == "steps.compare.outputs.status":
        return re.search(r"^status=(.*)$", open("github/output").read(), re.M)[1]
    return known[what]
for step in action["runs"]["steps"]:
    if "run" not in step or ("if" in step and inputs["comment"] != "true"):
        continue
    env = {name: re.sub(r"\$\{\{(.*?)\}\}", value, text) for name, text in step["env"].items()}
    assert "${{" not in step["run"], "an input in a script would be run"
    done = subprocess.run(["sh", "-e", "-c", step["run"]], env={**os.environ, **env}, check=False)
    if done.returncode:
        sys.exit(done.returncode)
END
    echo "status $?"
  }
  action before=base.folded after=new.folded comment=true
  cat github/output
  cmp github/summary gpuflame-diff/diff.md && head -n 3 gpuflame-diff/diff.md
  grep -c '<svg' gpuflame-diff/diff.svg
  action before=base.folded after=new.folded 'fail-if=gemm > 20%
total > +10ms' out=elsewhere
  ls elsewhere
  action before=base.folded after=new.folded 'fail-if=nosuch > 20%' comment=true
  action before=base.folded after=one.folded
  action before=base.folded after=one.folded strict=false
  # shellcheck disable=SC2016 # what must not run
  action before=base.folded 'after=$(touch here);no such file' comment=true
  ls

  gitlab() {
    echo "--- GitLab: $*"
    python3 - "$ci" "${job:-.gpuflame-diff}" <<'END' >script.sh
import sys, yaml
job = yaml.safe_load(open(sys.argv[1] + "/gitlab.yml"))[sys.argv[2]]
assert job["artifacts"]["when"] == "always"
assert all(path.startswith(job["variables"]["OUT"] + "/diff.") for path in job["artifacts"]["paths"])
variables = (name + "=" + job["variables"][name] for name in ("OUT", "HISTORY") if name in job["variables"])
print(*variables, *job["script"], sep="\n")
END
    env SCRIPTS="$ci" BEFORE=base.folded CI_API_V4_URL=https://gitlab/api/v4 CI_PROJECT_ID=3 "$@" sh -e script.sh 2>&1
    echo "status $?"
  }
  gitlab AFTER=new.folded
  gitlab AFTER=new.folded FAIL_IF='gemm > 20%' GITLAB_TOKEN=secret CI_MERGE_REQUEST_IID=5
  tail -n 2 gpuflame-diff/note.md
  gitlab AFTER=none GITLAB_TOKEN=secret CI_MERGE_REQUEST_IID=5
  sh "$ci/review.sh" x y
  echo "status $?"

  echo '=== every night'
  cat >bin/date <<'END'
#!/bin/sh
echo "2026-11-$(cat night)-031500"
END
  chmod +x bin/date
  export GITHUB_SHA=0123456789abcdef KEEP=7
  # night NUMBER MS: that night's run, a trace of two steps
  night() {
    echo "$1" >night
    python3 - "$2" >run.json <<'END'
import json, sys
events = []
def add(category, name, start, length, **args):
    on = {"pid": 0, "tid": 7} if category == "kernel" else {"pid": 1, "tid": 1}
    events.append({"ph": "X", "cat": category, "name": name, "ts": start, "dur": length, "args": args, **on})
for step in range(2):
    at = step * 10**6
    add("user_annotation", f"ProfilerStep#{step}", at, 10**5)
    for number, (name, length) in enumerate((("attn", int(sys.argv[1]) * 1000), ("gemm", 60000))):
        add("user_annotation", name, at + 10 + number * 100, 50)
        add("cuda_runtime", "cudaLaunchKernel", at + 20 + number * 100, 10, correlation=step * 2 + number + 1)
        add("kernel", name, at + 1000 + number * 200000, length, correlation=step * 2 + number + 1, device=0, stream=7)
json.dump({"traceEvents": events}, sys.stdout)
END
  }
  nightly() {
    action after=run.json history=kept 'fail-if=attn > noise' "$@" 2>&1
    find kept -name '*-01234567.folded' | sort | sed 's/.*2026-11-\(..\)-031500-.*/\1/' | paste -sd' '
  }
  night 01 100 && nightly
  night 02 101 && nightly
  ms=(100 102 101 100 101)
  for i in 3 4 5 6 7; do night "0$i" "${ms[i - 3]}" && nightly >/dev/null; done
  night 08 140 && nightly comment=true
  night 09 141 && nightly
  echo 'no trace' >run.json && echo 10 >night && nightly
  night 10 150 && nightly 'fail-if=nosuch > noise'
  night 10 139 && job=.gpuflame-nightly gitlab RUN=run.json FAIL_IF='total > 10%'
  ls gpuflame-history gpuflame-diff
  cat gpuflame-history/*
  sh "$ci/nightly.sh" out new run.json 2>&1 && ls new
  KEEP=6 sh "$ci/nightly.sh" out new run.json
  echo "status $?"
  sh "$ci/nightly.sh" x y
  echo "status $?"
}
check ci-review 0 <<'STDOUT' 3<<'STDERR'
--- before=base.folded after=new.folded comment=true
gh pr comment 7: The picture: diff.svg of [this run](https://host/me/it/actions/runs/9)
status 0
status=0
**gpuflame: 18.8% more time**
- total: 160 ms -> 190 ms, +30.0 ms (+18.8%)
1
--- before=base.folded after=new.folded fail-if=gemm > 20%
total > +10ms out=elsewhere
status 3
diff.md
diff.svg
--- before=base.folded after=new.folded fail-if=nosuch > 20% comment=true
gh pr comment 7: The picture: diff.svg of [this run](https://host/me/it/actions/runs/9)
status 1
--- before=base.folded after=one.folded
status 1
--- before=base.folded after=one.folded strict=false
status 0
--- before=base.folded after=$(touch here);no such file comment=true
status 1
base.folded
bin
elsewhere
github
gpuflame-diff
new.folded
one.folded
--- GitLab: AFTER=new.folded
status 0
--- GitLab: AFTER=new.folded FAIL_IF=gemm > 20% GITLAB_TOKEN=secret CI_MERGE_REQUEST_IID=5
gpuflame: 'gemm > 20%' holds: +50.00 %, 60.0 ms -> 90.0 ms
curl -sSf -F file=@gpuflame-diff/diff.svg https://gitlab/api/v4/projects/3/uploads
  with header = "PRIVATE-TOKEN: secret"
curl -sSf -F body=<gpuflame-diff/note.md https://gitlab/api/v4/projects/3/merge_requests/5/notes
  with header = "PRIVATE-TOKEN: secret"
status 3
![diff](/uploads/1/diff.svg)
--- GitLab: AFTER=none GITLAB_TOKEN=secret CI_MERGE_REQUEST_IID=5
gpuflame: cannot open 'none': No such file or directory
status 1
status 2
=== every night
--- after=run.json history=kept fail-if=attn > noise
nightly.sh: the first run in 'kept': there is nothing to compare it with
status 0
01
--- after=run.json history=kept fail-if=attn > noise
gpuflame: warning: 'attn > noise' cannot be judged: +1.00 %, 100 ms -> 101 ms; the history has 1 run, and noise is known from 7 on
status 0
01 02
--- after=run.json history=kept fail-if=attn > noise comment=true
gpuflame: 'attn > noise' holds: +38.61 %, 101 ms -> 140 ms, since 2026-11-08-031500-01234567.folded
gh pr comment 7: The picture: diff.svg of [this run](https://host/me/it/actions/runs/9)
status 3
02 03 04 05 06 07 08
--- after=run.json history=kept fail-if=attn > noise
gpuflame: 'attn > noise' holds: +39.60 %, 101 ms -> 141 ms, since 2026-11-08-031500-01234567.folded
status 3
03 04 05 06 07 08 09
--- after=run.json history=kept fail-if=attn > noise
gpuflame: 'run.json' holds stacks that are already folded, so --normalize is not possible; it applies to reports, captures and traces
status 2
03 04 05 06 07 08 09
--- after=run.json history=kept fail-if=attn > noise fail-if=nosuch > noise
gpuflame: 'nosuch > noise' matches nothing; --allow-missing lets it pass
status 1
03 04 05 06 07 08 09
--- GitLab: RUN=run.json FAIL_IF=total > 10%
nightly.sh: the first run in 'gpuflame-history': there is nothing to compare it with
status 0
gpuflame-diff:
comment.md
note.md
gpuflame-history:
2026-11-10-031500-01234567.folded
ProfilerStep;attn;attn 139000000
ProfilerStep;gemm;gemm 60000000
nightly.sh: the first run in 'new': there is nothing to compare it with
2026-11-10-031500-01234567.folded
status 2 [2 times]
STDOUT
gpuflame: 'gemm > 20%' holds: +50.00 %, 60.0 ms -> 90.0 ms
gpuflame: 'total > +10ms' holds: +18.75 %, 160 ms -> 190 ms
gpuflame: 'nosuch > 20%' matches nothing; --allow-missing lets it pass
gpuflame: AFTER has 1.47 us, BEFORE has 160 ms: is it the same program?
gpuflame: warning: AFTER has 1.47 us, BEFORE has 160 ms: is it the same program?
gpuflame: cannot open '$(touch here);no such file': No such file or directory
review.sh [--history] OUT BEFORE AFTER [option of gpuflame diff]...
A comparison for a review: OUT/diff.md, to paste, and OUT/diff.svg, the picture. With --history,
BEFORE is a folder of runs by time. Each line of $FAIL_IF is a condition (gpuflame-diff(1), --fail-if);
the status is that of `gpuflame diff`: 3 if one holds, 1 if one cannot be judged. GitHub shows diff.md as
the summary of the job. Options apply to the page and to the picture, so options of the picture alone are
refused.
nightly.sh: KEEP is '6': noise is known from 7 runs on
nightly.sh OUT HISTORY RUN [option of gpuflame diff]...
For a nightly job: compare RUN with the runs in the folder HISTORY, as review.sh does, and add it there,
as a small file named by date and commit: the time per step if it has training steps. The last $KEEP
runs are kept (default 30, at least 7). The first run passes; while there are fewer than seven,
conditions on noise pass, and so do those that match nothing. A slow run is kept, too; one that cannot
be compared is not, nor one of another number of ranks than the last: then the status is 1. After such a
change on purpose, begin a new HISTORY. With --strict, a run that lacks a rank is refused likewise.
STDERR

# Waits are no operations: that two ranks of four are slow changes no number of launches.
waits-are-none() {
  python3 "$TESTS/tools/cluster.py" before 4 steps=4
  python3 "$TESTS/tools/cluster.py" after 4 steps=4 gpu:0-1:1.3
  gpuflame diff -q before after | grep '^launches per'
}
check waits-are-none 0 <<'STDOUT'
launches per step: 32, the same in each stack
STDOUT

# A night that lacks a rank is not compared with those that have all, and is not kept.
nightly-ranks() {
  python3 "$TESTS/tools/cluster.py" first 4 steps=4
  python3 "$TESTS/tools/cluster.py" second 4 steps=4 seed=2
  for night in first second; do
    GPUFLAME=gpuflame sh "$TESTS/../deploy/ci/nightly.sh" out kept $night >log 2>&1
    echo "status $?, $(find kept -name "*folded*" | wc -l) kept"
    sleep 1.1 # names are of a second
  done
  rm second/rank3.sqlite
  tell "one is missing" sh "$TESTS/../deploy/ci/nightly.sh" out kept second
  head -c 5000 first/rank3.sqlite >second/rank3.sqlite
  tell "one is damaged" sh "$TESTS/../deploy/ci/nightly.sh" out kept second --strict
  find kept -name "*folded*" | wc -l
}
check nightly-ranks 0 <<'STDOUT'
status 0, 1 kept
status 0, 2 kept
--- one is missing: status 1: nightly.sh: 'second' has 3 ranks, and the runs in 'kept' have 4: they cannot be compared
--- one is damaged: status 1: gpuflame: cannot read 'second/rank3.sqlite': it is cut off, 5000 of 28672 bytes; copy or export it again
2
STDOUT
