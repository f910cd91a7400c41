#!/usr/bin/env bash
# A few cases of tests/fuzz/structure.py, the same each time.
exec "$(dirname "$0")/../fuzz/structure.py" "$1" 2 1
