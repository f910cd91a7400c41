# Totals above 2^53, of which a double does not have the last digit, are exact in JSON.
printf 'a;b 9007199254740993\nc 2\n' >before
printf 'a;b 9007199254740995\nc 9223372036854775807\n' >after
gpuflame diff -f json before after | grep -oE '"(before|after|change|total)":-?[0-9.]+'
gpuflame diff -f json after before | grep -oE '"change":-?[0-9.]+'
echo '--- fractions, and means of several runs'
printf 'a 1.5\n' >fraction
gpuflame diff -f json fraction fraction | grep -oE '"total":[0-9.]+'
gpuflame diff -f json --before before after --after after after | grep -oE '"total":[0-9.]+'
echo '--- and as text'
gpuflame diff -f folded before after
