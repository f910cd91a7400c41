#!/usr/bin/env bash
# What setup.sh and make say where libraries are missing and nothing can be installed, and what
# bash, zsh and fish complete, where these are: install_test.sh build/release.
# shellcheck disable=SC2016,SC2317 # $ of fish and zsh; functions are called by name
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
B=$(realpath "$1")

# --- setup.sh and make: in PATH are only what they need, and an `id` that is not root
mkdir "$work/bin"
for program in bash sh dirname grep cut cat gcc make uname sed; do
  ln -s "$(command -v "$program")" "$work/bin/"
done
printf '#!/bin/sh\nexit 1\n' >"$work/bin/pkg-config"
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
chmod +x "$work/bin/pkg-config" "$work/bin/id"

# says NAME STATUS PATTERN... -- COMMAND...: the status, and each pattern in exactly one line
says() {
  local name=$1 expected=$2 patterns=() pattern good=0
  shift 2
  while [ "$1" != -- ]; do
    patterns+=("$1")
    shift
  done
  shift
  PATH=$work/bin "$@" >"$work/log" 2>&1
  [ $? -eq "$expected" ] || good=1
  for pattern in "${patterns[@]}"; do
    [ "$(grep -cE -- "$pattern" "$work/log")" -eq 1 ] || good=1
  done
  report $good "$name"
}

says "the names of packages, without apt" 1 "Debian's names" '^  libsqlite3-dev libpcre2-dev zlib1g-dev' \
  'PKG_CONFIG_PATH=P/lib/pkgconfig' -- ./setup.sh build
says "make names make deps" 2 'run .make deps.' -- make -s "B=$work/build" RECORD=no
printf '#!/bin/sh\necho "run: $*" >&2\nexit 1\n' >"$work/bin/apt-get"
chmod +x "$work/bin/apt-get"
says "the whole line for root, once, and nothing is run" 1 \
  '^  apt-get update && apt-get install -y .*libsqlite3-dev .*zlib1g-dev.*libcmocka-dev .*libxml2-utils' \
  'apt-get' -- ./setup.sh test

# --- completions, as installed: each line, in a folder of a few files, gets its word
make -s install-files "B=$B" "DESTDIR=$work/there" PREFIX=/usr CAPTURE=
mkdir -p "$work/folder/"{sub,collapse}
touch "$work/folder/"{report.sqlite,notes.pdf,"my run.sqlite"}
declare -A lines=(['gpuflame col']=collapse ['gpuflame ']=snapshot ['gpuflame help col']=collapse
  ['gpuflame help ren']=render ['gpuflame stats r']=report.sqlite ['gpuflame stats ']=report.sqlite
  ['gpuflame stats "my r']='my run.sqlite' ['gpuflame stats --list rep']=report.sqlite ['gpuflame svg --no-j']=--no-javascript
  ['gpuflame report.sqlite --no-j']=--no-javascript ['gpuflame collapse --value ex']=exposed
  ['gpuflame collapse --value=ex']=--value=exposed ['gpuflame diff --by r']=rank ['gpuflame stats -o rep']=report.sqlite
  ['gpuflame stats -r cuda_gpu_kern_s']=cuda_gpu_kern_sum ['gpuflame record -- ls s']=sub/)
by_bash() { # LINE WORD: it splits at =, too
  local word=${1##*[ \"=]} before
  [[ $1 != *\"* ]] || word=${1#*\"}
  before=${1%"$word"} && before=${before%\"}
  # shellcheck source=/dev/null
  . "$work/there/usr/share/bash-completion/completions/gpuflame"
  read -ra COMP_WORDS <<<"${before//=/ = }"
  COMP_CWORD=${#COMP_WORDS[@]} && COMP_WORDS+=("$word")
  _gpuflame
  printf '%s\n' "${COMPREPLY[@]}" | grep -xF -- "$(basename -- "${2#*=}")"
}
by_fish() { # LINE WORD
  fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
    "$work/there/usr/share/fish/vendor_completions.d/gpuflame.fish" "$1" | tee "$work/words" | cut -f1 | grep -qxF -- "$2" &&
    ! grep notes "$work/words"
}
by_zsh() { # LINE WORD: typed into a terminal
  timeout 60 zsh -f -s "$1" "$2" "$work/there/usr/share/zsh/site-functions" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($3 \$fpath); autoload -U compinit; compinit -u -D; echo rea''dy"
zpty -r shell seen '*ready*'
zpty -w -n shell "$1"$'\t'
zpty -r shell seen "*${2#${1##*[ \"]}}*"
zpty -d shell
END
}
for shell in bash zsh fish; do
  command -v "$shell" >/dev/null || { skip "completions of $shell" "$shell is absent" && continue; }
  for line in "${!lines[@]}"; do
    (cd "$work/folder" && PATH=$work/there/usr/bin:$PATH && "by_$shell" "$line" "${lines[$line]}") >"$work/log" 2>&1
    report $? "$shell: $line"
  done
done
exit "$failures"
