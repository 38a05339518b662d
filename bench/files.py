#!/usr/bin/env python3
"""Rates of operations on files below a folder: of a mount, or of any other file system.

  bench/files.py DIR [--files N] [--processes P] [--bytes B] [--fsync] [--rounds R]
                 [--cpu machine | --cpu PID,PID,...] [--settle S]

Each process makes, stats, reads, lists, renames and removes N files in a folder of its own. Prints a line
of JSON for each round: operations per second, over all processes (create_per_s, ...).

With --fsync each file is durable before the next one is made: open, write, fsync, close. The phase is then
create_fsync instead of create.

With --cpu the line also has microseconds of processor time for each operation (create_cpu_us, ...): user and
system time of the processes with these numbers, or of the whole machine, this program included. Clusters do
a part of the work after a program has its answer; --settle waits after each phase, and what is done meanwhile
counts for the phase. /proc counts in steps of 10 ms, so a phase should take a second or more.
"""
import argparse
import json
import multiprocessing
import os
import time


TICKS = os.sysconf("SC_CLK_TCK")


def make(path, data, durable):
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    if data:
        os.write(file, data)
    if durable:
        os.fsync(file)
    os.close(file)


def read(path):
    file = os.open(path, os.O_RDONLY)
    os.read(file, 1 << 16)
    os.close(file)


def machine_seconds():
    """Processor time of the machine, without what is idle, waits for disks, or is taken by its host."""
    with open("/proc/stat") as stat:
        user, nice, system, _, _, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / TICKS


def process_seconds(pid):
    """User and system time of all threads of a process, also of those that have ended."""
    with open("/proc/%d/stat" % pid) as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cpu_seconds(of):
    return machine_seconds() if of == "machine" else sum(process_seconds(int(pid)) for pid in of.split(","))


def phases(arguments):
    names = ["create_fsync" if arguments.fsync else "create", "stat", "read", "list", "rename", "unlink"]
    return [name for name in names if name != "read" or arguments.bytes > 0]


def work(folder, arguments, barrier, results):
    os.makedirs(folder)
    data = b"d" * arguments.bytes
    paths = [os.path.join(folder, "f%06d" % i) for i in range(arguments.files)]
    calls = {
        "create": lambda: [make(path, data, False) for path in paths],
        "create_fsync": lambda: [make(path, data, True) for path in paths],
        "stat": lambda: [os.stat(path) for path in paths],
        "read": lambda: [read(path) for path in paths],
        "list": lambda: os.listdir(folder),
        "rename": lambda: [os.rename(path, path + "r") for path in paths],
        "unlink": lambda: [os.unlink(path + "r") for path in paths],
    }
    times = {}
    for name in phases(arguments):
        barrier.wait()
        begin = time.time()
        calls[name]()
        times[name] = (begin, time.time())
        barrier.wait()
    os.rmdir(folder)
    results.put(times)


def measure(folder, arguments):
    # This process takes part in the barriers, and looks at the processor time between them.
    barrier = multiprocessing.Barrier(arguments.processes + 1)
    results = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(target=work, args=(os.path.join(folder, str(i)), arguments, barrier, results))
        for i in range(arguments.processes)
    ]
    for worker in workers:
        worker.start()
    seconds = {}
    for name in phases(arguments):
        before = cpu_seconds(arguments.cpu) if arguments.cpu else 0
        barrier.wait()
        barrier.wait()
        if arguments.cpu:
            time.sleep(arguments.settle)
            seconds[name] = cpu_seconds(arguments.cpu) - before
    times = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    operations = arguments.processes * arguments.files
    rates = {"processes": arguments.processes, "files": arguments.files, "bytes": arguments.bytes}
    for name in times[0]:
        begin = min(each[name][0] for each in times)
        end = max(each[name][1] for each in times)
        rates[name + "_per_s"] = round(operations / (end - begin), 1)
        if name in seconds:
            rates[name + "_cpu_us"] = round(seconds[name] / operations * 1e6, 1)
    return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--bytes", type=int, default=0)
    parser.add_argument("--fsync", action="store_true", help="each file is durable before the next one is made")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", metavar="machine|PID,...", help="also prints processor time for each operation")
    parser.add_argument("--settle", type=float, default=0, metavar="S", help="seconds after each phase, with --cpu")
    arguments = parser.parse_args()
    if not os.path.isdir(arguments.dir):
        parser.error("%s is no folder" % arguments.dir)
    if min(arguments.files, arguments.processes, arguments.rounds) < 1 or arguments.bytes < 0:
        parser.error("files, processes and rounds are at least 1")
    try:
        if arguments.cpu:
            cpu_seconds(arguments.cpu)
    except (OSError, ValueError) as failure:
        parser.error("--cpu takes 'machine' or numbers of processes: %s" % failure)
    for _ in range(arguments.rounds):
        folder = os.path.join(arguments.dir, "files-%d-%d" % (os.getpid(), time.time_ns()))
        os.mkdir(folder)
        print(json.dumps(measure(folder, arguments)), flush=True)
        os.rmdir(folder)


if __name__ == "__main__":
    main()
