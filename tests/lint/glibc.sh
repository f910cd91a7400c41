#!/usr/bin/env bash
# Whether libgpuflame.so loads with glibc 2.17, and needs nothing else: tests/lint/glibc.sh FOLDER
# Prints a line for each symbol and each library that prevents it.
set -u
lib=$1/libgpuflame.so
newest=17
status=0
[ -e "$lib" ] || exit 0

while read -r symbol version; do
  [[ $version =~ ^GLIBC_2\.([0-9]+)(\.[0-9]+)?$ ]] && [ "${BASH_REMATCH[1]}" -le "$newest" ] && continue
  echo "$lib: $symbol is of $version: an older one is for capture/old_glibc.syms"
  status=1
done < <(readelf -W --dyn-syms "$lib" | awk '$7 == "UND" && split($8, part, "@+") == 2 { print part[1], part[2] }')
while read -r needed; do
  [[ $needed =~ ^(libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|ld-linux-.*)$ ]] && continue
  echo "$lib: it needs $needed"
  status=1
done < <(readelf -d "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
# A program that has loaded neither would lack what newer systems have in libc.so.6.
for needed in libdl.so.2 libpthread.so.0; do
  readelf -d "$lib" | grep -qF "[$needed]" && continue
  echo "$lib: it does not name $needed, where an old glibc has some of its symbols"
  status=1
done
exit $status
