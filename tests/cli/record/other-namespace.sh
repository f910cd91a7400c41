# Where /proc is that of another namespace of processes, those are not taken for the command's: they
# are neither waited for nor reported.
unshare -r -p -f true 2>/dev/null || { echo "SKIP no namespaces of processes"; exit; }
exec 2>&1
unshare -r -p -f gpuflame record --wait all -o x sh -c 'sleep 0.3 & exit 3'
echo "status $?"
# one that was there before does not keep the command from running
unshare -r -p -f sh -c 'sleep 0.3 & exec gpuflame record --wait primary -o x sh -c "exit 4"'
echo "status $?"
# nor is it waited for, as it may be the tee of a shell that became gpuflame
timeout 20 unshare -r -p -f sh -c 'sleep 60 & exec gpuflame record -o x sh -c "exit 5"'
echo "status $?"
# and processes below another one are not looked for
unshare -r -p -f gpuflame snapshot 1 -o x.svg
echo "status $?"
