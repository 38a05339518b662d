package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.group.GroupStats;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Waits for something as long as it comes nearer. On a machine with much else to do processes take
 * many times as long for everything, which is no failure; it is one if nothing comes of them. What
 * goes back and forth comes no nearer.
 */
public final class Progress {
  private static final Duration STANDSTILL = Duration.ofSeconds(90);
  private static final Duration AT_MOST = Duration.ofMinutes(20);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int CLEAN = 3;
  private static final long NOTHING_KNOWN = 1_000_000;

  private final LongSupplier measure;
  private long best = Long.MIN_VALUE;
  private long bestNanos = System.nanoTime();

  private Progress(LongSupplier measure) {
    this.measure = measure;
  }

  /**
   * Waits until a measure has reached a goal.
   *
   * @param measure how near it is: the more the nearer
   */
  public static void await(String what, LongSupplier measure, long goal) {
    Progress progress = new Progress(measure);
    Awaitility.await(what)
        .atMost(AT_MOST)
        .pollInterval(POLL)
        .failFast(progress::checkNoStandstill)
        .until(() -> progress.look() >= goal);
  }

  private long look() {
    long now = measure.getAsLong();
    if (now > best) {
      best = now;
      bestNanos = System.nanoTime();
    }
    return now;
  }

  private void checkNoStandstill() {
    Duration still = Duration.ofNanos(System.nanoTime() - bestNanos);
    assertThat(still).as("stands still at " + best).isLessThan(STANDSTILL);
  }

  /** Waits until all groups are clean, and {@code osds} OSDs are up. */
  static void awaitClean(Cluster client, int osds) {
    try {
      await("active+clean", () -> -lacking(client, osds), 0);
    } catch (RuntimeException | AssertionError late) {
      throw new AssertionError(account(client), late);
    }
  }

  /** One for each OSD that is not up, and for each group as many as there are steps left for it. */
  private static long lacking(Cluster client, int osds) {
    try {
      ClusterStatus status = client.admin().status();
      long lacking = status.groups().isEmpty() ? NOTHING_KNOWN : osds - status.osds().osdsUp();
      for (Map.Entry<String, Integer> groups : status.groups().entrySet()) {
        lacking += (long) (CLEAN - stage(groups.getKey())) * groups.getValue();
      }
      return lacking;
    } catch (PandoException nobodyKnows) {
      return NOTHING_KNOWN;
    }
  }

  private static int stage(String states) {
    if (states.equals("active+clean")) {
      return CLEAN;
    } else if (states.contains("unknown") || states.contains("stale")) {
      return 0;
    }
    return states.contains("active") ? 2 : 1;
  }

  /** The state of the cluster, for the message of a failed test. */
  private static String account(Cluster client) {
    try {
      ClusterStatus status = client.admin().status();
      String checks =
          status.health().checks().stream()
              .map(Health.Check::details)
              .map(details -> String.join("\n", details))
              .collect(Collectors.joining("\n"));
      String groups =
          client.admin().groups().stream()
              .map(GroupStats::toString)
              .collect(Collectors.joining("\n"));
      return "not clean: " + status + "\n" + checks + "\n" + groups;
    } catch (PandoException nobodyKnows) {
      return "not clean, and no monitor answers: " + nobodyKnows.getMessage();
    }
  }
}
