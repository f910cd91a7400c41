#compdef gpuflame
# Completion for zsh, by that for bash: share/zsh/site-functions/_gpuflame
local -a found
found=(${(f)"$(bash ${functions_source[_gpuflame]:A:h}/../../bash-completion/completions/gpuflame \
  "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"})
compadd -S '' -f -- ${(M)found:#*/}
compadd -f -- ${found:#*/}
