package io.pando.bench.study;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** What the monitors know of all groups by the newest map. */
final class CleanWait {
  private CleanWait() {}

  /** Waits until all copies of all groups exist; fails if that takes too long. */
  static void await(Cluster client, Duration patience) throws InterruptedException {
    if (!BoundedWait.until(patience, () -> all(client, CleanWait::isClean))) {
      throw UserError.failed(
          "not all groups are clean after %s s: %s"
              .formatted(patience.toSeconds(), client.admin().status().groups()));
    }
  }

  /** Whether the primaries of all groups have reported by this client's map, and fulfil that. */
  static boolean all(Cluster client, Predicate<GroupStats> condition) {
    try {
      long epoch = client.admin().map().epoch();
      List<GroupStats> groups = client.admin().groups();
      return !groups.isEmpty()
          && groups.stream()
              .allMatch(group -> group.mapping().epoch() >= epoch && condition.test(group));
    } catch (PandoException notNow) {
      // The monitors may be electing a leader; the caller looks again.
      return false;
    }
  }

  static boolean isClean(GroupStats group) {
    return group.states().toString().equals("[ACTIVE, CLEAN]");
  }

  static boolean isActive(GroupStats group) {
    return group.states().contains(GroupState.ACTIVE);
  }
}
