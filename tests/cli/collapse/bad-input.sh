# Every kind of wrong input: one line that names it, status 1, no output file.
try() {
  gpuflame collapse -o out.folded "$@"
  echo "status $?"
}
: >empty
mkdir folder.sqlite
echo 'Dear Sir, this is no report.' >text.sqlite
head -c 3000 "$FIXTURES/demo.sqlite" >cut.sqlite
cp "$FIXTURES/demo.sqlite" damaged.sqlite
yes garbage | dd of=damaged.sqlite bs=4096 seek=3 count=30 iflag=fullblock conv=notrunc 2>/dev/null
printf 'SQLite format 3\0and then nothing of the kind' >liar.sqlite
try
try -
try absent.sqlite
try empty
try folder.sqlite
try text.sqlite
try cut.sqlite
try damaged.sqlite
try liar.sqlite
cp "$FIXTURES"/{no_kernels,no_export,view,no_column,huge_times,demo}.sqlite .
try no_kernels.sqlite
try no_export.sqlite
try view.sqlite
try no_column.sqlite
try huge_times.sqlite
try --kernels-only --only . no_kernels.sqlite
try demo.sqlite absent.sqlite
python3 -c 'import sqlite3; sqlite3.connect("rocm.db").execute("CREATE TABLE rocpd_metadata_0000 (id)")'
try rocm.db
rm rocm.db
while read -r name begin; do
  printf "$begin" >"$name"
  try "$name"
  rm "$name"
done <<'END'
flame.png \211PNG\r\n\032\n\0\0\0\rIHDR
flame.pdf %%PDF-1.7\n
train \177ELF\002\001\001\0
perf.data PERFILE2h\0\0
kernel.ncu-rep NVR\0\n\001
little.json \377\376{\0}\0
big.json \376\377\0{\0}
NVRTC;step NVRTC;step 5
END
mkfifo pipe && { echo "step;k 5" >pipe & }
try pipe
rm pipe
ls
