#!/usr/bin/env bash
# Each example works as written: those of docs/man/*.1, the commands of README.md and of
# docs that have no test of their own, README.md's table of options, and links: docs_test.sh build/release
#
# An example is a line between .EX and .EE of a page's EXAMPLES, or of a ```sh
# block. They are run in order, in a folder for each page that has the files that
# they mention (lay_inputs). Other people's programs have stand-ins (stand_in);
# programs that are recorded play CUDA on the mock. `example` lists what is not run.
# A command must exit with status 0, and print something or make the files that
# follow -o and >.
# shellcheck disable=SC2317 # check calls them
set -u
B=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/report.sh
. "$root/tests/report.sh"
scratch=$work
export PATH=$scratch/bin:$B:$PATH NO_COLOR=1 LC_ALL=C.UTF-8 GPUFLAME_CUPTI=$B/mock/libcupti.so.13
export GPUFLAME_CONTROL=$scratch/control
export DEMO=$B/fixtures/demo.sqlite DRIVER=$B/mock/driver PLAY=$scratch/train.play
# --- what examples need ------------------------------------------------------------
stand_in() { # NAME, its script on stdin
  { echo '#!/bin/sh' && cat; } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

mkdir "$scratch/bin"
stand_in nsys <<'END'
# `nsys export` of the report, whichever it is.
while [ $# -gt 1 ]; do
  [ "$1" = --output ] && out=$2
  shift
done
cp "$DEMO" "$out"
END
stand_in python <<'END'
exec "$DRIVER" "$PLAY"
END
stand_in torchrun <<'END'
# Eight ranks.
for rank in 0 1 2 3 4 5 6 7; do
  RANK=$rank "$DRIVER" "$PLAY" &
done
wait
END
stand_in srun <<'END'
# The last of -n ranks, whatever there is of Slurm; others are missing.
export SLURM_PROCID=$(($2 - 1)) SLURM_NTASKS=$2
shift 2
exec "$@"
END
stand_in perf <<'END'
echo 'java 4242 [000] 1.5: cycles:'
END
stand_in stackcollapse-perf.pl <<'END'
cat >/dev/null
printf 'java;Main::main_[j];List::sort_[j] 30\njava;Main::main_[j];memcpy 12\n'
END

# Thirty steps, in the range between cudaProfilerStart and cudaProfilerStop.
{
  echo cuinit
  echo profiler start
  for step in {1..30}; do
    printf '%s\n' "push Train step $step" 'push forward' 'launch 1000 gemm' pop 'launch 700 adamw' pop
  done
  echo profiler stop
} >"$PLAY"
# A server, which runs until it is killed.
SERVICE=$scratch/service.play
printf '%s\n' cuinit 'repeat 10000' 'push request' 'launch 1000 gemm' pop 'sleep 10' again >"$SERVICE"

"$B/gpuflame" collapse -q "$DEMO" >"$scratch/demo.folded"
# run FACTOR: the stacks of the demo, each that much longer, and a little otherwise each time
run() { awk -v factor="$1" '{ $NF = int($NF * factor) + NR % 7; print }' "$scratch/demo.folded"; }

lay_inputs() {
  local name
  for name in report report1 run rank{0..7} before after; do
    cp "$DEMO" "$name.sqlite"
  done
  mkdir run7 nightly
  cp rank*.sqlite run7
  for name in {1..8}; do gpuflame collapse -q --normalize steps run.sqlite -o "nightly/2026-11-0$name.folded"; done
  cp "$DEMO" run.gpuflame
  cp "$B/fixtures/stats_nccl.sqlite" collectives.sqlite
  printf 'binary\0report' | tee {report,before,after}.nsys-rep >/dev/null
  cp "$root/tests/fixtures/torch.json" trace.json
  echo 'SELECT name, ns FROM kernel LIMIT 3' >my.sql
  gzip -k trace.json
  for name in 0 1 2 3; do run 1.0$name >rank$name.folded; done
  run 1 >yesterday.folded
  run 0.9 >today.folded
  for name in 1 2 3; do
    run 1.0$name >a$name
    run 0.9$name >b$name
  done
  ln -s "$scratch/bin/python" train
  ln -s "$scratch/bin/python" train_gpt2cu
  awk '/^```json/ { on = 1; next } /^```/ { on = 0 } on' "$root/docs/PYTHON.md" >functions.json
  printf '#!/bin/sh\nexec "%s" "%s"\n' "$DRIVER" "$SERVICE" >serve
  chmod +x serve
}

# --- examples ----------------------------------------------------------------------
# Of a page: the text between .EX and .EE below EXAMPLES, as it is shown.
of_page() {
  awk '/^\.SH/ { here = /EXAMPLES/; on = 0 } here && /^\.EX/ { on = 1; next } /^\.EE/ { on = 0 } on' "$1" |
    sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\e/\\/g; s/^ *//'
}

of_markdown() {
  awk '/^```sh/ { on = 1; next } /^```/ { on = 0 } on' "$1"
}

# The file names that a command makes, as patterns of the shell.
made_by() {
  # shellcheck disable=SC2001 # what is quoted is no redirection
  sed "s/'[^']*'//g" <<<"$1" | grep -oE ' (-o|--output|>) [^ |]+' |
    sed -E 's/^ [^ ]+ //; s/%[a-z]/*/g; s/^([^.]*[^.\/])$/\1.gpuflame/'
}

run_example() {
  local pattern made status
  for pattern in $(made_by "$1"); do
    # shellcheck disable=SC2086 # a pattern
    rm -f $pattern
  done
  bash -o pipefail -c "$1" >stdout
  status=$?
  [ "$status" -eq 0 ] || { echo "status $status" && return 1; }
  if [ -z "$(made_by "$1")" ]; then
    # jq prints null for a missing member.
    grep -qvxE '|null' stdout || { echo "no output" && return 1; }
  fi
  for pattern in $(made_by "$1"); do
    for made in $pattern; do
      [ -s "$made" ] || { echo "no $made" && return 1; }
      [ "${made##*.}" != svg ] || grep -q '<svg' "$made" || { echo "$made: no picture" && return 1; }
    done
  done
}

# A command that runs a server, while the next examples run.
serve() { # COMMAND
  bash -c "exec $1" </dev/null >/dev/null 2>&1 &
  server=$!
  for _ in {1..200}; do
    # its socket; and it has had some requests
    ! compgen -G "$GPUFLAME_CONTROL/*" >/dev/null || { sleep 1 && return; }
    sleep 0.05
  done
  return 1
}

has_target() { (cd "$root" && make -n "$@" >/dev/null); }
has_file() { [ -e "$root/$1" ]; }

example() { # PAGE COMMAND
  local line=${2%%  #*}
  line=${line%"${line##*[! ]}"}
  # shellcheck disable=SC2086 # the words of the line
  case $line in
  "") ;;
  nsys\ * | xdg-open\ * | docker\ *) skip "$1: $line" "not ours" ;;
  make | make\ *) check "$1: $line" has_target ${line#make} ;;
  sudo\ make\ *) check "$1: $line" has_target ${line#sudo make} ;;
  ./*) check "$1: $line" has_file "${line%% *}" ;;
  gpuflame\ record\ *./serve | gpuflame\ start\ * | gpuflame\ stop\ * | gpuflame\ snapshot\ *)
    if [ ! -e "$DRIVER" ]; then
      skip "$1: $line" "no headers of CUDA"
    elif [[ $line == *./serve ]]; then
      check "$1: $line" serve "$line"
    else
      check "$1: $line" $line
    fi
    ;;
  gpuflame\ record\ * | gpuflame\ run\ * | srun\ *)
    if [ -e "$DRIVER" ]; then
      check "$1: $line" run_example "$line"
    else
      skip "$1: $line" "no headers of CUDA"
    fi
    ;;
  *) check "$1: $line" run_example "$line" ;;
  esac
}

examples() { # FILE, its examples on stdin
  local name command before=$number server=
  name=$(basename "$1")
  mkdir "$scratch/$name"
  cd "$scratch/$name" || exit 1
  lay_inputs
  while read -r command; do
    example "$name" "$command"
  done
  [ -z "$server" ] || { kill "$server" && wait "$server"; }
  check "$name has examples" [ "$number" -gt "$before" ]
}

for page in "$root"/docs/man/*.1; do
  ! grep -q '^\.so ' "$page" || continue # another name of a page
  examples "$page" < <(of_page "$page")
done
examples "$root/README.md" < <(of_markdown "$root/README.md")
for page in FIRST PYTHON CI; do
  examples "$root/docs/$page.md" < <(of_markdown "$root/docs/$page.md")
done

# What is piped into programs of others.
examples "$root/docs/FORMATS.md" < <(sed -nE 's#run/#run7/#; s/^ {4}(gpuflame [^|]*[^| ]).*/\1/p' "$root/docs/FORMATS.md")

# What is said in tables, but for what needs a process.
# shellcheck disable=SC2016 # backticks of Markdown
examples "$root/docs/FROM-NSYS.md" < <(grep -E '^\|' "$root/docs/FROM-NSYS.md" | grep -oE '`gpuflame [^`]*`' |
  sed 's/`//g; s/FILE/report.sqlite/; s/NAME/cuda_gpu_kern_sum/; s/run\//run7\//
    s/findings$/& report.sqlite/; /PID/d; /record/d')

# The table of the most common options: each row names an option that exists.
# shellcheck disable=SC2016 # backticks of Markdown
of_table() { grep -E '^\| .* \| `--' "$1" | sed 's/.*| `/`/' | grep -oE '`--[^`]*`' | tr -d '`'; }
while read -r options; do
  check "README.md: $options" run_example "gpuflame collapse $options report.sqlite"
done < <(of_table "$root/README.md")

# The target of each link exists, and its section.
check "links of documents" python3 - "$root" <<'END'
import glob, os, re, sys
os.chdir(sys.argv[1])
def slugs(path):
    heads = re.findall(r"^#+ (.*)", open(path, encoding="utf-8").read(), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
missing = 0
for page in ["README.md", "CONTRIBUTING.md", *glob.glob("docs/**/*.md", recursive=True)]:
    for file, section in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", open(page, encoding="utf-8").read()):
        target = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
        if not os.path.exists(target) or (section and section not in slugs(target)):
            print(f"{page}: no {file}#{section}")
            missing += 1
sys.exit(missing > 0)
END
exit "$failures"
