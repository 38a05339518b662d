package io.pando.mon.state;

import io.pando.check.CheckLevel;
import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Invariants of every accepted change, between the state before and the state after.
 *
 * <ol>
 *   <li>Epochs, the time of the map and numbers of pools do not decrease.
 *   <li>As long as an OSD has the same data, the epochs in which it came up, is proven up and went
 *       down do not decrease.
 *   <li>Another incarnation of an OSD comes up only after the previous one went down, so that its
 *       peers see the previous one end.
 *   <li>Those of the file-system map ({@link FileInvariants}).
 *   <li>Where checks are thorough: the incrementals that were added lead from the old map to the
 *       new one.
 * </ol>
 */
public final class StepInvariants {
  private StepInvariants() {}

  public static void check(MonitorState before, MonitorState after) {
    Invariant.check(
        after.map().epoch() >= before.map().epoch()
            && after.nextPool() >= before.nextPool()
            && after.nowMillis() >= before.nowMillis(),
        () ->
            "from epoch %d, pool %d, time %d to epoch %d, pool %d, time %d"
                .formatted(
                    before.map().epoch(),
                    before.nextPool(),
                    before.nowMillis(),
                    after.map().epoch(),
                    after.nextPool(),
                    after.nowMillis()));
    if (after.map().epoch() == before.map().epoch()) {
      return;
    }
    for (OsdInfo old : before.map().osds().values()) {
      OsdInfo now = after.map().osds().get(old.id());
      if (now != null && old.identity() != null && old.identity().equals(now.identity())) {
        checkOsd(old, now);
      }
    }
    FileInvariants.checkStep(before.map(), after.map());
    if (CheckLevel.isThorough()) {
      checkIncrementals(before, after);
    }
  }

  private static void checkOsd(OsdInfo old, OsdInfo now) {
    Invariant.check(
        now.upFrom() >= old.upFrom()
            && now.upThru() >= old.upThru()
            && now.downAt() >= old.downAt(),
        () -> "its epochs go back: " + old + ", then " + now);
    boolean same = nonce(old.address()) == nonce(now.address());
    Invariant.check(
        !old.up() || !now.up() || same || now.downAt() > old.upFrom(),
        () -> "an incarnation comes up beside another: " + old + ", then " + now);
  }

  private static long nonce(@Nullable Address address) {
    return address == null ? 0 : address.nonce();
  }

  private static void checkIncrementals(MonitorState before, MonitorState after) {
    ClusterMap reached = before.map();
    for (Incremental incremental : after.since(reached.epoch()).orElse(List.of())) {
      reached = reached.apply(incremental);
    }
    ClusterMap end = reached;
    Invariant.check(
        end.epoch() < after.map().epoch() || end.equals(after.map()),
        () ->
            "incrementals lead from epoch %d to %s, and the map is %s"
                .formatted(before.map().epoch(), end, after.map()));
  }
}
