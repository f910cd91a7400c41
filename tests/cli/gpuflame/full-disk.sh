# A full disk is reported, by every way of printing: one line, status 1. A closed pipe ends the
# command as SIGPIPE does, silently.
[ -c /dev/full ] || { echo "SKIP no /dev/full" && exit; }
for words in --help --version help "help collapse" "help svg" "collapse --help" "svg --help"; do
  # shellcheck disable=SC2086
  gpuflame $words >/dev/full
  echo "$words: $?"
done
exec 9> >(:) # which has ended when it is written to
wait $!
gpuflame --help >&9
echo "closed pipe: $?" >&2
gpuflame --help >&-
echo "closed stdout: $?"
