"""Tests of figures.py: bench/paired.sh --self-test."""
import unittest

import figures
from figures import Figure, HIGHER, LOWER

RATE = Figure("rate", "per second", HIGHER, "%.0f")
MEMORY = Figure("memory", "MiB", LOWER, "%.0f")


def run(side, number, test="t", **values):
    return {"side": side, "round": number, "test": test, "figures": values}


class FiguresTest(unittest.TestCase):
    def test_median_of_an_odd_and_an_even_number(self):
        self.assertEqual(figures.median([3, 100, 1]), 3)
        self.assertEqual(figures.median([1, 2, 4, 100]), 3)
        self.assertIsNone(figures.median([]))

    def test_ratio_is_other_to_base(self):
        self.assertEqual(figures.ratio(2.0, 3.0), 1.5)
        self.assertIsNone(figures.ratio(0, 3.0))
        self.assertIsNone(figures.ratio(None, 3.0))

    def test_direction_decides_what_is_worse(self):
        self.assertEqual(figures.verdict(1.06, LOWER), "worse")
        self.assertEqual(figures.verdict(0.94, LOWER), "better")
        self.assertEqual(figures.verdict(1.06, HIGHER), "better")
        self.assertEqual(figures.verdict(0.94, HIGHER), "worse")

    def test_five_percent_is_within_the_tolerance(self):
        for better in (LOWER, HIGHER):
            self.assertEqual(figures.verdict(1.05, better), "")
            self.assertEqual(figures.verdict(1.0, better), "")
            self.assertEqual(figures.verdict(1 / 1.05, better), "")
        self.assertEqual(figures.verdict(None, LOWER), "")

    def test_row_takes_medians_and_the_spread_of_ratios_by_round(self):
        runs = [run("base", 0, rate=100), run("other", 0, rate=80),
                run("base", 1, rate=200), run("other", 1, rate=180),
                run("base", 2, rate=110), run("other", 2, rate=121)]
        line = figures.row(runs, "t", RATE)
        self.assertEqual((line["base"], line["other"], line["runs"]), (110, 121, 3))
        self.assertAlmostEqual(line["ratio"], 1.1)
        self.assertAlmostEqual(line["least_ratio"], 0.8)
        self.assertAlmostEqual(line["most_ratio"], 1.1)
        self.assertEqual(line["verdict"], "better")

    def test_round_that_one_side_lacks_has_no_ratio(self):
        runs = [run("base", 0, rate=100), run("base", 1, rate=50), run("other", 1, rate=50)]
        line = figures.row(runs, "t", RATE)
        self.assertEqual((line["least_ratio"], line["most_ratio"], line["runs"]), (1, 1, 1))

    def test_figure_of_one_side_alone_is_shown_without_a_ratio(self):
        runs = [run("other", 0, memory=398)]
        lines = figures.table(runs, {"t": [MEMORY]}, ("a", "b"))
        self.assertEqual(lines[2], "| t | MiB | 0 | - | 398 | - | - |  |")

    def test_table_has_a_line_for_each_figure_that_has_values(self):
        runs = [run("base", 0, rate=100, memory=398), run("other", 0, rate=90, memory=890)]
        lines = figures.table(runs, {"t": [RATE, MEMORY], "absent": [RATE]}, ("0096cda", "335d8fe"))
        self.assertEqual(lines[0], "| test | figure | rounds | 0096cda | 335d8fe | ratio | by round | |")
        self.assertEqual(lines[2:], [
            "| t | per second | 1 | 100 | 90 | 0.90 | 0.90 – 0.90 | **worse** |",
            "| t | MiB | 1 | 398 | 890 | 2.24 | 2.24 – 2.24 | **worse** |"])
        self.assertEqual(figures.worse(runs, {"t": [RATE, MEMORY]}), ["t: per second", "t: MiB"])


if __name__ == "__main__":
    unittest.main()
