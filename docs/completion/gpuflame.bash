# shellcheck shell=bash
# Completion for bash, which asks gpuflame itself; zsh and fish run this file for theirs:
# bash gpuflame.bash WORD..., the last of which is completed.

# What the argument of an option may be: the words of its table, those that its help lists, or "".
# Fails if the option has none.
_gpuflame_words() { # COMMAND OPTION
  GPUFLAME_HELP=completion gpuflame help "$1" 2>/dev/null | awk -F '\t' -v option="$2" '
    NF == 5 && ($1 == option || $2 == option) {
      takes = $3 != ""
      if ($4 == "" && $3 ~ /^LIST/ && match($5, /: [a-z]+(, [a-z]+)+$/)) $4 = substr($5, RSTART + 2)
      gsub(",", "", $4)
      print $4
    }
    END { exit !takes }'
}
# Folders, with $slash behind them, and files: with OF those that gpuflame reads.
_gpuflame_files() { # WORD [OF]
  local file read=' sqlite nsys-rep qdrep json gpuflame folded txt svg html pb db gz zst sql '
  compgen -f -- "$1" | while read -r file; do
    if [ -d "$file" ]; then
      echo "$file${slash:-}"
    elif [ -z "${2:-}" ] || [[ $read == *" ${file##*.} "* ]]; then
      echo "$file"
    fi
  done
}
_gpuflame() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=render words
  COMPREPLY=()
  # --value=WORD comes as three words
  [ "$word" != = ] || { word='' && COMP_WORDS+=('') && COMP_CWORD=$((COMP_CWORD + 1)) && before==; }
  [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
  case ${COMP_WORDS[1]:-} in
  "" | -* | */* | *.*) ;;
  *) [ "$COMP_CWORD" -eq 1 ] || command=${COMP_WORDS[1]} ;;
  esac
  if [[ $word == -* ]]; then
    words=$(GPUFLAME_HELP=completion gpuflame help "$command" 2>/dev/null | awk -F '\t' 'NF == 5 { print $1, $2 }')
  elif [[ $before == -* ]] && words=$(_gpuflame_words "$command" "$before"); then
    case $command$before in
    stats-r | stats--report) words="all $(gpuflame stats --list 2>/dev/null | sed -n 's/^\([a-z_0-9]*\).*/\1/p')" ;;
    esac
    [ -n "$words" ] || mapfile -t COMPREPLY < <(_gpuflame_files "$word")
  else
    [[ $command != help && $COMP_CWORD -ne 1 ]] || words=$(gpuflame --help 2>/dev/null |
      sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
    case $command in
    help) words+=" render" ;;
    record) mapfile -t COMPREPLY < <(_gpuflame_files "$word") ;;
    *) mapfile -t COMPREPLY < <(_gpuflame_files "$word" of) ;;
    esac
  fi
  [ -z "${words:-}" ] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$word")
}
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  COMP_WORDS=("$@") word=${!#} start='' slash=/
  if [[ $word == --*=* ]]; then
    start=${word%%=*}=
    COMP_WORDS=("${@:1:$#-1}" "${word%%=*}" "=" "${word#*=}")
  fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _gpuflame
  [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]/#/$start}"
else
  complete -o filenames -F _gpuflame gpuflame
fi
