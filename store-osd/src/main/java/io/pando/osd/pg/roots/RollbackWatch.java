package io.pando.osd.pg.roots;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.report.RolledBack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The primary compares the head that a member tells when a new interval begins with what the member
 * had before ({@link DurableHeads}). One that is older comes from a disk that was put back to an
 * older state, or that forgot what it had flushed. Peering brings back what the log of the others
 * has; the operator has to hear of it, as the disk may do it again, to all at once.
 *
 * <p>Who has nothing at all is no such case: its copy was removed, or its disk replaced.
 */
public final class RollbackWatch {
  /** In every report of it. */
  public static final String ROLLED_BACK = "was rolled back";

  /** For so long it is told at least, though the group is clean again. */
  private static final long TOLD_NANOS = Duration.ofHours(1).toNanos();

  private record Noticed(RolledBack what, long nanos) {}

  private final Replica replica;
  private final DurableHeads heads;
  private final SortedMap<OsdId, Noticed> noticed = new TreeMap<>();

  public RollbackWatch(Replica replica, DurableHeads heads) {
    this.replica = replica;
    this.heads = heads;
  }

  /**
   * Somebody told its info in peering.
   *
   * @param had what this OSD had before, as the other one remembers; null: nothing that is known
   */
  public void onInfo(OsdId from, GroupInfo info, @Nullable Version had) {
    compare(from, heads.of(from), info);
    compare(replica.self(), had, replica.info());
  }

  private void compare(OsdId osd, @Nullable Version had, GroupInfo info) {
    if (had == null || info.isEmpty() || !had.isAfter(info.lastUpdate())) {
      return;
    }
    RolledBack what = new RolledBack(osd, had, info.lastUpdate());
    Noticed before = noticed.put(osd, new Noticed(what, replica.nowNanos()));
    if (before == null || !before.what().equals(what)) {
      replica.emit(
          new Effect.Report(
              "%s: %s %s: it had all updates up to %s, and now tells of %s"
                  .formatted(replica.group(), osd, ROLLED_BACK, what.had(), what.has())));
      replica.emit(new Effect.CountRolledBack());
    }
  }

  /** The group is clean: what was noticed long ago is over. */
  public void onClean() {
    Iterator<Noticed> all = noticed.values().iterator();
    while (all.hasNext()) {
      if (replica.nowNanos() - all.next().nanos() >= TOLD_NANOS) {
        all.remove();
      }
    }
  }

  /** Who was rolled back, lately. */
  public List<RolledBack> rolledBack() {
    List<RolledBack> all = new ArrayList<>(noticed.size());
    noticed.values().forEach(it -> all.add(it.what()));
    return all;
  }
}
