package io.pando.osd.pg.roots;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.RolledBack;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Detects members that were rolled back. The primary compares the head that a member reports at the
 * start of an interval with the newest update that the member had durably before ({@link
 * DurableHeads}). An older head means that the disk was restored to an older state, or lost data
 * that it had flushed. Peering restores what the log of the others has. The operator must hear of
 * it, because the disk may do it again, and several disks may do it at once.
 *
 * <p>An empty member does not count: its copy was removed, or its disk was replaced.
 */
public final class RollbackWatch {
  /** Part of the text of every such report. */
  public static final String ROLLED_BACK = "was rolled back";

  /** Least time for which a rollback is listed, even if the group is clean again. */
  private static final long TOLD_NANOS = Duration.ofHours(1).toNanos();

  private record Noticed(RolledBack what, long nanos) {}

  private final Replica replica;
  private final DurableHeads heads;
  private final SortedMap<MemberId, Noticed> noticed = new TreeMap<>();

  public RollbackWatch(Replica replica, DurableHeads heads) {
    this.replica = replica;
    this.heads = heads;
  }

  /**
   * Checks the info that a member sent in peering.
   *
   * @param had newest update that this OSD had durably, as the sender remembers; null if not known
   */
  public void onInfo(MemberId from, GroupInfo info, @Nullable Version had) {
    compare(from, certain(heads.of(from), replica.info()), info);
    compare(replica.self(), certain(had, info), replica.info());
  }

  /**
   * What a member that had updates up to a version has for certain: of fragments only what is
   * settled, since it may have taken back the rest.
   *
   * @param knows info of the member that remembers
   */
  private static @Nullable Version certain(@Nullable Version had, GroupInfo knows) {
    Version settled = knows.log().settled();
    return had == null || settled == null || settled.isAfter(had) ? had : settled;
  }

  private void compare(MemberId member, @Nullable Version had, GroupInfo info) {
    if (had == null || info.isEmpty() || !had.isAfter(info.lastUpdate())) {
      return;
    }
    RolledBack what = new RolledBack(member, had, info.lastUpdate());
    Noticed before = noticed.put(member, new Noticed(what, replica.nowNanos()));
    if (before == null || !before.what().equals(what)) {
      replica.report(
          "%s %s: it had all updates up to %s, and now reports %s"
              .formatted(member, ROLLED_BACK, what.had(), what.has()));
      replica.emit(new Effect.CountRolledBack());
    }
  }

  /** Drops old rollbacks; called while the group is clean. */
  public void onClean() {
    noticed.values().removeIf(it -> replica.nowNanos() - it.nanos() >= TOLD_NANOS);
  }

  /** Members that were rolled back recently. */
  public List<RolledBack> rolledBack() {
    return noticed.values().stream().map(Noticed::what).toList();
  }
}
