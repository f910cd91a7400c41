# Completion for fish, by that for bash: share/fish/vendor_completions.d/gpuflame.fish
set -g __gpuflame_bash (dirname (status filename))/../../bash-completion/completions/gpuflame
function __gpuflame
    set -l word (commandline -ct | string trim --left --chars '\'"' | string unescape)
    bash $__gpuflame_bash (commandline -opc) "$word" 2>/dev/null
end
complete -c gpuflame -f -a '(__gpuflame)'
