# Reports of nsys itself, where nsys is absent.
[ -z "${EMULATED:-}" ] || { echo "SKIP the vfork() of $EMULATED hides that an exec failed"; exit; }
printf 'binary\0report' >run.nsys-rep
gpuflame collapse --nsys ./absent run.nsys-rep
echo "status $?"
