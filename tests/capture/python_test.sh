#!/usr/bin/env bash
# Python functions as ranges, from the mock's kernels launched by Python: what each kind of function
# becomes, when the tracer is started with the interpreter and when CUDA starts it. Prints TAP.
# The Python is the first one in PATH: 3.11 has wrappers, 3.12 and later sys.monitoring.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
cases=$PWD/tests/capture/python
need_python "Python functions"
version=$(python3 -c 'import sys; print("Python %d.%d" % sys.version_info[:2])')
unset PYTHONPATH PYTHONHOME
export PYTHONPATH=$cases PYTHONDONTWRITEBYTECODE=1 MOCK_PLUGIN=$B/mock/plugin_a.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13
options=(--python-functions-trace "$cases/functions.json")
quietly=(--preset none --quiet)

# early SCRIPT [ARGUMENT...]: with the interpreter, by `gpuflame record`
early() {
  rm -rf "$work/out"
  "$B/gpuflame" record -o "$work/out/" "${record[@]}" "${options[@]}" -- python3 "$cases/$1" "${@:2}" \
    >"$work/stdout" 2>"$work/stderr"
}

# late SCRIPT: by variables alone, as in a pod
late() {
  rm -rf "$work/out"
  CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so \
    GPUFLAME_OUTPUT=$work/out/ GPUFLAME_PYTHON_FUNCTIONS_TRACE=$functions \
    python3 "$cases/$1" >"$work/stdout" 2>"$work/stderr"
}

# stacks_are FILE: the captures' stacks, and the program's status
stacks_are() {
  local status=$?
  [ $status -eq 0 ] || { cat "$work/stderr" && return 1; }
  cat "$work/out/"*.gpuflame >/dev/null &&
    diff "$1" <("$B/gpuflame" collapse "${quietly[@]}" "$work/out/"*.gpuflame 2>&1)
}

said() { grep -F -e "$1" "$work/stderr" || { cat "$work/stderr" && return 1; }; }

record=()
functions=$cases/functions.json
early kinds.py
stacks_are "$cases/kinds.folded" >"$work/log"
report $? "$version: each kind of function"
diff - <(sed -n 's/^gpuflame: python: //p' "$work/stderr") >"$work/log" <<'END'
there is no 'traced.recursiv'; the nearest is 'recursive'
'traced.Base' is a class: name its methods, such as 'Base.*'
there is no 'traced.Bse.*'; the nearest is 'Base.once'
no module 'trace' was imported; the nearest is 'traced'
END
report $? "$version: names that match nothing, with the nearest one"
late kinds.py
stacks_are "$cases/kinds.folded" >"$work/log"
report $? "$version: each kind of function, by variables alone"
said "python: functions are known from here on" >"$work/log"
report $? "$version: it is said from where on functions are known"
record=(--mode trace)
early kinds.py
stacks_are "$cases/kinds.folded" >"$work/log"
report $? "$version: each kind of function, in trace mode"
diff - <("$B/mkdb" --query "$work/out/"*.gpuflame "SELECT t.value, e.domainId FROM NVTX_EVENTS e
  JOIN StringIds t ON t.id = e.textId WHERE t.value IN ('traced.plain', 'traced.calls_c') GROUP BY 1") >"$work/log" 2>&1 <<'END'
traced.calls_c 1
traced.plain 0
END
report $? "$version: domains, in trace mode"

record=()
for way in fork spawn; do
  early processes.py $way
  printf '%s\n' "end_of_child 1" "traced.plain;plain 1" | stacks_are - >"$work/log"
  report $? "$version: a child of multiprocessing, by $way"
done

mkdir "$work/site"
cat >"$work/site/sitecustomize.py" <<'END'
import sys
sys.own_site = __name__ + " of " + __file__.rsplit("/", 2)[1]
own = True
END
PYTHONPATH=$work/site:$cases early own_site.py
diff - "$work/stdout" >"$work/log" <<'END' && echo "traced.plain;plain 1" | stacks_are - >>"$work/log"
sitecustomize of site True
False False
END
report $? "$version: a sitecustomize of the user's own is run, and nothing of ours is in its way"
if python3 -c 'import _interpreters' 2>/dev/null || python3 -c 'import _xxsubinterpreters' 2>/dev/null; then
  early interpreters.py
  echo "traced.plain;plain 1" | stacks_are - >"$work/log"
  report $? "$version: another interpreter in the process is left alone"
fi

options=(--python-functions-trace "$cases/broken.json")
early broken.py
printf '%s\n' "after 1" "function 1" | stacks_are - >"$work/log" &&
  said "python: RuntimeError: no __mro__: functions are not traced from now on" >>"$work/log" &&
  [ "$(grep -c '^gpuflame: python: ' "$work/stderr")" = 1 ]
report $? "$version: an error in the tracer turns it off, with one line"

echo '[{"module": "traced", "functions": [7]}]' >"$work/bad.json"
functions=$work/bad.json,$work/none.json
late own_site.py
said "python: cannot read '$work/bad.json': " >"$work/log" && said "cannot read '$work/none.json': " >>"$work/log"
report $? "$version: a file that cannot be read is named by the process"
echo '[{"module": "__main__", "functions": ["late"]}]' >"$work/late.json"
options=(--python-functions-trace "$work/late.json")
early late_main.py
{ echo "__main__.late;inside 1" | stacks_are - || said "'__main__.late' is not traced: it was defined after CUDA had started"; } >"$work/log"
report $? "$version: what the program defines after CUDA has started is traced, or named"
options=()
early own_site.py
echo "plain 1" | stacks_are - >"$work/log"
report $? "$version: nothing is traced unless it is asked for"
exit $failures
