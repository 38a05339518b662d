"""Lets a replica of Pando and one of Ceph come back in turns; see backfill.sh and docs/repair.md.

Both have three OSDs and one pool of one group with three replicas. A replica that is not the
primary is killed, a share of the objects is written again, the replica's OSD is started again.
Timed is from when the map has it up until the group is clean with it. The log is of no use: Pando
takes the way that is asked for, Ceph's log holds two entries, so that it backfills.

Each round is a line of JSON. At the end, or with --table, their medians are printed.
"""
import argparse
import glob
import json
import os
import random
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")
POOL = "bench"
SIZE = 4096
AT_A_TIME = 64
# Entries of the log that say nothing of what was missed, and no rest between objects.
CEPH_SETTINGS = """osd_min_pg_log_entries = 2
osd_max_pg_log_entries = 2
osd_pg_log_trim_min = 1
osd_pg_log_dups_tracked = 2
osd_target_pg_log_entries_per_osd = 2
osd_recovery_sleep = 0
osd_recovery_sleep_ssd = 0"""


def run(command, env=None):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("%s ended with status %d\n%s\n%s" % (" ".join(command), done.returncode, done.stdout[-2000:],
                                                      done.stderr[-2000:]))
    return done.stdout


def wait_until(what, condition, seconds=300, pause=0.1):
    deadline = time.time() + seconds
    while not condition():
        if time.time() > deadline:
            sys.exit("not within %d s: %s" % (seconds, what))
        time.sleep(pause)


def pando_rounds(options):
    """What 'pando bench repair' tells of each round, by the names that are used here."""
    text = run([options.pando, "bench", "repair", "--objects", str(options.objects), "--stale", str(options.stale),
                "--repeat", str(options.rounds), "--ways", options.ways, "--dir", options.dir, "-f", "json"])
    for line in text.splitlines():
        told = json.loads(line)
        back = told["back"]
        yield {"system": "pando by " + back["way"].lower(), "changed": told["round"]["different"],
               "clean_s": back["clean_millis"] / 1e3, "cpu_s": told["cost"]["cpu_millis"] / 1e3}


class Ceph:
    def __init__(self, options):
        self.scripts = options.ceph
        self.folder = os.path.join(options.dir, "ceph")
        self.conf = os.path.join(self.folder, "ceph.conf")
        self.env = dict(os.environ, CEPH_WORK=self.folder, CEPH_CONF=self.conf, OSDS="3", OSD_SIZE="8G",
                        EXTRA=CEPH_SETTINGS)
        self.cluster = None
        self.ioctx = None
        self.group = None
        self.names = ["obj-%08d" % number for number in range(options.objects)]
        # The same objects in each run.
        self.lot = random.Random(7)

    def start(self):
        import rados
        run([os.path.join(self.scripts, "start.sh")], self.env)
        self.command("osd", "pool", "create", POOL, "1", "1")
        self.command("osd", "pool", "application", "enable", POOL, "bench")
        for flag in ("noout", "noscrub", "nodeep-scrub"):
            self.command("osd", "set", flag)
        self.cluster = rados.Rados(conffile=self.conf)
        self.cluster.connect(timeout=20)
        self.group = self.monitor("osd map", pool=POOL, object="any")["pgid"]
        wait_until("%s is clean" % self.group, lambda: self.state()[0] == "active+clean")
        self.ioctx = self.cluster.open_ioctx(POOL)
        self.write(self.names)

    def stop(self):
        if self.cluster:
            self.cluster.shutdown()
        run([os.path.join(self.scripts, "stop.sh"), "--purge"], self.env)

    def command(self, *words):
        return run(["ceph", "-c", self.conf, *words], self.env)

    def monitor(self, prefix, **more):
        status, out, error = self.cluster.mon_command(json.dumps(dict(more, prefix=prefix, format="json")), b"")
        if status:
            sys.exit("%s: %s" % (prefix, error))
        return json.loads(out)

    def state(self):
        """The group's state and acting set, as its primary tells them; neither while it peers."""
        import rados
        question = json.dumps({"prefix": "query", "pgid": self.group})
        try:
            status, out, _ = self.cluster.pg_command(self.group, question, b"", timeout=5)
        except rados.Error:
            return None, []
        if status:
            return None, []
        told = json.loads(out)
        return told["state"], told["acting"]

    def write(self, names):
        data = os.urandom(SIZE)
        writing = []
        for name in names:
            writing.append(self.ioctx.aio_write_full(name, data))
            if len(writing) >= AT_A_TIME:
                writing.pop(0).wait_for_complete_and_cb()
        for one in writing:
            one.wait_for_complete_and_cb()

    def is_up(self, osd):
        return any(one["osd"] == osd and one["up"] for one in self.monitor("osd dump")["osds"])

    def cpu(self):
        total = 0.0
        for name in glob.glob(os.path.join(self.folder, "run", "osd.*.pid")):
            try:
                with open(name) as file:
                    pid = int(file.read())
                with open("/proc/%d/stat" % pid) as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except (OSError, ValueError):
                continue
            total += (int(fields[11]) + int(fields[12])) / TICKS
        return total

    def round(self, changed):
        osd = self.state()[1][-1]
        run([os.path.join(self.scripts, "osd.sh"), "kill", str(osd)], self.env)
        self.command("osd", "down", str(osd))
        wait_until("osd.%d is down" % osd, lambda: not self.is_up(osd))
        self.write(self.lot.sample(self.names, changed))
        run([os.path.join(self.scripts, "osd.sh"), "start", str(osd)], self.env)
        wait_until("osd.%d is up" % osd, lambda: self.is_up(osd), pause=0.02)
        began, cpu = time.time(), self.cpu()
        seen = set()

        def is_clean():
            state, acting = self.state()
            seen.add(state)
            return state == "active+clean" and osd in acting

        wait_until("%s is clean" % self.group, is_clean, pause=0.03)
        if not any("backfill" in state for state in seen if state):
            print("round without a backfill that was seen: %s" % seen, file=sys.stderr)
        return {"system": "ceph", "changed": changed, "clean_s": time.time() - began, "cpu_s": self.cpu() - cpu}


def ceph_rounds(options):
    ceph = Ceph(options)
    try:
        ceph.start()
        changed = max(1, round(options.objects * options.stale / 100))
        # The first is not counted, as with Pando.
        ceph.round(changed)
        for _ in range(options.rounds):
            yield ceph.round(changed)
    finally:
        ceph.stop()


def table(lines):
    print("| system | rounds | clean, s | median | CPU of OSDs, s | times Pando's best way |\n|---|---|---|---|---|---|")
    systems = list(dict.fromkeys(line["system"] for line in lines))
    medians = {system: statistics.median(line["clean_s"] for line in lines if line["system"] == system)
               for system in systems}
    pandos = [median for system, median in medians.items() if system != "ceph"]
    for system in systems:
        mine = [line for line in lines if line["system"] == system]
        print("| %s | %d | %s | %.2f | %s | %s |" % (
            system, len(mine), ", ".join("%.2f" % line["clean_s"] for line in mine), medians[system],
            ", ".join("%.1f" % line["cpu_s"] for line in mine),
            "%.1f" % (medians[system] / min(pandos)) if pandos else ""))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--ceph", help="folder with start.sh, stop.sh and osd.sh of a Ceph")
    options.add_argument("--pando", default=os.path.join(HERE, "..", "..", "pando"), help="the launcher")
    options.add_argument("--dir", default="backfill.data", help="for the data of both, on one disk")
    options.add_argument("--objects", type=int, default=100_000, help="of 4 KiB, in the group")
    options.add_argument("--stale", type=float, default=1, help="percent of them written again meanwhile")
    options.add_argument("--rounds", type=int, default=3, help="of each turn, and one before them")
    options.add_argument("--turns", type=int, default=2)
    options.add_argument("--ways", default="index,tree", help="of Pando")
    options.add_argument("--out", default="backfill.jsonl", help="a line for each round is added to it")
    options.add_argument("--table", help="print the table of such a file, and run nothing")
    options = options.parse_args()
    if options.table:
        with open(options.table) as file:
            table([json.loads(line) for line in file])
        return
    if not options.ceph:
        sys.exit("--ceph DIR is missing: see the head of backfill.sh")
    options.dir = os.path.abspath(options.dir)
    options.pando = os.path.abspath(options.pando)
    os.makedirs(options.dir, exist_ok=True)
    lines = []
    for turn in range(options.turns):
        # Who goes first changes, too.
        for rounds in (pando_rounds, ceph_rounds) if turn % 2 == 0 else (ceph_rounds, pando_rounds):
            for told in rounds(options):
                line = dict(told, turn=turn, objects=options.objects, load_after=os.getloadavg()[0])
                lines.append(line)
                print(json.dumps(line), file=sys.stderr, flush=True)
                with open(options.out, "a") as out:
                    out.write(json.dumps(line) + "\n")
    table(lines)


if __name__ == "__main__":
    main()
