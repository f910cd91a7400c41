# What start, stop and snapshot say where there is nothing to act on.
export GPUFLAME_CONTROL=$PWD/control
said() { "$@" 2>&1 | sed "s/process $$ /process PID /"; echo "status ${PIPESTATUS[0]}"; }
for command in start stop snapshot; do
  said gpuflame $command
  said gpuflame $command 999999999
  said gpuflame $command $$
  said gpuflame $command nowhere
  said gpuflame $command .
done
said gpuflame snapshot . --order=never -o x.svg
gpuflame start --help
gpuflame stop --help
gpuflame snapshot --help | sed -n 1,15p
ls
