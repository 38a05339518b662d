package io.pando.bench.study.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A linear axis from 0.
 *
 * @param most the greatest value
 * @param begin place of 0
 * @param end place of the greatest value; may be before {@code begin}
 */
record Axis(double most, double begin, double end) {
  private static final int MOST_TICKS = 8;

  Axis {
    most = most > 0 ? most : 1;
  }

  /** Place of a value. */
  double at(double value) {
    return begin + (end - begin) * value / most;
  }

  /** Round values from 0, at most eight after it. */
  List<Double> ticks() {
    double step = Math.pow(10, Math.floor(Math.log10(most)));
    for (double factor : new double[] {0.1, 0.2, 0.5, 1}) {
      if (most / (step * factor) <= MOST_TICKS) {
        step *= factor;
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= most * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** A value as short as it can be. */
  static String text(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceFirst("\\.?0+$", "");
  }
}
