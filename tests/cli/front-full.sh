# What can't be written is told, by every way of printing: one line, status 1.
[ -c /dev/full ] || { echo "SKIP no /dev/full" && exit; }
for words in --help --version help "help collapse" "help svg" "collapse --help" "svg --help"; do
  # shellcheck disable=SC2086
  gpuflame $words >/dev/full
  echo "$words: $?"
done
{
  sleep 0.3
  gpuflame --help
  echo "closed pipe: $?" >&2
} | true
gpuflame --help >&-
echo "closed stdout: $?"
