# Lists of Python functions: what is refused, with the file, the object and the item; what the
# library gets.
# shellcheck disable=SC2016
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so
unset PYTHONPATH
check() {
  printf '%s' "$1" >list.json
  gpuflame record --python-functions-trace list.json true 2>&1 | head -n 1
}
echo "-- nsys's schema"
check '[{"_comment": {"any": ["thing"]}, "domain": "d", "category": "c", "color": "0x00FF00", "module": "m",
  "functions": ["f", "C.m", {"function": "g", "module": "n", "domain": null, "color": 255, "_comment": 1}]},
  {"functions": [{"module": "m", "function": "f", "category": 3}]}]'
check '[]'
echo "-- refused"
check ''
check '[{"module": "m", "functions": ["f"]'
check '{"module": "m"}'
check '7'
check '["f"]'
check '[{"module": "m", "functions": ["f"]}, []]'
check '[{"module": "m"}]'
check '[{"functions": ["f", "g"]}]'
check '[{"module": "m", "functions": ["f"]}, {"functions": [{"function": "f", "module": "m"}, "g"]}]'
check '[{"module": "m", "functions": ["f", 3]}]'
check '[{"module": "m", "functions": ["f", ["g"]]}]'
check '[{"module": "m", "functions": ["f", {"module": "g"}]}]'
check '[{"module": "m", "functions": ["f", {"function": "g", "functions": []}]}]'
check '[{"module": "m", "functions": [{"function": ["f"]}]}]'
check '[{"module": "m", "functions": [{"function": "f", "domain": 3}]}]'
check '[{"module": "m", "functions": "f"}]'
check '[{"module": "m", "functions": {"f": 1}}]'
check '[{"module": ["m"], "functions": ["f"]}]'
check '[{"module": "m", "fuctions": ["f"]}]'
check '[{"module": "m", "functions": ["f"], "color": "green"}]'
check '[{"module": "", "functions": ["f"]}]'
check '[{"module": "m", "functions": ["f"], "category": {}}]'
gpuflame record --python-functions-trace missing.json true
echo "status $?"
gpuflame record --pytorch modules,moduls true
echo "-- handed over"
echo '[]' >a,b.json
echo '[]' >c.json
gpuflame record --python-functions-trace a,b.json --python-functions-trace c.json -- sh -c '
  echo "$GPUFLAME_PYTHON_FUNCTIONS_TRACE"
  ls -A "${PYTHONPATH%%:*}"' 2>/dev/null | sed "s|$PWD|HERE|g"
PYTHONPATH=x:y gpuflame record --python-functions-trace c.json -- sh -c 'echo "$PYTHONPATH"' 2>/dev/null |
  sed 's|.*/gpuflame-python-......:|FOLDER:|'
gpuflame record -- sh -c 'echo "no list: ${PYTHONPATH-no PYTHONPATH}"' 2>/dev/null
TMPDIR=/nowhere gpuflame record -o "$PWD/" --python-functions-trace c.json -- sh -c 'echo "no folder: ${PYTHONPATH-no PYTHONPATH}"'
