# Completion for fish, by that for bash: share/fish/vendor_completions.d/gpuflame.fish
set -g __gpuflame_bash (dirname (status filename))/../../bash-completion/completions/gpuflame
complete -c gpuflame -f -a '(bash $__gpuflame_bash (commandline -opc) (commandline -ct | string collect -a) 2>/dev/null)'
