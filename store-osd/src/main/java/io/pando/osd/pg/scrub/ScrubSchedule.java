package io.pando.osd.pg.scrub;

import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.PgId;
import io.pando.osd.pg.replica.ScrubLimits;

/**
 * When a group is scrubbed: what an operator orders first; else at a moment of each interval that
 * is the group's own, so that the groups of an OSD are spread over it. Pure.
 */
final class ScrubSchedule {
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  private ScrubSchedule() {}

  /** What should be begun; {@link ScrubKind#NONE} if nothing. */
  static ScrubKind next(PgId group, ScrubRecord record, ScrubLimits limits, long wallMillis) {
    if (record.ordered() != ScrubKind.NONE) {
      return record.ordered();
    }
    long since = record.sinceMillis();
    if (isDue(group, Math.max(since, record.deepMillis()), limits.deepMillis(), wallMillis)) {
      return ScrubKind.DEEP;
    }
    if (isDue(group, Math.max(since, record.lightMillis()), limits.lightMillis(), wallMillis)) {
      return ScrubKind.LIGHT;
    }
    long compared = Math.max(since, record.comparedMillis());
    return isDue(group, compared, limits.sessionMillis(), wallMillis)
        ? session(limits)
        : ScrubKind.NONE;
  }

  /** What a session does that nobody ordered. */
  static ScrubKind session(ScrubLimits limits) {
    return limits.autoRepair() ? ScrubKind.SESSION : ScrubKind.PREVIEW;
  }

  private static boolean isDue(PgId group, long lastMillis, long everyMillis, long nowMillis) {
    if (everyMillis == 0) {
      return false;
    }
    // A clock may have been ahead: what is said to have ended later than now tells nothing.
    boolean rested = nowMillis < lastMillis || nowMillis - lastMillis >= everyMillis / 2;
    return rested && turn(group, lastMillis, everyMillis) != turn(group, nowMillis, everyMillis);
  }

  /** Number of the group's interval at a moment. */
  private static long turn(PgId group, long millis, long everyMillis) {
    long mixed = (((long) group.pool().value() << 32) + group.seed() + 1) * MIXER;
    return Math.floorDiv(millis + Math.floorMod(mixed >>> 16, everyMillis), everyMillis);
  }
}
