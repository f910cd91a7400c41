#!/usr/bin/env bash
# What another user's process answers is not trusted, nor the environment of a privileged program.
# Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 PATH=$B:$PATH

# poses as a recorded process: answers with a file without an end, or never finishes
cat >"$work/poser.py" <<'END'
import array, os, socket, sys
folder, mode = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
server.bind(f"{folder}/{os.getpid()}-1")
server.listen(8)
while True:
    client, _ = server.accept()
    request = client.recv(100)
    state = "stopping" if mode == "stop" else "recording"
    reply = f"gpuflame-2\tdone\t{os.getpid()}\t{state}\t0\t/x\t/\t-\t\t\t\t".encode()
    if b"snapshot" in request:
        file = {"zero": lambda: os.open("/dev/zero", os.O_RDONLY), "pipe": lambda: os.pipe()[0]}[mode]()
        client.sendmsg([reply], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
    elif request:
        client.send(reply)
    client.close()
END
pose() { # MODE: until it listens
  python3 "$work/poser.py" "$GPUFLAME_CONTROL" "$1" 2>/dev/null &
  pid=$!
  for _ in $(seq 200); do
    compgen -G "$GPUFLAME_CONTROL/$pid-*" >/dev/null && return
    sleep 0.05
  done
}
for mode in zero pipe; do
  pose $mode
  for ending in gpuflame svg; do
    timeout 20 gpuflame snapshot $pid -o "$work/x.$ending" >"$work/log" 2>&1
    [ $? -eq 1 ] && grep -qx "gpuflame: what the process sent is not a file" "$work/log" && [ ! -e "$work/x.$ending" ]
    report $? "a snapshot takes files alone: $mode, $ending"
  done
  kill $pid
done
pose stop
timeout 20 gpuflame stop $pid >"$work/log" 2>&1 &
stop=$!
sleep 0.5
kill -ALRM $(pgrep -P $stop) # the deadline, five minutes early
wait $stop
[ $? -eq 1 ] && grep -q "not all have finished their captures in time" "$work/log"
report $? "stop does not wait for ever"
kill $pid

# a program that loads the library, and what its caller says is CUPTI
cat >"$work/program.c" <<END
#include <dlfcn.h>
int main(void)
{
	void *library = dlopen("$B/libgpuflame.so", RTLD_NOW);
	int (*begin)(void) = library ? (int (*)(void))dlsym(library, "InitializeInjection") : 0;
	return begin == 0 || begin() != 1;
}
END
printf '#include <fcntl.h>\n__attribute__((constructor)) static void run(void) { creat("%s/out/ran", 0644); }\n' "$work" >"$work/evil.c"
if [ "$(id -u)" -ne 0 ] || nm -D "$B/libgpuflame.so" | grep -q ' U __[at]san' || ! cc "$work/program.c" -o "$work/program" -ldl || ! cc -shared -fPIC "$work/evil.c" -o "$work/evil.so" ||
  ! chmod 755 "$work" || ! setpriv --reuid 65534 test -r "$B/libgpuflame.so" 2>/dev/null; then
  echo "ok - privileged programs # SKIP only root can make one, whose library others can read, and no sanitizer is in it"
  exit $failures
fi
mkdir -m 777 "$work/out"
run() { # MODE: whether the caller's code ran
  rm -f "$work/out/ran"
  chmod "$1" "$work/program" && GPUFLAME_CUPTI=$work/evil.so setpriv --reuid 65534 "$work/program" >"$work/log" 2>&1 &&
    [ -e "$work/out/ran" ]
}
run 755
report $? "a program without privileges loads what its caller names"
! run 4755 && [ ! -s "$work/log" ]
report $? "a privileged program does not"
exit $failures
