package io.pando.bench.study.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * What a system did in a case.
 *
 * @param system {@value #PANDO}, or the name of another system
 * @param at the case
 * @param figures by key; a figure that the system does not report is absent
 * @param cpu processor time over time
 * @param note a remark, such as the kernel that was used; may be empty
 */
public record StudyResult(
    String system,
    StudyCase at,
    SequencedMap<String, Double> figures,
    List<CpuPoint> cpu,
    String note) {
  /** The name of this system in results. */
  public static final String PANDO = "pando";

  /**
   * Use of processors.
   *
   * @param seconds end of a span of time, from the kill
   * @param cores processors that all daemons together used in the span
   */
  public record CpuPoint(double seconds, double cores) {}

  public StudyResult {
    figures = Collections.unmodifiableSequencedMap(new TreeMap<>(figures));
    cpu = List.copyOf(cpu);
  }

  /** A result with these figures. */
  public static StudyResult of(
      String system, StudyCase at, Map<Figure, Double> figures, List<CpuPoint> cpu, String note) {
    TreeMap<String, Double> byKey = new TreeMap<>();
    figures.forEach((figure, value) -> byKey.put(figure.key(), value));
    return new StudyResult(system, at, byKey, cpu, note);
  }

  /** A figure, if it is known. */
  @JsonIgnore
  public OptionalDouble figure(Figure figure) {
    Double value = figures.get(figure.key());
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** From the kill until all groups are clean, if it is known. */
  @JsonIgnore
  public OptionalDouble wholeSeconds() {
    OptionalDouble checking = figure(Figure.CHECKING_SECONDS);
    OptionalDouble rebuilding = figure(Figure.REBUILDING_SECONDS);
    return checking.isPresent() && rebuilding.isPresent()
        ? OptionalDouble.of(checking.getAsDouble() + rebuilding.getAsDouble())
        : OptionalDouble.empty();
  }
}
