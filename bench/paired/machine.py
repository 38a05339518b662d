"""Processes that bench/paired.sh starts, and what the kernel tells of them."""
import os
import shutil
import signal
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
MIB = 1 << 20


class Failed(Exception):
    """What went wrong, for people."""


def fields(pid):
    """Fields of /proc/PID/stat behind the name; None if the process is gone."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()
    except OSError:
        return None


def cpu_seconds(pid):
    """Processor time of a process since it started."""
    known = fields(pid)
    return sum(int(known[i]) for i in (11, 12)) / TICKS if known else 0.0


def memory(pid):
    """Resident bytes of a process now, and at most so far; zeros if it is gone."""
    found = {"VmRSS": 0, "VmHWM": 0}
    try:
        with open("/proc/%d/status" % pid) as file:
            for line in file:
                name, _, rest = line.partition(":")
                if name in found:
                    found[name] = int(rest.split()[0]) * 1024
    except OSError:
        pass
    return found["VmRSS"], found["VmHWM"]


def daemons(group):
    """Daemons of a process group by name ('osd.0'): their process numbers."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        known = fields(int(entry))
        if known is None or int(known[2]) != group:
            continue
        try:
            with open("/proc/%s/cmdline" % entry) as file:
                words = file.read().split("\0")
        except OSError:
            continue
        if "--id" in words:
            at = words.index("--id")
            found["%s.%s" % (words[at - 1], words[at + 1])] = int(entry)
    return found


class Processes:
    """All processes that were started and are to be stopped at the end, each a group of its own."""

    def __init__(self):
        self.running = []

    def start(self, command, **more):
        process = subprocess.Popen(command, start_new_session=True, text=True, **more)
        self.running.append(process)
        return process

    def stop(self, process, patience=60):
        """Asks a process to end; after so many seconds its whole group is killed."""
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                pass
        self.kill_group(process)
        if process in self.running:
            self.running.remove(process)

    @staticmethod
    def kill_group(process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def stop_all(self):
        for process in list(self.running):
            self.stop(process)

    def run(self, command, patience=1800, **more):
        """Runs a command to its end: its output, its seconds, its processor time."""
        began = time.monotonic()
        before = os.times()
        process = self.start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        try:
            out, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            self.stop(process)
            raise Failed("'%s' did not end within %d s" % (" ".join(command), patience))
        took = time.monotonic() - began
        after = os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        self.running.remove(process)
        self.kill_group(process)
        if process.returncode:
            raise Failed("'%s' ended with status %d\n%s%s" % (" ".join(command), process.returncode, out[-2000:],
                                                             err[-2000:]))
        return out, took, cpu


def warn_of_load(say):
    load = os.getloadavg()[0]
    if load > 0.5:
        say("warning: other programs run (load %.1f): take processor time and memory, not rates and latencies" % load)


def check_space(folder, needed):
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Failed("%s has %d MiB free, but the loads need %d: choose another folder with --dir, or --quick"
                     % (folder, free // MIB, needed // MIB))
