#!/usr/bin/env bash
# Times of findings and of the first screen, derived again by tests/tools/finding_numbers.py: of fixtures, and
# of real exports where ../shared is.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
for export in "$B"/fixtures/{demo,stats_small,ranks,long_names,host_calls}.sqlite "$tests"/fixtures/torch*.json \
  "$shared"/real/{,answers/}*.sqlite "$shared"/real/{answers,kineto,pairs,serving}/*.json.gz; do
  if [ ! -e "$export" ] || ! "$B/gpuflame" findings -q "$export" >/dev/null 2>&1; then
    continue
  fi
  said=$(python3 "$tests/tools/finding_numbers.py" "$B/gpuflame" "$export" 2>"$work/log")
  report $? "${said#*ok }"
done
finish
