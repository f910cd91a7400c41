"""
The waits in the collectives of exports that cluster.py makes, by an own reading of them:

    waits.py FOLDER

Prints each rank that others waited for, "rank 5 MICROSECONDS", most first, then transfer and all, in ns.
"""
import collections, glob, json, os, re, sqlite3, sys

groups = collections.defaultdict(dict)  # (step, communicator, ordinal): rank: duration
for path in glob.glob(sys.argv[1] + "/rank*.sqlite"):
    rank = int(re.search(r"\d+", os.path.basename(path)).group())
    db = sqlite3.connect(path)
    names = dict(db.execute("SELECT id, value FROM StringIds"))
    ranges = db.execute("SELECT start, end, textId, jsonText FROM NVTX_EVENTS ORDER BY start").fetchall()
    steps = [row for row in ranges if names[row[2]].startswith("Train step")]
    calls = [(row[0], row[1], json.loads(row[3])["NCCL communicator ID"]) for row in ranges
             if names[row[2]] == "NCCL:ncclAllReduce"]
    ordinals = collections.Counter()
    for start, end, at, name in db.execute(
            "SELECT k.start, k.end, r.start, demangledName FROM CUPTI_ACTIVITY_KIND_KERNEL k"
            " JOIN CUPTI_ACTIVITY_KIND_RUNTIME r USING (correlationId) ORDER BY k.start"):
        if not names[name].startswith("nccl"):
            continue
        step = next(names[row[2]] for row in steps if row[0] <= at <= row[1])
        communicator = next(row[2] for row in calls if row[0] <= at <= row[1])
        groups[step, communicator, ordinals[step, communicator]][rank] = end - start
        ordinals[step, communicator] += 1

caused, transfer, whole = collections.Counter(), 0, 0
for times in groups.values():
    least = min(times.values())
    last = min(rank for rank, ns in times.items() if ns == least)
    caused[last] += sum(times.values()) - least * len(times)
    transfer += least * len(times)
    whole += sum(times.values())
for rank, ns in sorted(caused.items(), key=lambda item: (-item[1], item[0])):
    print("rank %d %d" % (rank, ns))
print("transfer %d, all %d" % (transfer, whole))
