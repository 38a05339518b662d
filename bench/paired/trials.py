"""The tests of bench/paired.sh: what each runs, and its figures."""
import json
import os
import re
import shutil
import subprocess
import threading
import time

import machine
from figures import Figure, HIGHER, LOWER
from machine import Failed, MIB

POOL = "paired"
UP_PATIENCE = 180
STARTS = 3  # odd

# name: command, size, operations at a time
LOADS = {
    "write-4k-16": ("write", 4096, 16),
    "write-4k-1": ("write", 4096, 1),
    "read-4k-16": ("read", 4096, 16),
    "write-4m-16": ("write", 4 * MIB, 16),
}
LOAD_FIGURES = [
    Figure("rate", "operations/s", HIGHER, "%.0f"),
    Figure("cpu", "daemons' CPU, ms per operation"),
    Figure("client_cpu", "client's CPU, ms per operation"),
    Figure("p50", "p50, ms", LOWER, "%.2f"),
    Figure("p99", "p99, ms", LOWER, "%.1f"),
]
TESTS = {
    **{name: LOAD_FIGURES for name in LOADS},
    "memory": [
        Figure("osd_rest", "largest OSD at rest, MiB", LOWER, "%.0f"),
        Figure("osd_most", "largest OSD at most, MiB", LOWER, "%.0f"),
        Figure("mon_rest", "largest monitor at rest, MiB", LOWER, "%.0f"),
        Figure("mon_most", "largest monitor at most, MiB", LOWER, "%.0f"),
    ],
    "idle": [Figure("percent", "CPU of 3 monitors and 3 OSDs at rest, % of a core", LOWER, "%.2f")],
    "command": [
        Figure("seconds", "pando status, s", LOWER, "%.3f"),
        Figure("cpu", "pando status, CPU s", LOWER, "%.3f"),
    ],
    "daemon": [
        Figure("seconds", "start of an OSD, s", LOWER, "%.2f"),
        Figure("cpu", "start of an OSD, CPU s", LOWER, "%.2f"),
        Figure("cluster", "3 monitors and 3 OSDs up, s", LOWER, "%.1f"),
    ],
    "recovery": [
        Figure("rate", "objects/s", HIGHER, "%.0f"),
        Figure("cpu", "daemons' CPU, ms per object"),
        Figure("resident", "largest daemon, MiB", LOWER, "%.0f"),
        Figure("client_p99", "client's writes meanwhile, p99 ms", LOWER, "%.1f"),
        Figure("client_rate", "client's writes meanwhile, per s", HIGHER, "%.0f"),
    ],
    "recovery-alone": [
        Figure("rate", "objects/s", HIGHER, "%.0f"),
        Figure("cpu", "daemons' CPU, ms per object"),
        Figure("resident", "largest daemon, MiB", LOWER, "%.0f"),
    ],
    "return": [
        Figure("clean", "until the group is clean, ms", LOWER, "%.0f"),
        Figure("known", "until it is known what is missing, ms", LOWER, "%.1f"),
    ],
    "failover": [
        Figure("median", "median, s", LOWER, "%.2f"),
        Figure("worst", "worst, s", LOWER, "%.2f"),
    ],
    "sim": [Figure("seeds", "seeds per CPU second", HIGHER, "%.3f")],
}
ON_ONE_CLUSTER = [*LOADS, "memory", "idle", "command", "daemon"]


class Sizes:
    """How long the loads are."""

    def __init__(self, quick):
        self.seconds = 4 if quick else 10
        self.warm_up = 4 if quick else 15
        self.large_seconds = 2 if quick else 4
        self.settle = 4 if quick else 10
        self.idle = 8 if quick else 20
        self.commands = 3 if quick else 7
        self.recovery_objects = 10_000 if quick else 50_000
        self.return_objects = "5k" if quick else "10k"
        self.failovers = 3 if quick else 8
        self.seeds = 5 if quick else 20
        self.space = (4 if quick else 12) << 30


class Cluster:
    """Three monitors and three OSDs of one commit, each a process."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.conf = os.path.join(folder, "pando.yaml")
        self.process = None
        self.seconds = 0.0

    def start(self):
        began = time.monotonic()
        self.process = self.program.processes.start(
            [self.program.launcher, "up", "--processes", "--data=" + self.folder, "--port=0"],
            env=self.program.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        await_line(self.process, self.process.stdout, "is up after", "the cluster")
        self.seconds = time.monotonic() - began

    def run(self, *words):
        return self.program.run("-c", self.conf, *words)

    def daemons(self):
        found = machine.daemons(self.process.pid)
        if len(found) != 6:
            raise Failed("of six daemons there are %s" % (", ".join(sorted(found)) or "none"))
        return found

    def cpu_seconds(self):
        return sum(machine.cpu_seconds(pid) for pid in self.daemons().values())

    def memory(self, kind, which):
        """MiB of the largest daemon of a kind; which: 0 now, 1 at most."""
        return max(machine.memory(pid)[which] for name, pid in self.daemons().items() if name.startswith(kind)) / MIB

    def stop(self):
        if self.process is not None:
            self.program.processes.stop(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)


def await_line(process, stream, words, what):
    """Reads what a process prints until a line has the words; what comes later is read and thrown away."""
    seen = []
    found = threading.Event()

    def read():
        for line in stream:
            if not found.is_set():
                seen.append(line)
                if words in line:
                    found.set()
        found.set()

    threading.Thread(target=read, daemon=True).start()
    found.wait(UP_PATIENCE)
    if not any(words in line for line in seen):
        raise Failed("%s did not start (status %s): %s" % (what, process.poll(), "".join(seen)[-2000:]))


def lacking(program, test):
    """Why a commit cannot run a test, for people; None if it can."""
    if test in LOADS:
        return program.lacks(("bench", LOADS[test][0]), ["--concurrency", "--seconds", "--size"]) \
            or program.lacks(("up",), ["--processes", "--data"])
    if test == "recovery":
        return program.lacks(("bench", "recovery"), ["--objects"])
    if test == "recovery-alone":
        return program.lacks(("bench", "recovery"), ["--objects", "--clients"])
    if test == "return":
        return program.lacks(("bench", "repair"), ["--objects", "--stale", "--ways"])
    if test == "failover":
        return program.lacks(("bench", "failover"), ["--rounds"])
    if test == "sim":
        return program.lacks(("sim",), ["--seeds"])
    return program.lacks(("up",), ["--processes", "--data"])


def on_cluster(program, tests, sizes, folder):
    """Figures by test of all tests that share a cluster."""
    results = {}
    cluster = Cluster(program, folder)
    try:
        cluster.start()
        cluster.run("pool", "create", POOL, "64")
        time.sleep(sizes.settle)
        before, began = cluster.cpu_seconds(), time.monotonic()
        time.sleep(sizes.idle)
        share = 100 * (cluster.cpu_seconds() - before) / (time.monotonic() - began)
        results["idle"] = {"percent": share}
        rest = {"osd_rest": cluster.memory("osd", 0), "mon_rest": cluster.memory("mon", 0)}
        results["command"] = command(cluster, sizes) if "command" in tests else {}
        for name in LOADS:
            if name in tests:
                results[name] = load(cluster, name, sizes)
        results["memory"] = {**rest, "osd_most": cluster.memory("osd", 1), "mon_most": cluster.memory("mon", 1)}
        results["daemon"] = {"cluster": cluster.seconds, **(daemon(cluster) if "daemon" in tests else {})}
    finally:
        cluster.stop()
    return {name: results[name] for name in tests}


def load(cluster, name, sizes):
    kind, size, depth = LOADS[name]
    seconds = sizes.large_seconds if size > MIB else sizes.seconds
    words = ["bench", kind, "-b", str(size), "-t", str(depth), "-p", POOL, "-f", "json", "-s"]
    # A run that is not counted, since older commits have no --warm-up.
    cluster.run(*words, str(min(seconds, sizes.warm_up) if size > MIB else sizes.warm_up))
    before = cluster.cpu_seconds()
    told = json.loads(cluster.run(*words, str(seconds))[0])
    cpu = cluster.cpu_seconds() - before
    operations = told["operations"]
    if not operations or told["failures"]:
        raise Failed("%s: %d operations, %d failed" % (name, operations, told["failures"]))
    # The client asks the daemons before and behind its operations. What the kernel counts, if it cannot, has
    # in it what it takes to make and to remove the objects.
    told_cpu = told.get("cluster_cpu_ms_per_op")
    return {"rate": told["ops_per_second"], "cpu": 1e3 * cpu / operations if told_cpu is None else told_cpu,
            "client_cpu": told.get("client_cpu_ms_per_op"), "p50": told["latency_ms"]["p50"],
            "p99": told["latency_ms"]["p99"]}


def command(cluster, sizes):
    cluster.run("status")
    runs = [cluster.run("status") for _ in range(sizes.commands)]
    middle = len(runs) // 2
    return {"seconds": sorted(run[1] for run in runs)[middle], "cpu": sorted(run[2] for run in runs)[middle]}


def daemon(cluster):
    """
    Stops an OSD and starts it again, until it says that it runs: three times, since the first start after the loads
    takes longer than the next ones, which differs from run to run.
    """
    end(cluster.daemons()["osd.0"])
    runs = []
    for _ in range(STARTS):
        began = time.monotonic()
        process = cluster.program.processes.start(
            [cluster.program.launcher, "-c", cluster.conf, "osd", "--id", "0"],
            env=cluster.program.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            await_line(process, process.stdout, "runs, over", "osd.0")
            runs.append({"seconds": time.monotonic() - began, "cpu": machine.cpu_seconds(process.pid)})
            time.sleep(1)
        finally:
            cluster.program.processes.stop(process)
    return {name: sorted(run[name] for run in runs)[len(runs) // 2] for name in runs[0]}


def end(pid):
    """Stops the OSD that the cluster started, and waits until it has ended."""
    os.kill(pid, 15)
    deadline = time.monotonic() + 60
    while machine.fields(pid) is not None and machine.fields(pid)[0] != "Z":
        if time.monotonic() > deadline:
            raise Failed("osd.0 did not stop within 60 s")
        time.sleep(0.05)


def recovery(program, sizes):
    told = bench_recovery(program, sizes)
    meanwhile = told["client_ms_meanwhile"]
    return {**recovered(told), "client_p99": meanwhile["p99"], "client_rate": meanwhile["count"] / told["seconds"]}


def recovery_alone(program, sizes):
    return recovered(bench_recovery(program, sizes, "--clients", "0"))


def bench_recovery(program, sizes, *more):
    return json.loads(
        program.run("bench", "recovery", "--objects", str(sizes.recovery_objects), "-f", "json", *more)[0])


def recovered(told):
    return {"rate": told["objects_per_second"], "cpu": told["cluster_cpu_ms_per_object"],
            "resident": told["largest_resident_bytes"] / MIB}


def returning(program, sizes):
    out, _, _ = program.run("bench", "repair", "--objects", sizes.return_objects, "--stale", "1", "--ways", "index",
                            "-f", "json")
    back = json.loads(out.splitlines()[-1])["back"]
    return {"clean": back["clean_millis"], "known": back["known_millis"]}


def failover(program, sizes):
    told = json.loads(program.run("bench", "failover", "--rounds", str(sizes.failovers), "-f", "json")[0])
    return {"median": told["median_seconds"], "worst": told["worst_seconds"]}


def simulate(program, sizes):
    out, _, cpu = program.run("sim", "--seeds", "1..%d" % sizes.seeds, "--jobs", "1", "-f", "json")
    seeds = int(re.search(r'"seeds"\s*:\s*(\d+)', out).group(1))
    return {"seeds": seeds / cpu}


ALONE = {"recovery": recovery, "recovery-alone": recovery_alone, "return": returning, "failover": failover,
         "sim": simulate}
