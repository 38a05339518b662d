package io.pando.report;

import java.util.List;

/**
 * How the cluster is, in one word and in detail.
 *
 * @param checks what is wrong, worst first; empty means all is well
 */
public record Health(List<Check> checks) {
  /** How bad something is. */
  public enum Severity {
    WARNING,
    ERROR
  }

  /**
   * Something that is wrong.
   *
   * @param code a stable name such as {@code OSD_DOWN}
   * @param summary one line
   * @param details a line for each thing concerned, and what to do
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
