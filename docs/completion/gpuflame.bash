# shellcheck shell=bash
# Completion for bash: commands and options are asked of gpuflame itself.
_gpuflame() {
  local word=${COMP_WORDS[COMP_CWORD]} command=render candidate
  COMPREPLY=()
  case ${COMP_WORDS[1]:-} in
  "" | -* | */* | *.*) ;;
  *) [ "$COMP_CWORD" -eq 1 ] || command=${COMP_WORDS[1]} ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(gpuflame help "$command" 2>/dev/null |
      grep -oE '^ {2,6}-[^ ]*(, --[a-z-]+)?' | grep -oE -- '--?[a-zA-Z-]+')" -- "$word")
  elif [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
    mapfile -t COMPREPLY < <(compgen -W "$(gpuflame --help 2>/dev/null |
      sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p') $([ "$command" != help ] || echo render)" -- "$word")
    [ "$command" = help ] || while read -r candidate; do
      COMPREPLY+=("$candidate")
    done < <(compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _gpuflame gpuflame
