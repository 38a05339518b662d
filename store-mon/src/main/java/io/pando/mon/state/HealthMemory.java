package io.pando.mon.state;

import io.pando.report.Health;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the monitors remember about health checks. Immutable.
 *
 * @param seen checks that the leading monitor noted last, by code
 * @param mutes muted checks, by code; a mute whose time is over stays until the leading monitor
 *     notes its end
 */
public record HealthMemory(SortedMap<String, Seen> seen, SortedMap<String, Health.Mute> mutes) {
  public static final HealthMemory NONE = new HealthMemory(new TreeMap<>(), new TreeMap<>());

  /**
   * A check that was raised.
   *
   * @param count number of items concerned
   */
  public record Seen(String code, Health.Severity severity, long count, String summary) {
    private static final int MAX_SUMMARY = 300;

    public Seen {
      summary =
          summary.length() <= MAX_SUMMARY ? summary : summary.substring(0, MAX_SUMMARY) + "...";
    }
  }

  public HealthMemory {
    seen = Collections.unmodifiableSortedMap(new TreeMap<>(seen));
    mutes = Collections.unmodifiableSortedMap(new TreeMap<>(mutes));
  }

  /** The checks of a health report, by code. */
  public static SortedMap<String, Seen> seen(Health health) {
    SortedMap<String, Seen> seen = new TreeMap<>();
    for (Health.Check check : health.checks()) {
      seen.put(
          check.code(), new Seen(check.code(), check.severity(), check.count(), check.summary()));
    }
    return seen;
  }

  public HealthMemory withMutes(SortedMap<String, Health.Mute> other) {
    return new HealthMemory(seen, other);
  }
}
