#!/usr/bin/env bash
# What Linux alone has, and the only files that may use it: the rest is built by
# `make RECORD=no` on other systems. Prints a line for each violation.
# Without _GNU_SOURCE a file that uses more than POSIX does not compile; with it, what it uses
# is found by compiling it without.
set -u
cd "$(dirname "$0")/../.." || exit 1

headers='elf|endian|malloc|stdio_ext|linux/[a-z_]*|sys/(auxv|epoll|eventfd|inotify|prctl|random|sendfile|signalfd|syscall|sysinfo|timerfd|xattr)'
calls='execvpe|getrandom|gettid|le(16|32|64)toh|htole(16|32|64)|memrchr|mempcpy|mremap|pipe2|prctl|qsort_r|reallocarray'
calls+='|secure_getenv|strchrnul|__fpurge|copy_file_range|canonicalize_file_name'
words='MADV_[A-Z]*|O_TMPFILE|O_PATH|SI_KERNEL|AT_EMPTY_PATH|program_invocation_[a-z_]*'

everywhere=' environ memmem mkostemp realpath strcasestr ' # more than POSIX, and on macOS and BSD, too

# "FILE PATTERN": may use it; a folder with all in it may use anything
allowed='base/platform.c .
capture/ .
cmd/record/ .
cmd/main.c malloc
collapse/input/bytes.c "/proc/self'

may_use() {
  local file pattern
  while read -r file pattern; do
    [[ $1 == "$file"* && $2 =~ $pattern ]] && return
  done <<<"$allowed"
  return 1
}

status=0
# refuse FILE LINE WHAT: unless the file may use it
refuse() {
  may_use "$1" "$3" && return
  echo "$1:$2: only Linux has this: $3; base/platform.h is for that"
  status=1
}

mapfile -t files < <(git ls-files --cached --others --exclude-standard -- 'base/*.[ch]' 'capture/*.[ch]' \
  'cmd/*.[ch]' 'collapse/*.[ch]' 'export/*.[ch]' 'stats/*.[ch]' 'svg/*.[ch]' | sort -u)
while IFS=: read -r file line found; do
  refuse "$file" "$line" "$found"
done < <(grep -nHoE "^#include <($headers)\.h>|\b($calls)\(|\b($words)\b|\"/(proc/self|sys/)" "${files[@]}")

read -ra flags < <(make -s --no-print-directory flags)
while read -r file; do
  may_use "$file" any && continue
  while IFS=: read -r line found; do
    [[ $everywhere == *" $found "* ]] || refuse "$file" "$line" "$found"
  done < <(sed '/^#define _GNU_SOURCE/s/.*//' "$file" | LC_ALL=C gcc "${flags[@]}" -fsyntax-only -x c - 2>&1 |
    sed -nE "s/^<stdin>:([0-9]+):.*(implicit declaration of function|error:) '([a-zA-Z_0-9]+)'.*/\1:\3/p" | sort -u)
done < <(grep -l '^#define _GNU_SOURCE' "${files[@]}")
exit "$status"
