#!/usr/bin/env bash
# Whether packages work where nothing is installed: check.sh TARBALL build/release, the latter
# for the fixtures and as what the outputs are compared with. Prints TAP. A tarball for another
# processor is run by qemu, in its chroot too. Needs user namespaces or root.
set -u
tarball=$(realpath "$1")
B=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0 failures=0
[[ $tarball =~ gpuflame-(.+)-linux-(.+)\.tar\.xz$ ]]
version=${BASH_REMATCH[1]} arch=${BASH_REMATCH[2]}
qemu=
[ "$arch" = "$(uname -m | tr _ -)" ] || qemu=$(command -v "qemu-$arch-static")

check() { # NAME COMMAND...
  number=$((number + 1))
  if "${@:2}" >"$work/log" 2>&1; then
    echo "ok $number - $1"
  else
    echo "not ok $number - $1"
    tail -n 20 "$work/log" | sed 's/^/# /'
    failures=$((failures + 1))
  fi
}
skip() { echo "ok $((number += 1)) - $1 # SKIP $2"; }
inside() { unshare --map-root-user --mount chroot "$@"; }

# --- the tarball -----------------------------------------------------------------
mkdir "$work/tar" "$work/empty"
tar xf "$tarball" -C "$work/tar" --strip-components=1
check "install.sh" "$work/tar/install.sh" "$work/home"
command=$work/home/bin/gpuflame
cp "$command" "$B/fixtures/demo.sqlite" "$work/empty"
[ -z "$qemu" ] || cp "$qemu" "$work/empty/qemu"
draws() {
  inside "$work/empty" ${qemu:+/qemu} /gpuflame /demo.sqlite -o /demo.svg && grep -q '</svg>' "$work/empty/demo.svg"
}
check "draws in a root that has nothing else" draws
same() { # OPTION... FILE
  cmp <("$B/gpuflame" "$@" 2>&1) <($qemu "$command" "$@" 2>&1)
}
equal() {
  local file
  for file in "$B"/fixtures/*.sqlite "$B"/fixtures/*/*.sqlite "$here"/../../tests/fixtures/*.json; do
    same collapse "$file" && same render "$file" && same stats "$file" || return
    [ -n "$qemu" ] || same stats -q -r all -f csv "$file" || return
  done
}
check "each fixture: stacks, picture, tables as the dynamic build's" equal
modules() { ! grep -rn /usr/local "$work/home/share/gpuflame/modulefile" "$work/home/share/gpuflame/slurm"; }
check "scripts name the prefix" modules
if [ -z "$qemu" ] && [ -x "$B/mock/driver" ]; then
  recorded() { # COMMAND
    (cd "$work" && GPUFLAME_CUPTI=$B/mock/libcupti.so.13 "$1" record -f -o run.gpuflame -- \
      "$B/mock/driver" "$here/../../tests/capture/basics.play" && "$1" collapse run.gpuflame | grep -q ';')
  }
  check "records on the mock" recorded "$command"
  recorded_in_root() { # a root with a C library, the mock and the tarball's files
    local file
    mkdir "$work/root" "$work/root/proc"
    for file in "$B/mock/driver" "$B/mock/libcupti.so.13" "$command" "$work/home/lib/libgpuflame.so" \
      $(ldd "$B/mock/driver" | grep -oE '/[^ ]+'); do
      install -D "$file" "$work/root$file"
    done
    cp "$here/../../tests/capture/basics.play" "$work/root"
    # shellcheck disable=SC2016 # $0 and what follows it are the inner shell's
    GPUFLAME_CUPTI=$B/mock/libcupti.so.13 unshare --map-root-user --mount sh -c 'mount --rbind /proc "$0/proc" &&
      exec chroot "$0" "$1" record -o /run.gpuflame -- "$2" /basics.play' "$work/root" "$command" "$B/mock/driver" &&
      "$command" collapse "$work/root/run.gpuflame" | grep -q ';'
  }
  check "records in a root that has nothing else" recorded_in_root
elif [ -n "$qemu" ] && [ -x "$B/mock/driver" ]; then
  mkdir "$work/there"
  cp "$work/home/lib/libgpuflame.so" "$work/there"
  played() { # FOLDER-OF-THE-MOCK COMMAND...
    (cd "$work" && GPUFLAME_CUPTI=$1/mock/libcupti.so.13 "${@:2}" >&2) && "$B/gpuflame" collapse "$work/run.gpuflame"
  }
  recorded_there() {
    local script=$here/../../tests/capture/basics.play record=(record -q -f -o run.gpuflame --)
    make -C "$here/../.." B="$work/there" CC="$arch-linux-gnu-gcc" PACKAGE_CFLAGS= -o "$work/there/libgpuflame.so" \
      "$work/there/mock/driver" &&
      cmp <(played "$B" "$B/gpuflame" "${record[@]}" "$B/mock/driver" "$script") <(played "$work/there" \
        "$qemu" "$command" "${record[@]}" "$qemu" -L "/usr/$arch-linux-gnu" "$work/there/mock/driver" "$script") &&
      "$B/gpuflame" collapse "$work/run.gpuflame" | grep -q ';'
  }
  check "records on the mock, by qemu: the same stacks" recorded_there
else
  skip "records on the mock" "there is none"
fi

# --- the wheel -------------------------------------------------------------------
wheel=$("$here/wheel.py" "$tarball" "$work")
if [ -n "$qemu" ]; then
  skip "the wheel" "for another processor"
elif ! python3 -m venv "$work/venv" >/dev/null 2>&1; then
  skip "the wheel" "no python3-venv"
else
  check "pip install" "$work/venv/bin/pip" install -q --no-index --disable-pip-version-check "$wheel"
  check "import gpuflame" "$work/venv/bin/python" - "$B/fixtures/demo.sqlite" <<'PYTHON'
import os, sys, gpuflame
demo = sys.argv[1]
picture = gpuflame.flame(demo, by="device", kernel_names="family")
assert picture.svg.rstrip().endswith("</svg>") and "srcdoc" in picture._repr_html_()
rows = gpuflame.stats(demo, "cuda_gpu_kern_sum", limit=3)
assert len(rows) == 3 and rows[0]["Total Time (ns)"] > 0
made = gpuflame.env("run/", mode="trace")
assert made["GPUFLAME_MODE"] == "trace" and made["GPUFLAME_OUTPUT"].endswith("/run/")
assert os.path.exists(made["CUDA_INJECTION64_PATH"])
try:
    gpuflame.flame("absent")
except gpuflame.Error as error:
    assert "absent" in str(error)
else:
    raise AssertionError
PYTHON
  documented() ( # docs/INSTALL.md
    mkdir -p "$work/notebook/run" && cd "$work/notebook" || exit
    gzip -c "$here/../../tests/fixtures/torch.json" >trace.json.gz && cp "$B/fixtures/demo.sqlite" run
    # shellcheck disable=SC2016 # backticks of Markdown
    "$work/venv/bin/python" - < <(echo 'import os, subprocess; command = ["true"]'
      sed -n '/^```python/,/^```/{/^```/!p}' "$here/../../docs/INSTALL.md")
  )
  check "docs/INSTALL.md: import gpuflame" documented
fi

# --- recipes of conda and Spack: what they call of the Makefile is there ------------
recipes() {
  python3 - "$here" "$1" <<'PYTHON'
import os, re, subprocess, sys, types
here, version = sys.argv[1:]
root = os.path.join(here, "..", "..")
def dry_run(words): subprocess.run(["make", "-n", "-s", "-C", root, *words], check=True, stdout=subprocess.DEVNULL)
conda = open(os.path.join(here, "conda", "meta.yaml"), encoding="utf-8").read()
assert re.search(r"^  version: (.*)", conda, re.M)[1] == version
os.environ.update(CPU_COUNT="1", CC="gcc", AR="ar", PREFIX="/prefix")
for command in re.search(r"script: (.*)", conda)[1].split(" && "):
    dry_run([os.path.expandvars(word.replace('"', "")) for word in command.split()[1:]])
class MakefilePackage:
    def __init__(self, spec): self.spec = spec
class Spec(dict):
    def satisfies(self, variant): return variant == "+record" and "cuda" in self
package = types.ModuleType("spack.package")
vars(package).update(MakefilePackage=MakefilePackage, make=lambda *words: dry_run(words),
    **{name: lambda *words, **more: None for name in ("license", "version", "variant", "depends_on")})
sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package})
recipe = {}
exec(open(os.path.join(here, "spack", "package.py"), encoding="utf-8").read(), recipe)
for spec in Spec(), Spec(cuda=types.SimpleNamespace(prefix="/cuda")):
    made = recipe["Gpuflame"](spec)
    made.build(spec, "/prefix")
    made.install(spec, "/prefix")
PYTHON
}
check "recipes of conda and Spack" recipes "$version"

# --- the .deb --------------------------------------------------------------------
if ! command -v dpkg-deb >/dev/null; then
  skip "the .deb" "no dpkg-deb"
else
  deb=$("$here/deb.sh" "$tarball" "$work")
  mkdir "$work/deb"
  dpkg-deb -x "$deb" "$work/deb"
  if [ -z "$qemu" ] && [ -x "$B/mock/driver" ]; then check "the .deb records" recorded "$work/deb/usr/bin/gpuflame"; fi
  named() { # FILE...: in docs/INSTALL.md
    local file
    for file; do grep -qF "${file##*/}" "$here/../../docs/INSTALL.md" || return; done
  }
  [ -n "$qemu" ] || check "docs/INSTALL.md has their names" named "$tarball" "$wheel" "$deb"
  if command -v lintian >/dev/null; then
    check "lintian" lintian --fail-on error "$deb"
  else
    skip "lintian" "lintian is absent"
  fi
fi
echo "1..$number"
[ "$failures" -eq 0 ]
