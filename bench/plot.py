"""Draws plots as SVG from lines of JSON.

    plot.py repair OUTCOMES.jsonl... DIR         returns of a replica, as 'pando bench repair --out' writes them
    plot.py side-by-side RUNS.jsonl OUT.svg      Pando and Ceph, as bench/ceph/side-by-side.sh writes them

'repair' writes a plot into DIR where there are enough outcomes for it. Of repeated rounds the one with the median time
counts.

    clean-N, discovery-N, comparison-N    N objects; over the share that changed, a line for each method
    leaves-P    P percent changed; over the leaves of the tree, discovery as part of that by a scan; a line for each
                number of objects
    growth-N    N objects are different; over all objects, a line for each method

'side-by-side' draws a row for each test and a column for each figure; in each place one bar for either system, the
longer one as long as there is room, with the median beside it. A thin line goes from the least to the most of the runs.

Only Python's standard library is needed: XChart draws letters as outlines, a quarter of a megabyte for each plot.
"""
import json
import math
import os
import statistics
import sys
from xml.sax.saxutils import escape


class Svg:
    """An SVG document on a white background."""

    def __init__(self, width, height):
        self.parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" '
                      'font-size="12">' % (width, height), '<rect width="100%" height="100%" fill="white"/>']

    def add(self, tag, text=None, **attributes):
        words = [tag] + ['%s="%s"' % (name.replace("_", "-"), "%.1f" % value if isinstance(value, float) else value)
                         for name, value in attributes.items()]
        self.parts.append("<%s/>" % " ".join(words) if text is None
                          else "<%s>%s</%s>" % (" ".join(words), escape(text), tag))

    def write(self, path):
        with open(path, "w") as out:
            out.write("\n".join(self.parts) + "\n</svg>\n")


# ---- Lines ------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 70, 180, 40, 50
COLOURS = ["#1b6ca8", "#d1495b", "#2e8b57", "#c77f0a", "#7b4fa3", "#5b5b5b", "#0a9396", "#a0522d"]


def label(value):
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= unit:
            return "%gk".replace("k", letter) % round(value / unit, 3)
    return "%g" % round(value, 3)


class Scale:
    """A logarithmic axis over the powers of ten around some values."""

    def __init__(self, values, start, end):
        positive = [value for value in values if value > 0] or [1, 10]
        self.low = math.floor(math.log10(min(positive)))
        self.high = max(self.low + 1, math.ceil(math.log10(max(positive))))
        self.start, self.end = start, end
        self.ticks = [10.0 ** power for power in range(self.low, self.high + 1)]

    def at(self, value):
        power = math.log10(value) if value > 0 else self.low
        return self.start + (max(power, self.low) - self.low) / (self.high - self.low) * (self.end - self.start)


def line_chart(title, across, up, lines):
    """A chart of lines: points by the name of their line."""
    svg = Svg(WIDTH, HEIGHT)
    points = [point for line in lines.values() for point in line]
    x = Scale([point[0] for point in points], LEFT, WIDTH - RIGHT)
    y = Scale([point[1] for point in points], HEIGHT - BOTTOM, TOP)
    svg.add("text", title, x=LEFT, y=22, font_size=15)
    for tick in x.ticks:
        svg.add("line", x1=x.at(tick), y1=TOP, x2=x.at(tick), y2=HEIGHT - BOTTOM, stroke="#dddddd")
        svg.add("text", label(tick), x=x.at(tick), y=HEIGHT - BOTTOM + 16, text_anchor="middle", font_size=11)
    for tick in y.ticks:
        svg.add("line", x1=LEFT, y1=y.at(tick), x2=WIDTH - RIGHT, y2=y.at(tick), stroke="#dddddd")
        svg.add("text", label(tick), x=LEFT - 6, y=y.at(tick) + 4, text_anchor="end", font_size=11)
    svg.add("text", across, x=(LEFT + WIDTH - RIGHT) // 2, y=HEIGHT - 12, text_anchor="middle")
    middle = (TOP + HEIGHT - BOTTOM) // 2
    svg.add("text", up, x=16, y=middle, text_anchor="middle", transform="rotate(-90 16 %d)" % middle)
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        dashes = {} if number < len(COLOURS) else {"stroke_dasharray": "5 4"}
        path = " ".join("%.1f,%.1f" % (x.at(a), y.at(b)) for a, b in line)
        svg.add("polyline", points=path, fill="none", stroke=colour, stroke_width=2, **dashes)
        for a, b in line:
            svg.add("circle", cx=x.at(a), cy=y.at(b), r=3, fill=colour)
        row = TOP + 10 + 18 * number
        svg.add("path", d="M%d %dh22" % (WIDTH - RIGHT + 14, row - 4), stroke=colour, stroke_width=2, **dashes)
        svg.add("text", name, x=WIDTH - RIGHT + 42, y=row)
    return svg


# ---- Returns of a replica ---------------------------------------------------------------------

def medians(outcomes):
    """Of rounds of the same kind, the one with the median time until the group was clean."""
    kinds = {}
    for outcome in outcomes:
        kind = {name: value for name, value in outcome["round"].items() if name != "different"}
        kinds.setdefault(json.dumps(kind, sort_keys=True), []).append(outcome)
    for same in kinds.values():
        same.sort(key=lambda outcome: outcome["back"]["clean_millis"])
        yield same[(len(same) - 1) // 2]


def method(it):
    name = it["asked"].lower()
    return "tree, %d leaves" % it["leaves"] if name == "tree" and it["leaves"] else name


def lines_of(outcomes, name, x, y):
    lines = {}
    for outcome in sorted(outcomes, key=x):
        lines.setdefault(name(outcome), []).append((x(outcome), y(outcome)))
    return lines


def by(outcomes, key):
    groups = {}
    for outcome in outcomes:
        groups.setdefault(key(outcome), []).append(outcome)
    return sorted(groups.items())


def repair_plots(outcomes):
    """Names and plots."""
    some = [it for it in medians(outcomes) if it["round"]["share"]["stale"] > 0
            and it["round"]["share"] == dict(it["round"]["share"], deleted=0, fresh=0, undone=False)]
    objects, stale = lambda it: it["round"]["objects"], lambda it: it["round"]["share"]["stale"]
    discovery, name = lambda it: it["back"]["discovery_millis"], lambda it: method(it["round"])
    for count, group in by(some, objects):
        if len({stale(it) for it in group}) >= 2:
            for plot, title, unit, y in (
                    ("clean", "from up to clean", "ms", lambda it: it["back"]["clean_millis"]),
                    ("discovery", "discovery", "ms", discovery),
                    ("comparison", "sent to compare", "bytes", lambda it: it["back"]["comparison_bytes"])):
                yield "%s-%s" % (plot, label(count)), line_chart(
                    "%s objects: %s" % (label(count), title), "changed, % of the objects", unit,
                    lines_of(group, name, stale, y))
    scans = {(objects(it), stale(it)): discovery(it) for it in some if it["round"]["asked"] == "SCAN"}
    trees = [it for it in some if it["round"]["asked"] == "TREE" and it["round"]["leaves"]
             and scans.get((objects(it), stale(it)))]
    for percent, group in by(trees, stale):
        yield "leaves-" + label(percent), line_chart(
            label(percent) + "% changed: discovery by trees", "leaves", "part of that by a scan",
            lines_of(group, lambda it: label(objects(it)) + " objects", lambda it: it["round"]["leaves"],
                     lambda it: discovery(it) / scans[objects(it), stale(it)]))
    for different, group in by(some, lambda it: it["round"]["different"]):
        if len({objects(it) for it in group}) >= 3:
            yield "growth-%d" % different, line_chart(
                "%d objects differ: discovery" % different, "objects in the group", "ms",
                lines_of(group, name, objects, discovery))


# ---- Pando and Ceph ---------------------------------------------------------------------------

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
MARGIN, HEAD, WIDE, HIGH, BAR, ROOM = 215, 62, 210, 46, 13, 130


def bars(svg, runs, form, x, y):
    most = max((value for some in runs for value in some), default=0)
    for number, some in enumerate(runs):
        if some and most:
            top = y + 6 + number * (BAR + 4)
            median = statistics.median(some)
            svg.add("rect", x=x, y=top, width=max(1.0, ROOM * median / most), height=BAR, fill=SYSTEMS[number][2])
            svg.add("path", d="M%.1f %.1f H%.1f" % (x + ROOM * min(some) / most, top + BAR / 2,
                                                    x + ROOM * max(some) / most), stroke="#222", stroke_width=1.2)
            svg.add("text", form % median, x=x + ROOM * max(max(some), median) / most + 5, y=top + BAR / 2 + 4)


def side_by_side(lines):
    tests = [test for test in TESTS if any(line["test"] == test[0] for line in lines)]
    width = MARGIN + WIDE * len(FIGURES)
    svg = Svg(width, HEAD + HIGH * len(tests) + 12)
    for number, (_, name, colour) in enumerate(SYSTEMS):
        svg.add("rect", x=12 + number * 80, y=14, width=14, height=12, fill=colour)
        svg.add("text", name, x=31 + number * 80, y=24)
    for column, (_, title, _) in enumerate(FIGURES):
        svg.add("text", title, x=MARGIN + column * WIDE, y=50, font_weight="bold")
    for row, (test, title) in enumerate(tests):
        y = HEAD + row * HIGH
        svg.add("path", d="M8 %d H%d" % (y, width - 8), stroke="#ddd")
        svg.add("text", title, x=12, y=y + 27)
        for column, (figure, _, form) in enumerate(FIGURES):
            runs = [[line[figure] for line in lines if line["test"] == test and line["system"] == system
                     and line.get(figure) is not None] for system, _, _ in SYSTEMS]
            bars(svg, runs, form, MARGIN + column * WIDE, y)
    return svg


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file if line.strip()]


def main(words):
    if len(words) >= 3 and words[0] == "repair":
        os.makedirs(words[-1], exist_ok=True)
        for name, plot in repair_plots([line for path in words[1:-1] for line in read(path)]):
            plot.write(os.path.join(words[-1], name + ".svg"))
    elif len(words) == 3 and words[0] == "side-by-side":
        side_by_side(read(words[1])).write(words[2])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
