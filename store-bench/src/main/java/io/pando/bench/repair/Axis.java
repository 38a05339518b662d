package io.pando.bench.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis of a chart.
 *
 * @param logarithmic whether equal distances are equal ratios; then values must be positive
 */
record Axis(String title, boolean logarithmic) {
  private static final int TICKS = 6;

  /** Maps values to positions between two ends, with the ticks to label. */
  record Scale(double least, double most, double from, double to, boolean log, List<Double> ticks) {
    double at(double value) {
      double part =
          log
              ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
              : (value - least) / (most - least);
      return from + part * (to - from);
    }
  }

  /** A scale that contains these values, between two positions. */
  Scale scale(List<Double> values, double from, double to) {
    return logarithmic ? byRatio(values, from, to) : byDistance(values, from, to);
  }

  private static Scale byDistance(List<Double> values, double from, double to) {
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    double step = step(most <= 0 ? 1 : most);
    List<Double> ticks = new ArrayList<>();
    double end = 0;
    for (int i = 0; end < most || i < 2; i++) {
      end = i * step;
      ticks.add(end);
    }
    return new Scale(0, end, from, to, false, ticks);
  }

  /** Distance of ticks: 1, 2 or 5 times a power of ten. */
  private static double step(double most) {
    double step = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
    for (double times : new double[] {1, 2, 5, 10}) {
      if (most / (step * times) <= TICKS) {
        return step * times;
      }
    }
    return step * 10;
  }

  private static Scale byRatio(List<Double> values, double from, double to) {
    List<Double> positive = values.stream().filter(value -> value > 0).toList();
    double least = positive.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double most = positive.stream().mapToDouble(Double::doubleValue).max().orElse(10);
    double low = Math.pow(10, Math.floor(Math.log10(least)));
    double high = Math.pow(10, Math.ceil(Math.log10(most)));
    high = high <= low ? low * 10 : high;
    List<Double> ticks = new ArrayList<>();
    for (double tick = low; tick <= high * 1.001; tick *= 10) {
      ticks.add(tick);
    }
    return new Scale(low, high, from, to, true, ticks);
  }

  static String label(double value) {
    if (value >= 1_000_000) {
      return number(value / 1_000_000) + "M";
    }
    return value >= 1_000 ? number(value / 1_000) + "k" : number(value);
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
