# Lists of Python functions: what is refused, with the file, the object and the item; what the
# library gets.
# shellcheck disable=SC2016
python-functions() {
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
}
check python-functions 0 <<'STDOUT' 3<<'STDERR'
-- nsys's schema
gpuflame: nothing was recorded: no process of 'true' used CUDA
gpuflame: nothing was recorded: no process of 'true' used CUDA
-- refused
gpuflame: option '--python-functions-trace': 'list.json': the JSON is truncated; was it still being written, or the copy cut short?
gpuflame: option '--python-functions-trace': 'list.json': the JSON is truncated; was it still being written, or the copy cut short?
gpuflame: option '--python-functions-trace': 'list.json': expected an array of objects
gpuflame: option '--python-functions-trace': 'list.json': expected an array of objects
gpuflame: option '--python-functions-trace': 'list.json': expected an array of objects
gpuflame: option '--python-functions-trace': 'list.json': after object 1: expected an object
gpuflame: option '--python-functions-trace': 'list.json': object 1: no 'functions'
gpuflame: option '--python-functions-trace': 'list.json': object 1: function 1 has no 'module', nor has the object
gpuflame: option '--python-functions-trace': 'list.json': object 2: function 2 has no 'module', nor has the object
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 2: expected the name of a function, or an object
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 2: expected the name of a function, or an object
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 2: no 'function' names it
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 2: unknown key 'functions': expected function, module, domain, category, color or a comment (_...)
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 1: 'function': expected no array
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 1: 'domain': expected a name
gpuflame: option '--python-functions-trace': 'list.json': object 1: 'functions': expected an array
gpuflame: option '--python-functions-trace': 'list.json': object 1: 'functions': expected no object
gpuflame: option '--python-functions-trace': 'list.json': object 1: 'module': expected no array
gpuflame: option '--python-functions-trace': 'list.json': object 1: unknown key 'fuctions': expected functions, module, domain, category, color or a comment (_...)
gpuflame: option '--python-functions-trace': 'list.json': object 1: 'color': expected a number such as "0x00FF00"
gpuflame: option '--python-functions-trace': 'list.json': object 1: 'module': expected a name
gpuflame: option '--python-functions-trace': 'list.json': object 1, function 1: 'category': expected no object
status 1
-- handed over
HERE/a,,b.json,HERE/c.json
__pycache__
sitecustomize.py
FOLDER:x:y
no list: no PYTHONPATH
no folder: no PYTHONPATH
STDOUT
gpuflame: option '--python-functions-trace': cannot read 'missing.json': No such file or directory
gpuflame: --pytorch has 'moduls': expected modules, backward, functions-trace, autograd-nvtx or autograd-shapes-nvtx, or none alone
gpuflame: warning: cannot use '/nowhere' for temporary files: No such file or directory: Python functions are traced only from where CUDA starts
gpuflame: nothing was recorded: no process of 'sh' used CUDA
STDERR
