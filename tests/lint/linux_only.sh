#!/usr/bin/env bash
# What Linux alone has, and the only files that may use it: the rest is built by
# `make RECORD=no` on other systems. Prints a line for each violation.
set -u
cd "$(dirname "$0")/../.." || exit 1

headers='elf|endian|malloc|stdio_ext|linux/[a-z_]*|sys/(auxv|epoll|eventfd|inotify|prctl|random|sendfile|signalfd|syscall|sysinfo|timerfd|xattr)'
calls='execvpe|getrandom|gettid|le(16|32|64)toh|htole(16|32|64)|memrchr|mempcpy|mremap|pipe2|prctl|qsort_r|reallocarray'
calls+='|secure_getenv|strchrnul|__fpurge|copy_file_range|canonicalize_file_name'
words='MADV_[A-Z]*|O_TMPFILE|O_PATH|SI_KERNEL|AT_EMPTY_PATH|program_invocation_[a-z_]*'

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
while IFS=: read -r file line found; do
  may_use "$file" "$found" && continue
  echo "$file:$line: only Linux has this: $found; base/platform.h is for that"
  status=1
done < <(git ls-files --cached --others --exclude-standard -- 'base/*.[ch]' 'capture/*.[ch]' 'cmd/*.[ch]' \
  'collapse/*.[ch]' 'export/*.[ch]' 'stats/*.[ch]' 'svg/*.[ch]' | sort -u | xargs grep -nHoE \
  "^#include <($headers)\.h>|\b($calls)\(|\b($words)\b|\"/proc/self")
exit "$status"
