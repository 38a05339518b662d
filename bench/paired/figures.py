"""Medians, ratios and the table of bench/paired.sh. No clock, no process: see figures_test.py."""
import statistics

# A ratio beyond this, in the direction that is worse, is marked.
TOLERANCE = 0.05

HIGHER = "higher"
LOWER = "lower"


class Figure:
    """One figure of a test: what it is called, how it is shown, and which direction is better."""

    def __init__(self, key, label, better=LOWER, form="%.3f"):
        self.key = key
        self.label = label
        self.better = better
        self.form = form


def median(values):
    """The median; None of no values."""
    return statistics.median(values) if values else None


def ratio(base, other):
    """Other to base; None where there is nothing to divide by."""
    if base is None or other is None or base == 0:
        return None
    return other / base


def verdict(value, better):
    """'worse' or 'better' beyond the tolerance, or ''. A ratio of r is as far as one of 1/r."""
    if value is None or value <= 0:
        return ""
    worse = value if better == LOWER else 1 / value
    if worse > 1 + TOLERANCE:
        return "worse"
    return "better" if worse < 1 / (1 + TOLERANCE) else ""


def values_of(runs, test, side, key):
    """The values of a figure by round: a dictionary."""
    return {run["round"]: run["figures"][key] for run in runs
            if run["test"] == test and run["side"] == side and run["figures"].get(key) is not None}


def row(runs, test, figure):
    """The line of a figure as a dictionary; None if neither side has a value."""
    base = values_of(runs, test, "base", figure.key)
    other = values_of(runs, test, "other", figure.key)
    if not base and not other:
        return None
    paired = [ratio(base[number], other[number]) for number in sorted(base) if number in other]
    paired = [value for value in paired if value is not None]
    whole = ratio(median(list(base.values())), median(list(other.values())))
    return {
        "test": test,
        "figure": figure.label,
        "runs": min(len(base), len(other)),
        "base": median(list(base.values())),
        "other": median(list(other.values())),
        "ratio": whole,
        "least_ratio": min(paired) if paired else None,
        "most_ratio": max(paired) if paired else None,
        "verdict": verdict(whole, figure.better),
    }


def shown(value, form):
    return "-" if value is None else form % value


def table(runs, tests, names):
    """
    Lines of a Markdown table.

    tests: name to figures, in the order of the table; names: of both commits.
    """
    lines = [
        "| test | figure | rounds | %s | %s | ratio | by round | |" % names,
        "|---|---|---|---|---|---|---|---|",
    ]
    for test, figures in tests.items():
        for figure in figures:
            line = row(runs, test, figure)
            if line is None:
                continue
            spread = "-" if line["least_ratio"] is None else "%.2f – %.2f" % (line["least_ratio"], line["most_ratio"])
            mark = "**worse**" if line["verdict"] == "worse" else line["verdict"]
            lines.append("| %s | %s | %d | %s | %s | %s | %s | %s |" % (
                test, line["figure"], line["runs"], shown(line["base"], figure.form),
                shown(line["other"], figure.form), shown(line["ratio"], "%.2f"), spread, mark))
    return lines


def worse(runs, tests):
    """Names of tests and figures that are worse beyond the tolerance."""
    found = []
    for test, figures in tests.items():
        for figure in figures:
            line = row(runs, test, figure)
            if line is not None and line["verdict"] == "worse":
                found.append("%s: %s" % (test, figure.label))
    return found
