"""Run a command with a terminal: terminal.py COLUMNS WHICH COMMAND...

WHICH says what the terminal is, "out", "err" or "both"; the other goes to our own
stdout as it is. What the terminal got is printed with <CR> and <ESC> for these."""
import fcntl, os, pty, struct, subprocess, sys, termios

columns, which, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
child = subprocess.Popen(
    command,
    stdin=theirs,
    stdout=None if which == "err" else theirs,
    stderr=None if which == "out" else theirs,
)
os.close(theirs)
shown = b""
while True:
    try:
        more = os.read(ours, 65536)
    except OSError:  # the last one who had it open is gone
        break
    if not more:
        break
    shown += more
status = child.wait()
text = shown.replace(b"\r\n", b"\n").replace(b"\r", b"<CR>").replace(b"\033", b"<ESC>")
sys.stdout.buffer.write(text)
print("[status %d]" % status)
