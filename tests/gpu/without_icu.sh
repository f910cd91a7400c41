#!/bin/sh
# Where libxml2 needs ICU, 31 MB for encodings that gpu-check does not have, put functions that
# do nothing in its place: without_icu.sh FOLDER CC, the libraries of the bundle.
set -eu
cd "$1"
for icu in libicuuc.so.*; do
  [ -e "$icu" ] || exit 0
  rm -f libicudata.so.* libicuuc.so.* libstdc++.so.* libgcc_s.so.*
  nm -D --undefined-only libxml2.so.* | awk '$2 ~ /^[uU][A-Za-z_]*_[0-9]+$/ { print "int " $2 "(void);\nint " $2 "(void) { return 0; }" }' |
    $2 -x c -shared -fPIC -O2 -Wl,-soname,"$icu" -o "$icu" -
done
