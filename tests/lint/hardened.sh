#!/usr/bin/env bash
# Whether a release has what the Makefile's HARDEN asks for: tests/lint/hardened.sh FOLDER
# Prints a line for each thing that is missing.
set -u
B=$1
status=0

# has FILE WHAT PATTERN READELF-OPTION...
has() {
  local file=$1 what=$2 pattern=$3
  shift 3
  readelf -W "$@" "$file" | grep -qE "$pattern" && return
  echo "$file: $what is missing"
  status=1
}

has "$B/gpuflame" "position independence" 'Type: +DYN' -h
for file in "$B/gpuflame" "$B/libgpuflame.so"; do
  [ -e "$file" ] || continue
  has "$file" "BIND_NOW" 'FLAGS.* NOW|BIND_NOW' -d
  has "$file" "RELRO" 'GNU_RELRO' -l
  has "$file" "a stack that is not executable" 'GNU_STACK .* RW +0x' -l
  has "$file" "the stack protector" '__stack_chk_fail' --dyn-syms
  has "$file" "FORTIFY" '__[a-z]+_chk(@|$)' --dyn-syms
done
case $(readelf -h "$B/obj/cmd/main.o") in
*X86-64*) has "$B/obj/cmd/main.o" "CET" 'IBT, SHSTK' -n ;;
*AArch64*) has "$B/obj/cmd/main.o" "BTI" 'BTI' -n ;;
esac
exit "$status"
