"""Runs the same loads on Pando and on Ceph in turns; see side-by-side.sh and docs/performance.md.

Each run is a line of JSON: which system, which test, operations per second, latencies where they
are known, processor time of all daemons per operation, bytes that reached the disk per byte of
clients. At the end, or with --table, their medians are printed side by side.
"""
import argparse
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")
POOL = "bench"
# The pool of three copies beside an erasure-coded one.
COPIES = "copies"
PROFILE = "code"
IMAGE_MIB = 256
READ_SET = 2000

# name: kind, bytes, operations at a time
TESTS = {
    "write-4k-16": ("write", 4096, 16),
    "write-4k-1": ("write", 4096, 1),
    "write-64k-16": ("write", 65536, 16),
    "write-4m-16": ("write", 4194304, 16),
    "read-4k-16": ("read", 4096, 16),
    "image-4k-16": ("image", 4096, 16),
    "image-4k-1": ("image", 4096, 1),
}

# Loads before the first run, and for which part of the time that was asked for: each kind of what is measured.
HEAT = {
    "image-4k-16": 1,
    "write-4k-16": 1,
    "read-4k-16": 1 / 3,
    "write-64k-16": 1 / 2,
    "write-4m-16": 1 / 6,
    "image-4k-1": 1 / 6,
}


def run(command, env=None, **more):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        sys.exit("%s ended with status %d\n%s\n%s" % (" ".join(command), done.returncode, done.stdout[-2000:],
                                                      done.stderr[-2000:]))
    return done.stdout


def seconds_of(test, seconds):
    """Large objects would fill the disk."""
    return min(seconds, 4) if TESTS[test][1] > 1 << 20 else seconds


class Disk:
    """The disk below a folder, as the kernel counts what reaches it."""

    def __init__(self, folder):
        device = os.stat(folder).st_dev
        self.counter = "/sys/dev/block/%d:%d/stat" % (os.major(device), os.minor(device))

    def written(self):
        os.sync()
        with open(self.counter) as counter:
            return int(counter.read().split()[6]) * 512


def cpu_seconds(pid_files):
    total = 0.0
    for name in pid_files:
        try:
            with open(name) as file:
                pid = int(file.read())
            with open("/proc/%d/stat" % pid) as file:
                fields = file.read().rsplit(")", 1)[1].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
        except (OSError, ValueError):
            pass
    return total


class Pando:
    name = "pando"

    def __init__(self, options):
        self.program = options.pando
        self.folder = os.path.join(options.dir, "pando")
        self.conf = os.path.join(self.folder, "pando.yaml")
        self.code = options.erasure
        self.pool = POOL

    def start(self):
        words = [self.program, "up", "--processes", "--detach", "--data=" + self.folder, "--port=0"]
        if not self.code:
            run(words)
            self.command("pool", "create", POOL, "64")
            return
        k, m = self.code
        run(words + ["--osds", str(k + m)])
        self.command("profile", "set", PROFILE, "k=%d" % k, "m=%d" % m, "crush-failure-domain=osd")
        self.command("pool", "create", POOL, "64", "--erasure", PROFILE)
        self.command("pool", "create", COPIES, "64")

    def stop(self):
        if os.path.exists(self.conf):
            self.command("down")
            shutil.rmtree(self.folder)

    def command(self, *words):
        return run([self.program, "-c", self.conf, *words])

    def measure(self, test, seconds, warm_up):
        kind, size, depth = TESTS[test]
        words = ["bench", "read" if kind == "read" else "write", "-p", self.pool, "-b", str(size), "-t", str(depth),
                 "-s", str(seconds), "--warm-up", str(warm_up), "--explain", "-f", "json"]
        if kind == "read":
            words += ["--objects", str(READ_SET)]
        if kind == "image":
            words += ["--image", "%dMiB" % IMAGE_MIB]
        told = json.loads(self.command(*words))
        operations = told["operations"]
        disk = sum(told["disk_bytes"].values())
        return {
            "ops_per_second": told["ops_per_second"],
            "p50_ms": told["latency_ms"]["p50"],
            "p99_ms": told["latency_ms"]["p99"],
            "daemon_cpu_ms": 1e3 * sum(told["daemon_cpu_seconds"].values()) / operations,
            "client_cpu_ms": told["client_cpu_ms_per_op"],
            "disk_per_byte": disk / (operations * size) if kind != "read" and disk else None,
            "account_per_byte": told["written_per_client_byte"]["all"] if kind != "read" else None,
        }


class Copies(Pando):
    """The pool of three copies in the cluster of the erasure-coded pool."""
    name = "copies"

    def __init__(self, options):
        super().__init__(options)
        self.pool = COPIES

    def start(self):
        pass

    def stop(self):
        pass


class Ceph:
    name = "ceph"

    def __init__(self, options):
        self.scripts = options.ceph
        self.folder = os.path.join(options.dir, "ceph")
        self.conf = os.path.join(self.folder, "ceph.conf")
        self.env = dict(os.environ, CEPH_WORK=self.folder, CEPH_CONF=self.conf, MONS="3",
                        OSDS=str(sum(options.erasure) if options.erasure else 3))
        self.code = options.erasure
        self.image_pool = "images" if self.code else POOL
        self.has_image = False
        self.disk = None

    def start(self):
        run([os.path.join(self.scripts, "start.sh")], self.env)
        self.disk = Disk(self.folder)
        if self.code:
            self.osd("erasure-code-profile", "set", PROFILE, "plugin=isa", "k=%d" % self.code[0], "m=%d" % self.code[1],
                     "crush-failure-domain=osd")
            self.osd("pool", "create", POOL, "64", "64", "erasure", PROFILE)
            self.osd("pool", "set", POOL, "allow_ec_overwrites", "true")
            # What an image is called and how large it is cannot be in an erasure-coded pool.
            self.osd("pool", "create", self.image_pool, "8", "8")
            self.osd("pool", "application", "enable", self.image_pool, "rbd")
        else:
            self.osd("pool", "create", POOL, "64", "64")
        self.osd("pool", "application", "enable", POOL, "rbd")
        deadline = time.time() + 120
        while time.time() < deadline:
            groups = json.loads(run(["ceph", "-c", self.conf, "-s", "-f", "json"]))["pgmap"]
            clean = sum(state["count"] for state in groups.get("pgs_by_state", [])
                        if state["state_name"] == "active+clean")
            if groups["num_pgs"] and clean == groups["num_pgs"]:
                return
            time.sleep(0.5)
        sys.exit("Ceph's groups are not clean after 120 s")

    def stop(self):
        run([os.path.join(self.scripts, "stop.sh"), "--purge"], self.env)

    def osd(self, *words):
        run(["ceph", "-c", self.conf, "osd", *words])

    def cpu(self):
        return cpu_seconds(glob.glob(os.path.join(self.folder, "run", "*.pid")))

    def rados(self, *words):
        return run(["rados", "-c", self.conf, "-p", POOL, *words])

    def measure(self, test, seconds, warm_up):
        kind, size, depth = TESTS[test]
        if kind == "image":
            self.lay_out()
        if kind == "read":
            # As many objects as Pando reads.
            self.rados("bench", str(seconds), "write", "-b", str(size), "-t", "16", "--no-cleanup",
                       "--max-objects", str(READ_SET))
        load = {"write": self.single if depth == 1 else self.writes, "read": self.reads,
                "image": self.image}[kind]
        if warm_up:
            load(size, depth, warm_up)
        disk, cpu, own = self.disk.written(), self.cpu(), os.times()
        told = load(size, depth, seconds)
        cpu, now = self.cpu() - cpu, os.times()
        disk = self.disk.written() - disk
        if kind != "image":
            self.rados("cleanup")
        operations = told.pop("operations")
        client = (now.user + now.system + now.children_user + now.children_system
                  - own.user - own.system - own.children_user - own.children_system)
        told.update(daemon_cpu_ms=1e3 * cpu / operations, client_cpu_ms=1e3 * client / operations,
                    disk_per_byte=disk / (operations * size) if kind != "read" else None)
        return told

    def bench(self, words):
        figures = {}
        for line in self.rados("bench", *words).splitlines():
            if ":" in line:
                name, value = line.split(":", 1)
                figures[name.strip()] = value.strip()
        operations = int(figures.get("Total writes made") or figures["Total reads made"])
        return {"operations": operations, "ops_per_second": operations / float(figures["Total time run"]),
                "mean_ms": 1e3 * float(figures["Average Latency(s)"])}

    def writes(self, size, depth, seconds):
        return self.bench([str(seconds), "write", "-b", str(size), "-t", str(depth), "--no-cleanup"])

    def reads(self, size, depth, seconds):
        return self.bench([str(seconds), "rand", "-t", str(depth)])

    def single(self, size, depth, seconds):
        """One after the other, each timed: 'rados bench' tells no percentiles."""
        import rados
        data = os.urandom(size)
        latencies = []
        cluster = rados.Rados(conffile=self.conf)
        cluster.connect()
        ioctx = cluster.open_ioctx(POOL)
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            start = time.perf_counter()
            ioctx.write_full("single_%d" % len(latencies), data)
            latencies.append(time.perf_counter() - start)
        took = time.perf_counter() - began
        for number in range(len(latencies)):
            ioctx.aio_remove("single_%d" % number)
        ioctx.close()
        cluster.shutdown()
        latencies.sort()
        return {"operations": len(latencies), "ops_per_second": len(latencies) / took,
                "p50_ms": 1e3 * latencies[len(latencies) // 2],
                "p99_ms": 1e3 * latencies[len(latencies) * 99 // 100]}

    def fio(self, *words):
        out = run(["fio", "--name=image", "--ioengine=rbd", "--clientname=admin", "--pool=" + self.image_pool,
                   "--rbdname=image", "--size=%dM" % IMAGE_MIB, "--output-format=json", "--randrepeat=0",
                   "--norandommap", *words], self.env, cwd=self.folder)
        return json.loads(out[out.index("{"):])["jobs"][0]["write"]

    def lay_out(self):
        if not self.has_image:
            data = ["--data-pool", POOL] if self.code else []
            run(["rbd", "-c", self.conf, "create", self.image_pool + "/image", "--size", "%dM" % IMAGE_MIB,
                 "--image-feature", "layering", *data])
            # A write counts when it is durable, not when the client remembers it.
            with open(self.conf, "a") as conf:
                conf.write("\n[client]\nrbd_cache = false\n")
            self.has_image = True
        self.fio("--rw=write", "--bs=4m", "--iodepth=8")

    def image(self, size, depth, seconds):
        told = self.fio("--rw=randwrite", "--bs=%d" % size, "--iodepth=%d" % depth, "--time_based",
                        "--runtime=%d" % seconds)
        percentiles = told["clat_ns"]["percentile"]
        return {"operations": told["total_ios"], "ops_per_second": told["iops"],
                "p50_ms": percentiles["50.000000"] / 1e6, "p99_ms": percentiles["99.000000"] / 1e6}


def table(lines):
    figures = [("ops_per_second", "ops/s", "%.0f"), ("daemon_cpu_ms", "daemons' CPU ms/op", "%.3f"),
               ("p50_ms", "p50 ms", "%.2f"), ("p99_ms", "p99 ms", "%.2f"),
               ("disk_per_byte", "disk bytes per byte", "%.2f"), ("account_per_byte", "by own account", "%.2f"),
               ("client_cpu_ms", "client's CPU ms/op", "%.3f")]
    names = {"pando": "Pando", "copies": "Pando, three copies", "ceph": "Ceph"}
    systems = [system for system in names if any(line["system"] == system for line in lines)]
    others = [system for system in systems if system != "pando"]
    heads = ["test", "figure", "runs", *(names[s] for s in systems), *("Pando : " + names[s] for s in others)]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for test in TESTS:
        for key, words, form in figures:
            medians = {}
            runs = 0
            for system in systems:
                values = [line[key] for line in lines
                          if line["test"] == test and line["system"] == system and line.get(key) is not None]
                runs = max(runs, len(values))
                if values:
                    medians[system] = statistics.median(values)
            if medians:
                shown = [form % medians[s] if s in medians else "-" for s in systems]
                ratios = ["%.2f" % (medians["pando"] / medians[s]) if "pando" in medians and medians.get(s) else ""
                          for s in others]
                print("| " + " | ".join([test, words, str(runs), *shown, *ratios]) + " |")


def code(text):
    try:
        k, m = (int(part) for part in text.split("+"))
    except ValueError:
        raise argparse.ArgumentTypeError("K+M such as 4+2 is expected, not '%s'" % text)
    return k, m


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--ceph", help="folder with start.sh and stop.sh of a Ceph")
    options.add_argument("--pando", default=os.path.join(HERE, "..", "..", "pando"), help="the launcher")
    options.add_argument("--dir", default="side-by-side.data", help="for the data of both, on one disk")
    options.add_argument("--erasure", type=code, metavar="K+M", help="pools of this code on K+M OSDs instead of three "
                         "copies on three; Pando's three copies are measured beside, and Ceph only with --ceph")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--seconds", type=int, default=15, help="of each run; of 4 MiB at most 4")
    options.add_argument("--heat", type=int, default=60, help="seconds of 4 KiB writes, and parts of that of the other "
                         "loads, to each system before the first run, so that daemons are warm")
    options.add_argument("--warm-up", type=int, default=10, help="seconds before each run, uncounted")
    options.add_argument("--tests", default=",".join(TESTS))
    options.add_argument("--out", default="side-by-side.jsonl", help="a line for each run is added to it")
    options.add_argument("--table", help="print the table of such a file, and run nothing")
    options = options.parse_args()
    if options.table:
        with open(options.table) as file:
            table([json.loads(line) for line in file])
        return
    if not options.ceph and not options.erasure:
        sys.exit("--ceph DIR is missing: see the head of side-by-side.sh")
    tests = options.tests.split(",")
    unknown = [test for test in tests if test not in TESTS]
    if unknown:
        sys.exit("no such test: %s; there are %s" % (", ".join(unknown), ", ".join(TESTS)))
    options.dir = os.path.abspath(options.dir)
    options.pando = os.path.abspath(options.pando)
    os.makedirs(options.dir, exist_ok=True)
    systems = [Pando(options)]
    if options.erasure:
        systems.append(Copies(options))
    if options.ceph:
        systems.append(Ceph(options))
    lines = []
    started = []
    try:
        for system in systems:
            started.append(system)
            system.start()
        if options.heat:
            for system in systems:
                for test, share in HEAT.items():
                    system.measure(test, 1, max(1, round(options.heat * share)))
        for number in range(options.runs):
            for test in tests:
                # Who goes first changes, too.
                for system in systems if number % 2 == 0 else reversed(systems):
                    load = os.getloadavg()[0]
                    seconds = seconds_of(test, options.seconds)
                    line = {"system": system.name, "test": test, "run": number, "load_before": load,
                            **system.measure(test, seconds, min(options.warm_up, seconds))}
                    lines.append(line)
                    print(json.dumps(line), file=sys.stderr, flush=True)
                    with open(options.out, "a") as out:
                        out.write(json.dumps(line) + "\n")
    finally:
        for system in started:
            try:
                system.stop()
            except SystemExit as failure:
                # The other one is to be stopped all the same.
                print(failure, file=sys.stderr)
    table(lines)


if __name__ == "__main__":
    main()
