#compdef gpuflame
# Completion for zsh, by that for bash: share/zsh/site-functions/_gpuflame
local -a found
found=(${(f)"$(bash ${functions_source[_gpuflame]:A:h}/../../bash-completion/completions/gpuflame \
  ${words[1,CURRENT]} 2>/dev/null)"})
[[ -z $found ]] || compadd -f -- $found
