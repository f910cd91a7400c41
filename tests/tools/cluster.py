"""
Exports of nsys of a training run whose truth is known, one for each rank:

    cluster.py FOLDER RANKS [tp=N] [steps=N] [seed=N] [ids=no] [sizes=yes] [sends=yes] [torch=yes] [PLANT:WHO:HOW_MUCH[:FIRST[:LAST]]]...

A step loads data, computes forward and backward, reduces gradients over all ranks (over those of one
place in their groups of `tp`, after each layer over the group), and updates. A collective ends for all
of its ranks when the last has come; with `sizes`, communicators were made while it was recorded; with `sends`, each rank then sends to the next; `torch` adds the same as traces of PyTorch. Kernels vary by 1 %. Eight ranks are a node. Plants, in steps from
FIRST to LAST: `gpu` computes HOW_MUCH times as long, `attention` likewise in that range, `data` and
`launch` come HOW_MUCH us later with loading, and with launching the backward pass, `calls` take HOW_MUCH us
for each launch, `save` so long at the end of the step, and `head` has a range of its own that computes
HOW_MUCH us; `cut` lacks steps, and the forward pass of `validation` has that name.
WHO is a rank, a node as n3, ranks as 8-15, or `any`: another rank in each step.
"""
import json, os, random, sqlite3, sys

folder, count = sys.argv[1], int(sys.argv[2])
options = dict(word.split("=") for word in sys.argv[3:] if "=" in word)
plants = [word.split(":") for word in sys.argv[3:] if "=" not in word]
tp, steps, layers = int(options.get("tp", 1)), int(options.get("steps", 10)), 2
chance = random.Random(int(options.get("seed", 1)))
names = ["Train step %d" % step for step in range(steps)] + [
    "data", "forward", "backward", "optimizer", "attention", "mlp", "NCCL:ncclAllReduce", "NCCL:ncclCommInitRank", "flash_fwd",
    "gemm", "bwd_gemm", "adamw", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)", "cudaLaunchKernel",
    "NCCL", "validation", "head", "save",
    "NCCL:ncclSend", "NCCL:ncclRecv", "ncclDevKernel_SendRecv(args)"]
ids = {name: place for place, name in enumerate(names, 1)}


def has(who, rank, step):
    if who == "any":
        return rank == random.Random(step * 31 + len(plants)).randrange(count)
    if who[0] == "n":
        return rank // 8 == int(who[1:])
    first, _, last = who.partition("-")
    return int(first) <= rank <= int(last or first)


def planted(kind, rank, step):
    """How much of each plant of that kind there is."""
    return [float(plant[2]) for plant in plants
            if plant[0] == kind and has(plant[1], rank, step)
            and int(plant[3] if len(plant) > 3 else 0) <= step
            and step <= int(plant[4] if len(plant) > 4 else steps)]


class Rank:
    def __init__(self, rank):
        self.rank, self.cpu, self.gpu, self.open = rank, 1000, 1000, []
        self.ranges, self.calls, self.kernels = [], [], []

    def push(self, name):
        self.cpu += 300
        self.open.append((name, self.cpu))

    def pop(self, text=None):
        name, start = self.open.pop()
        self.cpu += 300
        tid = 1 << 48 | (self.rank + 100) << 24 | self.rank + 100
        domain = 1 if name.startswith("NCCL:") else 0
        self.ranges.append((start, self.cpu, 59, tid, ids[name], domain, text))

    def launch(self, kernel, us, step, *kinds):
        ns = us * 1000 * (1 + chance.gauss(0, 0.01))
        for kind in kinds:
            for factor in planted(kind, self.rank, step):
                ns *= factor
        call = 3000 + int(1000 * sum(planted("calls", self.rank, step)))
        self.cpu += call + 1000
        start = max(self.gpu, self.cpu + 1500)
        self.gpu = start + int(ns)
        self.calls.append((self.cpu - call, self.cpu, len(self.calls) + 1))
        self.kernels.append([start, self.gpu, ids[kernel]])


def reduce(ranks, us, communicator):
    for rank in ranks:
        rank.push("NCCL:ncclAllReduce")
        rank.launch("ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)", 0, 0)
        rank.pop(json.dumps({"NCCL communicator ID": communicator}) if options.get("ids") != "no" else None)
    end = max(rank.kernels[-1][0] for rank in ranks) + us * 1000
    for rank in ranks:
        rank.gpu = rank.kernels[-1][1] = end + chance.randrange(300)


def send(sender, receiver):
    for rank, peer, name in (sender, receiver, "NCCL:ncclSend"), (receiver, sender, "NCCL:ncclRecv"):
        rank.push(name)
        rank.launch("ncclDevKernel_SendRecv(args)", 0, 0)
        rank.pop(json.dumps({"NCCL communicator ID": 1, "Peer rank": peer.rank}))
    end = max(rank.kernels[-1][0] for rank in (sender, receiver)) + 50000
    for rank in (sender, receiver):
        rank.gpu = rank.kernels[-1][1] = end


def run(ranks, step):
    for rank in ranks:
        rank.push("Train step %d" % step)
        rank.push("data")
        rank.cpu = max(rank.cpu, rank.gpu - 50000) + 20000 + int(1000 * sum(planted("data", rank.rank, step)))
        rank.pop()
        rank.push("validation" if planted("validation", rank.rank, step) else "forward")
    for layer in range(layers):
        for rank in ranks:
            rank.push("attention")
            rank.launch("flash_fwd", 150, step, "gpu", "attention")
            rank.pop()
            rank.push("mlp")
            rank.launch("gemm", 230, step, "gpu")
            rank.pop()
            for us in planted("head", rank.rank, step):
                rank.push("head")
                rank.launch("gemm", us, step)
                rank.pop()
        for group in range(0, count if tp > 1 else 0, tp):
            reduce(ranks[group:group + tp], 30, 1000 + group)
    for rank in ranks:
        rank.pop()
        rank.push("backward")
        late = int(1000 * sum(planted("launch", rank.rank, step)))
        rank.cpu = max(rank.cpu, rank.gpu) + late if late > 0 else rank.cpu
        for layer in range(layers):
            rank.launch("bwd_gemm", 430, step, "gpu")
    for place in range(tp):
        reduce(ranks[place::tp], 400, 1 + place)
    for place in range(count - 1 if options.get("sends") else 0):
        send(ranks[place], ranks[place + 1])
    for rank in ranks:
        rank.pop()
        rank.push("optimizer")
        rank.launch("adamw", 70, step, "gpu")
        rank.pop()
        for us in planted("save", rank.rank, step):
            rank.push("save")
            rank.cpu = max(rank.cpu, rank.gpu) + int(1000 * us)
            rank.launch("adamw", 20, step)
            rank.pop()
        rank.pop()


def write_torch(rank):
    """Process groups as PyTorch names them, by a number that other groups of a rank do not have."""
    def event(category, name, start, end, **args):
        return {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 1, "ts": start / 1000, "dur": (end - start) / 1000, "args": args}
    events, text = [], {place: name for name, place in ids.items()}
    for start, end, _, _, name, domain, payload in rank.ranges:
        number = json.loads(payload)["NCCL communicator ID"] if payload else 0
        group = list(range(number - 1, count, tp)) if number < 1000 else list(range(number - 1000, number - 1000 + tp))
        events.append(event("cpu_op", "record_param_comms", start, end, **{"Collective name": "allreduce", "Group size": len(group),
            "Process Group Name": str(number // 1000), "Process Group Ranks": str(group)}) if domain else
            event("user_annotation", text[name], start, end))
    for start, end, correlation in rank.calls:
        events.append(event("cuda_runtime", "cudaLaunchKernel", start, end, correlation=correlation))
    for place, (start, end, name) in enumerate(rank.kernels, 1):
        events.append(event("kernel", text[name], start, end, correlation=place, device=rank.rank % 8, stream=7))
    with open(os.path.join(folder, f"rank{rank.rank}.json"), "w") as file:
        json.dump({"distributedInfo": {"rank": rank.rank, "world_size": count}, "traceEvents": events}, file)


def write(rank):
    path = os.path.join(folder, f"rank{rank.rank}.sqlite")
    db = sqlite3.connect(path)
    db.executescript("""PRAGMA journal_mode = off; PRAGMA synchronous = off;
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, globalTid INTEGER,
    textId INTEGER, domainId INTEGER, jsonText TEXT, text TEXT, endGlobalTid INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER,
    correlationId INTEGER, nameId INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,
    contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,
    demangledName INTEGER, shortName INTEGER);
CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
CREATE TABLE TARGET_INFO_SYSTEM_ENV (name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.5.1'),
    ('EXPORT_SCHEMA_VERSION', '3.13.0');""")
    pid = 1 << 48 | (rank.rank + 100) << 24
    tid = pid | rank.rank + 100
    whole = [step for step in range(steps) if not planted("cut", rank.rank, step)]
    spans = [row[:2] for row in rank.ranges if row[4] in [ids["Train step %d" % step] for step in whole]]
    def is_kept(time):
        return any(start <= time <= end for start, end in spans)
    kept = [(call, kernel) for call, kernel in zip(rank.calls, rank.kernels) if is_kept(call[0])]
    db.execute("INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES ('Hostname', ?)", (f"n{rank.rank // 8}",))
    db.executemany("INSERT INTO StringIds VALUES (?, ?)", [(place, name) for name, place in ids.items()])
    db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
                   [row for row in rank.ranges if is_kept(row[0]) or row[4] == ids["NCCL:ncclCommInitRank"]])
    db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, ?)",
                   [(call[0], call[1], tid, call[2], ids["cudaLaunchKernel"]) for call, _ in kept])
    db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, ?, 1, 7, ?, ?, ?, ?)",
                   [(kernel[0], kernel[1], rank.rank % 8, call[2], pid, kernel[2], kernel[2])
                    for call, kernel in kept])
    db.commit()
    db.close()


os.makedirs(folder)
ranks = [Rank(rank) for rank in range(count)]
for rank in ranks if options.get("sizes") else []:
    groups = [(1 + rank.rank % tp, count // tp, rank.rank // tp)]
    if tp > 1:
        groups.append((1000 + rank.rank // tp * tp, tp, rank.rank % tp))
    for communicator, size, place in groups:
        rank.push("NCCL:ncclCommInitRank")
        rank.pop(json.dumps({"NCCL communicator ID": communicator, "No. of ranks": size, "Rank": place}))
for step in range(steps):
    run(ranks, step)
for rank in ranks:
    write(rank)
    if options.get("torch"):
        write_torch(rank)
