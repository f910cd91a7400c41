# The command of each finding reads the files that were given, and shows something: reports of nsys,
# PyTorch traces, captures, partial results of each, and a partial result beside a file.
mock=${FIXTURES%/fixtures}/mock
if [ -e "$mock/driver" ]; then
  printf 'cuinit\nrepeat 5\npush step @\nlaunch 1000000 gemm\nsleep 20\nlaunch 1000000 gemm\npop\nagain\n' >script
  GPUFLAME_CUPTI=$mock/libcupti.so.13 ASAN_OPTIONS=detect_leaks=0 \
    gpuflame record --mode trace -o capture "$mock/driver" script 2>said || cat said
fi
python3 - "$TESTS/fixtures/findings" <<'END'
import json, os, subprocess, sys
sys.path.insert(0, sys.argv[1])
import shapes
kinds = set()

def run(*words, shell=False):
    return subprocess.run(words[0] if shell else words, shell=shell, capture_output=True, text=True)

def commands(files):
    """Those of all findings, after each was run."""
    found = run("gpuflame", "findings", "-q", "-f", "json", *files)
    if found.returncode != 0:
        print(files, found.stderr)
        return []
    named = [finding["evidence"]["command"] for finding in json.loads(found.stdout)["findings"]]
    for command in named:
        shown = run(command, shell=True)
        if shown.returncode != 0 or shown.stdout.count("\n") < 1 + (" stats " in command):
            print(f"{command}: nothing is shown: {shown.stderr}")
        if "capture" in command:
            continue
        kinds.add(("partial" if any(".part" in file for file in files) else "whole") + " " +
                  " ".join(word for word in command.split() if "run" not in word))
    return named

def try_all(files):
    parts = [file + ".part" for file in files]
    for file, part in zip(files, parts):
        run("gpuflame", "stats", "-q", "--partial", file, "-o", part)
    whole, of_parts = commands(files), commands(parts)
    if len(whole) != len(of_parts):
        print(files, "other findings in partial results")
    commands([parts[0], files[-1]])
    for file in files + parts:
        os.unlink(file)
    return len(whole)

for name in shapes.names():
    print(name, *(try_all(shapes.write(name, "run." + suffix)) for suffix in ("sqlite", "json")))
if os.path.exists("script") and try_all(["capture.gpuflame"]) == 0: # more, if it was interrupted
    print("capture: nothing found")
print(*sorted(kinds), sep="\n")
END
