# Bad command lines and files: one line each.
printf 'a 1\n' >a
printf '\n' >nothing
try() { gpuflame diff "$@"; echo "status $?"; }
try
try a
try a a a
try a --before a --after a
try --before a
try --before --after a
try --before a --after
try a a --format csv
try a a --fail-if 'total 5%'
try a a --fail-if 'total > x%'
try a a --fail-if 'total > 5'
try a a --fail-if '( > 5%'
try a a --title T
try a a -i -o x.md
try a a --widt 900 -f json
try a a --countname samples --unit samples -f json >/dev/null
try a a --title T --format svg >/dev/null
try a no-such-file
try a - <a
gpuflame stats - <a
gpuflame merge a - <a
try a nothing
try nothing nothing
gpuflame diff a a >/dev/full
