package io.pando.report;

import java.util.List;

/**
 * The health of the cluster, as one word and in detail.
 *
 * @param checks problems, most severe first; empty if there are none
 */
public record Health(List<Check> checks) {
  /** Severity of a problem. */
  public enum Severity {
    WARNING,
    ERROR
  }

  /**
   * A problem.
   *
   * @param code a stable name such as {@code OSD_DOWN}
   * @param summary one line
   * @param details one line for each item concerned, and what to do
   */
  public record Check(String code, Severity severity, String summary, List<String> details) {}

  public Health {
    checks = List.copyOf(checks);
  }

  /** {@code HEALTH_OK}, {@code HEALTH_WARN} or {@code HEALTH_ERR}. */
  public String word() {
    if (checks.isEmpty()) {
      return "HEALTH_OK";
    }
    return checks.stream().anyMatch(check -> check.severity() == Severity.ERROR)
        ? "HEALTH_ERR"
        : "HEALTH_WARN";
  }
}
