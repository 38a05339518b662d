#!/usr/bin/env python3
"""Rates of operations on files below a folder: of a mount, or of any other file system.

  bench/files.py DIR [--files N] [--processes P] [--bytes B] [--rounds R]

Each process makes, stats, reads, lists, renames and removes N files in a folder of its own. Prints a line
of JSON for each round: operations per second, over all processes.
"""
import argparse
import json
import multiprocessing
import os
import time


def make(path, data):
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    if data:
        os.write(file, data)
    os.close(file)


def read(path):
    file = os.open(path, os.O_RDONLY)
    os.read(file, 1 << 16)
    os.close(file)


def work(folder, files, data, barrier, results):
    os.makedirs(folder)
    paths = [os.path.join(folder, "f%06d" % i) for i in range(files)]
    phases = [
        ("create", lambda: [make(path, data) for path in paths]),
        ("stat", lambda: [os.stat(path) for path in paths]),
        ("read", (lambda: [read(path) for path in paths]) if data else None),
        ("list", lambda: os.listdir(folder)),
        ("rename", lambda: [os.rename(path, path + "r") for path in paths]),
        ("unlink", lambda: [os.unlink(path + "r") for path in paths]),
    ]
    times = {}
    for name, run in phases:
        if run is not None:
            barrier.wait()
            begin = time.time()
            run()
            times[name] = (begin, time.time())
    barrier.wait()
    os.rmdir(folder)
    results.put(times)


def measure(folder, arguments):
    barrier = multiprocessing.Barrier(arguments.processes)
    results = multiprocessing.Queue()
    data = b"d" * arguments.bytes
    workers = [
        multiprocessing.Process(
            target=work,
            args=(os.path.join(folder, str(i)), arguments.files, data, barrier, results),
        )
        for i in range(arguments.processes)
    ]
    for worker in workers:
        worker.start()
    times = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    rates = {"processes": arguments.processes, "files": arguments.files, "bytes": arguments.bytes}
    for name in times[0]:
        begin = min(each[name][0] for each in times)
        end = max(each[name][1] for each in times)
        rates[name + "_per_s"] = round(arguments.processes * arguments.files / (end - begin), 1)
    return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--bytes", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if not os.path.isdir(arguments.dir):
        parser.error("%s is no folder" % arguments.dir)
    if min(arguments.files, arguments.processes, arguments.rounds) < 1 or arguments.bytes < 0:
        parser.error("files, processes and rounds are at least 1")
    for _ in range(arguments.rounds):
        folder = os.path.join(arguments.dir, "files-%d-%d" % (os.getpid(), time.time_ns()))
        os.mkdir(folder)
        print(json.dumps(measure(folder, arguments)), flush=True)
        os.rmdir(folder)


if __name__ == "__main__":
    main()
