package io.pando.report;

import java.util.List;
import java.util.Optional;

/**
 * The health of the cluster, as one word and in detail.
 *
 * @param checks problems, most severe first, muted ones included; empty if there are none
 * @param mutes mutes that are in force, whether or not their checks are raised
 */
public record Health(List<Check> checks, List<Mute> mutes) {
  /** Severity of a problem. */
  public enum Severity {
    WARNING,
    ERROR
  }

  /**
   * A problem.
   *
   * @param code a stable name such as {@code OSD_DOWN}: that of a {@link HealthCode}, unless the
   *     monitor is of a newer release
   * @param summary one line
   * @param details one line for each item concerned, and what to do
   * @param count number of items concerned
   */
  public record Check(
      String code, Severity severity, String summary, List<String> details, long count) {}

  /**
   * A muted check: it does not count for the word. The mute ends when its time is over, when the
   * check concerns more items than before, or when the check clears; a sticky one only when its
   * time is over.
   *
   * @param untilMillis end, milliseconds since 1970 UTC; 0 for none
   * @param count number of items concerned, as far as the mute covers them
   */
  public record Mute(String code, long untilMillis, boolean sticky, long count) {
    /** Whether the time of the mute is over. */
    public boolean isOver(long nowMillis) {
      return untilMillis != 0 && untilMillis <= nowMillis;
    }
  }

  public Health {
    checks = List.copyOf(checks);
    mutes = List.copyOf(mutes);
  }

  /** A health report without mutes. */
  public Health(List<Check> checks) {
    this(checks, List.of());
  }

  /** The same checks with these mutes. */
  public Health withMutes(List<Mute> other) {
    return new Health(checks, other);
  }

  /** The mute of a check. */
  public Optional<Mute> muteOf(Check check) {
    return mutes.stream().filter(mute -> mute.code().equals(check.code())).findFirst();
  }

  /** Problems that are not muted, most severe first. */
  public List<Check> unmuted() {
    return checks.stream().filter(check -> muteOf(check).isEmpty()).toList();
  }

  /** {@code HEALTH_OK}, {@code HEALTH_WARN} or {@code HEALTH_ERR}, by the checks not muted. */
  public String word() {
    List<Check> counting = unmuted();
    if (counting.isEmpty()) {
      return "HEALTH_OK";
    }
    return counting.stream().anyMatch(check -> check.severity() == Severity.ERROR)
        ? "HEALTH_ERR"
        : "HEALTH_WARN";
  }
}
