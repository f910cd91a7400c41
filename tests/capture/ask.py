#!/usr/bin/env python3
"""Ask captured processes in ways that gpuflame does not: ask.py garbage|snapshots FOLDER [FILE]

garbage: packets that are no requests, and connections that say nothing.
snapshots: many, while the process launches; prints how many operations each had. FILE: to write to.
"""
import os
import socket
import sqlite3
import sys
import threading


def connect(path):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    client.settimeout(20)
    client.connect(path)
    return client


def garbage(path):
    packets = [b"", b"\0", b"\t", b"gpuflame-2", b"gpuflame-2\t", b"gpuflame-2\tstart\tnow\t0",
               b"gpuflame-2\tstart\0", b"gpuflame-3\tstart\t0\t0", b"gpuflame-2\tsnapshot " * 9,
               b"%s%n\n" * 12, bytes(range(256)), b"x" * 100000]
    for packet in packets:
        client = connect(path)
        client.send(packet)
        client.close()
    answered = 0
    for packet in packets[1:6]:
        client = connect(path)
        client.send(packet)
        reply = client.recv(65536)
        answered += reply.startswith(b"gpuflame-2\trefused\t")
        client.close()
    silent = [connect(path) for _ in range(40)]
    print("refused", answered, "silent", len(silent))


def operations(path, copy):
    """How many operations a snapshot has; None: the process has ended."""
    try:
        client = connect(path)
        client.send(b"gpuflame-2\tsnapshot\t0\t0")
        reply, files, _, _ = socket.recv_fds(client, 65536, 1)
    except OSError:
        return None
    if not reply:
        return None
    if not files:
        return 0  # nothing yet
    with os.fdopen(files[0], "rb") as file, open(copy, "wb") as out:
        out.write(file.read())
    with sqlite3.connect(copy) as database:
        told = database.execute("SELECT value FROM GPUFLAME_META WHERE name = 'operations'").fetchone()
        added = database.execute("SELECT total(count) FROM GPUFLAME_VALUE").fetchone()
        check = database.execute("PRAGMA quick_check").fetchone()
    if check[0] != "ok" or int(told[0]) != int(added[0]):
        print("a snapshot is damaged:", check, told, added)
    return int(told[0])


def snapshots(path, copy):
    failed = []

    def ask(number):
        last = 0
        for count in range(25):
            now = operations(path, f"{copy}.{number}")
            if now is None:
                break
            if now < last:
                failed.append(f"{now} after {last}")
            last = now
        print("snapshots", count, "operations", last)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("fewer than before:", *failed or ["never"])


names = [name for name in os.listdir(sys.argv[2]) if not name.startswith(".")]
{"garbage": garbage, "snapshots": snapshots}[sys.argv[1]](os.path.join(sys.argv[2], names[0]), *sys.argv[3:])
