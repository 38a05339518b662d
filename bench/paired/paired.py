"""Runs the same loads on two commits of Pando in turns; see bench/paired.sh and docs/performance.md.

The commits are built in work trees that are kept, and take turns: which one begins changes from round
to round. Printed are the medians of both, the ratio of the second to the first, the least and the
largest ratio of a round, and a mark at what is more than 5 % worse or better.
"""
import argparse
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import builds
import figures
import machine
import trials
from machine import Failed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIDES = ("base", "other")


def say(what):
    print("paired: " + what, file=sys.stderr, flush=True)


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="bench/paired.sh", usage="%(prog)s BASE [OTHER] [TEST,…] [options]",
        description=__doc__.split("\n\n", 1)[1], formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="tests: " + ", ".join(trials.TESTS) + "\n\nPANDO_OPTS is given to both commits. "
               "The status is 0 even if something is worse; 1 if nothing could be measured.")
    parser.add_argument("words", nargs="*", metavar="BASE [OTHER] [TEST,…]",
                        help="a commit, perhaps the one to compare with it (else HEAD), and tests (else all)")
    parser.add_argument("--rounds", type=int, default=None, help="turns of each commit (default: 5; with --quick 1)")
    parser.add_argument("--quick", action="store_true", help="short loads: shows that it works, not how fast it is")
    parser.add_argument("--json", metavar="FILE", help="write all runs there, for --table")
    parser.add_argument("--table", metavar="FILE", help="print the table of such a file and run nothing")
    parser.add_argument("--other-opts", metavar="OPTIONS", default="",
                        help="options of the JVM for OTHER alone, which may be the same commit as BASE: write "
                             "--other-opts=-XX:…")
    parser.add_argument("--dir", default=None, help="folder for the clusters' data (default: target/paired/data)")
    parser.add_argument("--cache", default=os.path.join(ROOT, "target", "paired"),
                        help="folder for the work trees of commits (default: target/paired)")
    options = parser.parse_intermixed_args(arguments)
    if options.rounds is not None and not 1 <= options.rounds <= 100:
        parser.error("--rounds must be 1 to 100, is %d" % options.rounds)
    options.rounds = options.rounds or (1 if options.quick else 5)
    if not options.table and not options.words:
        parser.error("BASE is missing")
    return options


def divide(words):
    """Commits and tests of the words that were given."""
    commits, tests = [], []
    for word in words:
        names = word.split(",")
        if all(name in trials.TESTS for name in names):
            tests += names
        else:
            unknown = [name for name in names if name not in trials.TESTS]
            if len(names) > 1:
                raise Failed("no such test: %s; there are %s" % (", ".join(unknown), ", ".join(trials.TESTS)))
            commits.append(word)
    if not 1 <= len(commits) <= 2:
        raise Failed("one or two commits are expected, not %d: %s" % (len(commits), " ".join(commits)))
    # In the order of the table, once each.
    chosen = [name for name in trials.TESTS if not tests or name in tests]
    return commits[0], commits[1] if len(commits) == 2 else "HEAD", chosen


class Comparison:
    """Both programs, and what was measured so far."""

    def __init__(self, programs, tests, options, folder):
        self.programs = programs
        self.tests = tests
        self.rounds = options.rounds
        self.sizes = trials.Sizes(options.quick)
        self.folder = folder
        self.runs = []
        self.notes = []

    def leave_out_what_is_lacking(self):
        for test in list(self.tests):
            for program in self.programs.values():
                reason = trials.lacking(program, test)
                if reason:
                    self.note("%s is left out: %s %s" % (test, program.name, reason))
                    self.tests.remove(test)
                    break

    def note(self, what):
        self.notes.append(what)
        say(what)

    def run(self):
        for number in range(self.rounds):
            order = SIDES if number % 2 == 0 else SIDES[::-1]
            shared = [test for test in self.tests if test in trials.ON_ONE_CLUSTER]
            if shared:
                for side in order:
                    self.turn(number, side, "a cluster for " + ", ".join(shared), lambda program: trials.on_cluster(
                        program, shared, self.sizes, os.path.join(self.folder, "cluster")))
            for test in self.tests:
                if test in trials.ALONE:
                    for side in order:
                        self.turn(number, side, test,
                                  lambda program, test=test: {test: trials.ALONE[test](program, self.sizes)})

    def turn(self, number, side, what, measure):
        program = self.programs[side]
        load = os.getloadavg()[0]
        say("round %d of %d, %s: %s" % (number + 1, self.rounds, program.name, what))
        try:
            results = measure(program)
        except Failed as failure:
            self.note("%s of %s in round %d: %s" % (what, program.name, number + 1, failure))
            return
        for test, values in results.items():
            self.runs.append({"round": number, "side": side, "test": test, "load_before": load, "figures": values})

    def report(self):
        return {
            "base": {"name": self.programs["base"].name, "commit": self.programs["base"].commit},
            "other": {"name": self.programs["other"].name, "commit": self.programs["other"].commit},
            "rounds": self.rounds, "machine": "%d cores, Linux %s" % (os.cpu_count() or 0, platform.release()),
            "when": time.strftime("%Y-%m-%d"), "notes": self.notes, "runs": self.runs,
        }


def show(report):
    runs = report["runs"]
    print("\n".join(figures.table(runs, trials.TESTS, (report["base"]["name"], report["other"]["name"]))))
    loads = sorted(run["load_before"] for run in runs)
    if loads:
        print("\n%s; %d rounds in turns; load before a run: median %.1f, at most %.1f."
              % (report["machine"], report["rounds"], figures.median(loads), loads[-1]))
    for note in report["notes"]:
        print("\nNote: %s" % note)
    found = figures.worse(runs, trials.TESTS)
    if found:
        print("\nMore than 5 %% worse: %s." % "; ".join(found))


def measure(options, processes):
    base, other, tests = divide(options.words)
    cache = os.path.abspath(options.cache)
    os.makedirs(cache, exist_ok=True)
    parent = os.path.abspath(options.dir or os.path.join(cache, "data"))
    os.makedirs(parent, exist_ok=True)
    machine.check_space(parent, trials.Sizes(options.quick).space)
    if other == "HEAD" and builds.is_dirty(ROOT):
        say("warning: HEAD is measured, without the changes that are not committed")
    scratch = tempfile.mkdtemp(prefix="run-", dir=parent)
    try:
        programs = {}
        for side, name in zip(SIDES, (base, other)):
            commit = builds.resolve(ROOT, name)
            folder = builds.prepare(ROOT, cache, commit, say)
            more = options.other_opts if side == "other" else ""
            programs[side] = builds.Program(commit, folder, processes, scratch, more)
        machine.warn_of_load(say)
        comparison = Comparison(programs, tests, options, scratch)
        comparison.leave_out_what_is_lacking()
        try:
            comparison.run()
        finally:
            report = comparison.report()
            if options.json:
                with open(options.json, "w") as out:
                    json.dump(report, out, indent=1)
            show(report)
        return 0 if comparison.runs else 1
    finally:
        processes.stop_all()
        shutil.rmtree(scratch, ignore_errors=True)


def stop_when_interrupted():
    """A signal ends the program as an error does, so that all that was started is stopped; another one does not."""
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)

    def on_signal(*_):
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        sys.exit("paired: interrupted, stopping what was started")

    for number in numbers:
        signal.signal(number, on_signal)


def main():
    options = parse(sys.argv[1:])
    if options.table:
        with open(options.table) as file:
            show(json.load(file))
        return 0
    processes = machine.Processes()
    stop_when_interrupted()
    try:
        return measure(options, processes)
    except (Failed, OSError, subprocess.SubprocessError) as failure:
        say(str(failure))
        return 1


if __name__ == "__main__":
    sys.exit(main())
