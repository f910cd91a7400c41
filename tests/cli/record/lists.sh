# Lists of Python functions: what the library gets.
# shellcheck disable=SC2016
python-functions() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so
  unset PYTHONPATH
  gpuflame record --pytorch modules,moduls true
  echo "-- handed over"
  gpuflame record --python-functions-trace a,,b.json,c.json -- sh -c '
  echo "$GPUFLAME_PYTHON_FUNCTIONS_TRACE"
  ls -A "${PYTHONPATH%%:*}"' 2>/dev/null | sed "s|$PWD|HERE|g"
  PYTHONPATH=x:y gpuflame record --python-functions-trace c.json -- sh -c 'echo "$PYTHONPATH"' 2>/dev/null |
    sed 's|.*/gpuflame-......:|FOLDER:|'
  gpuflame record -- sh -c 'echo "no list: ${PYTHONPATH-no PYTHONPATH}"' 2>/dev/null
  TMPDIR=/nowhere gpuflame record -o "$PWD/" --python-functions-trace c.json -- sh -c 'echo "no folder: ${PYTHONPATH-no PYTHONPATH}"'
}
check python-functions 0 <<'STDOUT' 3<<'STDERR'
-- handed over
a,,b.json,c.json
__pycache__
sitecustomize.py
FOLDER:x:y
no list: no PYTHONPATH
no folder: no PYTHONPATH
STDOUT
gpuflame: --pytorch='moduls': expected one of modules, functions-trace, autograd-nvtx, autograd-shapes-nvtx, none
gpuflame: warning: cannot make a temporary folder in '/nowhere': No such file or directory: Python functions are traced only from where CUDA starts
gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
STDERR
