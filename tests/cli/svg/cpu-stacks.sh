# Stacks of CPU profilers are samples, in the colours that their users know, unless options say otherwise.
look() { gpuflame svg "$@" | grep -oE 'aria-label="[^"]*stacks"|data-colors="[^"]*"|data-kind="."' | tr '\n' ' '; echo; }
echo "== perf"
printf 'sshd;do_syscall_64_[k];vfs_read_[k] 3\nsshd;main 4\n' >perf.folded
look perf.folded
echo "== Java, Python"
printf 'java;start_thread;Ljava/lang/Thread:.run_[j] 3\n' | look
printf 'main (train.py:12);step (train.py:40) 7\n' | look
echo "== options say otherwise"
look --unit ns perf.folded
look --countname cycles perf.folded
look --colors kind perf.folded
echo "== Python over kernels, and ranges alone, are no such stacks"
printf 'main (train.py:12);ampere_sgemm_128x64_tn 3000\n' | look
printf 'step;forward 3000\n' | look
echo "== a file of stacks, drawn at once"
gpuflame perf.folded -o at-once.svg
grep -oE 'data-(colors|countname)="[^"]*"' at-once.svg
