package io.pando.bench.study.report;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyResult;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A conclusion of the paper as a ratio of two figures, which the figures of a system bear out or
 * not.
 *
 * @param sentence what the paper concludes
 * @param expected the side of 1 on which the ratio has to be
 * @param paperRatio the ratio of the paper's own figures; NaN if it has none
 * @param one the case above the fraction bar
 * @param other the case below it
 * @param measure the figure of both
 */
record Conclusion(
    String sentence,
    Expected expected,
    double paperRatio,
    String one,
    String other,
    Function<StudyResult, OptionalDouble> measure) {
  /** Ratios nearer to 1 than this count as equal: each case is measured once. */
  static final double TOLERANCE = 0.1;

  /** The side of 1 on which a ratio has to be. */
  enum Expected {
    GREATER,
    SMALLER,
    EQUAL
  }

  /** What the figures of a system say of it. */
  enum Verdict {
    HOLDS("holds"),
    NO_DIFFERENCE("no difference"),
    FAILS("does not hold"),
    UNKNOWN("");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** The paper's conclusions, those on times once for all of the time and once for rebuilding. */
  static List<Conclusion> all() {
    List<PaperPool> pools = PaperPool.all();
    PaperPool first = pools.getFirst();
    PaperPool isa = pools.get(1);
    PaperPool groups = pools.get(2);
    PaperPool wide = pools.get(3);
    PaperPool six = pools.get(4);
    PaperPool copies = pools.get(5);
    return List.of(
        writes("ISA writes faster than jerasure", Expected.GREATER, isa, first),
        whole("ISA and jerasure recover in the same time", Expected.EQUAL, isa, first),
        rebuilding("the same, rebuilding", Expected.EQUAL, isa, first),
        writes("Twice the groups write slower", Expected.SMALLER, groups, first),
        whole("Twice the groups recover slower", Expected.GREATER, groups, first),
        rebuilding("the same, rebuilding", Expected.GREATER, groups, first),
        writes("Three copies write slowest: slower than 4+2", Expected.SMALLER, copies, first),
        whole("Three copies recover fastest: faster than 4+2", Expected.SMALLER, copies, first),
        rebuilding("the same, rebuilding", Expected.SMALLER, copies, first),
        whole("Less overhead recovers slower: 6+2 than 4+2", Expected.GREATER, six, first),
        rebuilding("the same, rebuilding", Expected.GREATER, six, first),
        whole("Less overhead recovers slower: 8+3 than 4+2", Expected.GREATER, wide, first),
        rebuilding("the same, rebuilding", Expected.GREATER, wide, first),
        whole("Less overhead recovers slower: 6+2 than 8+3", Expected.GREATER, six, wide),
        rebuilding("the same, rebuilding", Expected.GREATER, six, wide),
        new Conclusion(
            "Two lost OSDs take longer than one (4+2)",
            Expected.GREATER,
            first.recoveryMinutes().get(1) / first.recoveryMinutes().get(0),
            first.caseName(2),
            first.caseName(1),
            StudyResult::wholeSeconds),
        new Conclusion(
            "the same, rebuilding",
            Expected.GREATER,
            Double.NaN,
            first.caseName(2),
            first.caseName(1),
            result -> result.figure(Figure.REBUILDING_SECONDS)),
        new Conclusion(
            "Processors work longer for 4+2 than for three copies (figures 8 and 9): CPU seconds of "
                + "rebuilding",
            Expected.GREATER,
            Double.NaN,
            first.caseName(1),
            copies.caseName(1),
            result -> result.figure(Figure.REBUILDING_CPU_SECONDS)));
  }

  private static Conclusion writes(
      String sentence, Expected expected, PaperPool one, PaperPool other) {
    return new Conclusion(
        sentence,
        expected,
        one.writeMegabytes() / other.writeMegabytes(),
        one.caseName(1),
        other.caseName(1),
        result -> result.figure(Figure.WRITE_BYTES_PER_SECOND));
  }

  private static Conclusion whole(
      String sentence, Expected expected, PaperPool one, PaperPool other) {
    return new Conclusion(
        sentence,
        expected,
        one.recoveryMinutes().getFirst() / other.recoveryMinutes().getFirst(),
        one.caseName(1),
        other.caseName(1),
        StudyResult::wholeSeconds);
  }

  private static Conclusion rebuilding(
      String sentence, Expected expected, PaperPool one, PaperPool other) {
    return new Conclusion(
        sentence,
        expected,
        Double.NaN,
        one.caseName(1),
        other.caseName(1),
        result -> result.figure(Figure.REBUILDING_SECONDS));
  }

  /** The ratio in the results of a system. */
  OptionalDouble ratio(Results results, String system) {
    OptionalDouble above = of(results, system, one);
    OptionalDouble below = of(results, system, other);
    return above.isPresent() && below.isPresent() && below.getAsDouble() > 0
        ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble of(Results results, String system, String name) {
    return results.of(system, name).map(measure).orElse(OptionalDouble.empty());
  }

  /** Whether a ratio bears out the conclusion. */
  Verdict verdict(OptionalDouble ratio) {
    if (ratio.isEmpty()) {
      return Verdict.UNKNOWN;
    }
    double value = ratio.getAsDouble();
    boolean greater = value > 1 + TOLERANCE;
    boolean smaller = value < 1 - TOLERANCE;
    boolean equal = !greater && !smaller;
    return switch (expected) {
      case EQUAL -> equal ? Verdict.HOLDS : Verdict.FAILS;
      case GREATER -> greater ? Verdict.HOLDS : equal ? Verdict.NO_DIFFERENCE : Verdict.FAILS;
      case SMALLER -> smaller ? Verdict.HOLDS : equal ? Verdict.NO_DIFFERENCE : Verdict.FAILS;
    };
  }

  /** The cell of a system: ratio and verdict; empty if it is not known. */
  String cell(Results results, String system) {
    OptionalDouble ratio = ratio(results, system);
    return ratio.isPresent()
        ? String.format(Locale.ROOT, "%.2f: %s", ratio.getAsDouble(), verdict(ratio).words())
        : "";
  }
}
