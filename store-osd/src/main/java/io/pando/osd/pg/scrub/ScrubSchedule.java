package io.pando.osd.pg.scrub;

import io.pando.cluster.ClusterFlag;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.PgId;
import io.pando.osd.pg.replica.ScrubLimits;
import java.util.SortedSet;

/**
 * Schedule of a group's scrubs. An operator's order comes first. Otherwise each group is scrubbed
 * once per period at a moment derived from its id, so that the groups of an OSD are spread over the
 * period. The flags {@code noscrub} and {@code nodeep-scrub} withhold what no operator ordered.
 * Pure.
 */
final class ScrubSchedule {
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  private ScrubSchedule() {}

  /** The flag that withholds scrubs of this kind unless an operator ordered them. */
  static ClusterFlag withheldBy(ScrubKind kind) {
    return kind.isDeep() ? ClusterFlag.NODEEP_SCRUB : ClusterFlag.NOSCRUB;
  }

  /**
   * The scrub that is due and that no flag withholds; {@link ScrubKind#NONE} if none.
   *
   * @param flags flags of the cluster
   */
  static ScrubKind next(
      PgId group,
      ScrubRecord record,
      ScrubLimits limits,
      SortedSet<ClusterFlag> flags,
      long wallMillis) {
    if (record.ordered() != ScrubKind.NONE) {
      return record.ordered();
    }
    long since = record.past().sinceMillis();
    if (!flags.contains(ClusterFlag.NODEEP_SCRUB)
        && isDue(
            group, Math.max(since, record.past().deepMillis()), limits.deepMillis(), wallMillis)) {
      return ScrubKind.DEEP;
    }
    if (flags.contains(ClusterFlag.NOSCRUB)) {
      return ScrubKind.NONE;
    }
    if (isDue(
        group, Math.max(since, record.past().lightMillis()), limits.lightMillis(), wallMillis)) {
      return ScrubKind.LIGHT;
    }
    long compared = Math.max(since, record.comparedMillis());
    return isDue(group, compared, limits.sessionMillis(), wallMillis)
        ? session(limits)
        : ScrubKind.NONE;
  }

  /** The kind of a session that no operator ordered. */
  static ScrubKind session(ScrubLimits limits) {
    return limits.autoRepair() ? ScrubKind.SESSION : ScrubKind.PREVIEW;
  }

  private static boolean isDue(PgId group, long lastMillis, long everyMillis, long nowMillis) {
    if (everyMillis == 0) {
      return false;
    }
    // The clock may have been ahead: an end that lies in the future is ignored.
    boolean rested = nowMillis < lastMillis || nowMillis - lastMillis >= everyMillis / 2;
    return rested && turn(group, lastMillis, everyMillis) != turn(group, nowMillis, everyMillis);
  }

  /** Number of the group's period at a moment. */
  private static long turn(PgId group, long millis, long everyMillis) {
    long mixed = (((long) group.pool().value() << 32) + group.seed() + 1) * MIXER;
    return Math.floorDiv(millis + Math.floorMod(mixed >>> 16, everyMillis), everyMillis);
  }
}
