"""Draws the medians of runs that side_by_side.py made: plot.py RUNS.jsonl OUT.svg

A row for each test, a column for each figure; in each place one bar for either system, the longer
one as long as there is room, with the median beside it. A thin line goes from the least to the most
of the runs.
"""
import json
import statistics
import sys
from xml.sax.saxutils import escape

FIGURES = [("ops_per_second", "operations per second", "%.0f"),
           ("daemon_cpu_ms", "daemons' processor ms per operation", "%.3f"),
           ("p50_ms", "median latency, ms", "%.2f"),
           ("p99_ms", "99th percentile, ms", "%.2f"),
           ("disk_per_byte", "bytes to the disk per client's byte", "%.2f")]
TESTS = [("write-4k-16", "new objects, 4 KiB, 16 at a time"),
         ("write-4k-1", "new objects, 4 KiB, 1 at a time"),
         ("image-4k-16", "4 KiB at random, 16 at a time"),
         ("image-4k-1", "4 KiB at random, 1 at a time"),
         ("write-64k-16", "64 KiB, 16 at a time"),
         ("write-4m-16", "4 MiB, 16 at a time"),
         ("read-4k-16", "reads of 4 KiB, 16 at a time")]
SYSTEMS = [("pando", "Pando", "#1f6f5c"), ("ceph", "Ceph", "#c77b30")]
LEFT, TOP, WIDE, HIGH, BAR, ROOM = 215, 62, 210, 46, 13, 130


def values(lines, test, system, figure):
    return [line[figure] for line in lines
            if line["test"] == test and line["system"] == system and line.get(figure) is not None]


def bars(lines, test, figure, form, x, y):
    all_values = {name: values(lines, test, name, figure) for name, _, _ in SYSTEMS}
    most = max((v for some in all_values.values() for v in some), default=0)
    for number, (name, _, colour) in enumerate(SYSTEMS):
        some = all_values[name]
        if some and most:
            top = y + 6 + number * (BAR + 4)
            median = statistics.median(some)
            middle = top + BAR / 2
            yield '<rect x="%d" y="%.1f" width="%.1f" height="%d" fill="%s"/>' % (
                x, top, max(1, ROOM * median / most), BAR, colour)
            yield '<path d="M%.1f %.1f H%.1f" stroke="#222" stroke-width="1.2"/>' % (
                x + ROOM * min(some) / most, middle, x + ROOM * max(some) / most)
            yield '<text x="%.1f" y="%.1f">%s</text>' % (
                x + ROOM * max(max(some), median) / most + 5, middle + 4, form % median)


def draw(lines):
    tests = [test for test in TESTS if any(line["test"] == test[0] for line in lines)]
    width, height = LEFT + WIDE * len(FIGURES), TOP + HIGH * len(tests) + 12
    yield ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'
           % (width, height))
    yield '<rect width="100%" height="100%" fill="white"/>'
    for number, (_, name, colour) in enumerate(SYSTEMS):
        yield '<rect x="%d" y="14" width="14" height="12" fill="%s"/>' % (12 + number * 80, colour)
        yield '<text x="%d" y="24">%s</text>' % (31 + number * 80, name)
    for column, (_, title, _) in enumerate(FIGURES):
        yield '<text x="%d" y="50" font-weight="bold">%s</text>' % (LEFT + column * WIDE, escape(title))
    for row, (test, title) in enumerate(tests):
        y = TOP + row * HIGH
        yield '<path d="M8 %d H%d" stroke="#ddd"/>' % (y, width - 8)
        yield '<text x="12" y="%d">%s</text>' % (y + 27, escape(title))
        for column, (figure, _, form) in enumerate(FIGURES):
            yield from bars(lines, test, figure, form, LEFT + column * WIDE, y)
    yield "</svg>"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        lines = [json.loads(line) for line in file]
    with open(sys.argv[2], "w") as out:
        out.write("\n".join(draw(lines)) + "\n")


if __name__ == "__main__":
    main()
