package io.pando.report;

import io.pando.id.OsdId;
import io.pando.id.PoolId;
import org.jspecify.annotations.Nullable;

/**
 * A selection of entries of the cluster log.
 *
 * @param after only entries with larger numbers
 * @param sinceMillis only entries from this time on, milliseconds since 1970 UTC
 * @param last only as many of the newest selected entries; 0 for all
 * @param osd only entries that concern this OSD; null for all
 * @param pool only entries that concern this pool; null for all
 * @param routine whether to include {@link ClusterEvent.Kind#ROUTINE}
 */
public record EventQuery(
    long after,
    long sinceMillis,
    int last,
    @Nullable OsdId osd,
    @Nullable PoolId pool,
    boolean routine) {
  /** All entries except routine ones. */
  public static final EventQuery ALL = new EventQuery(0, 0, 0, null, null, false);

  /** Only as many of the newest entries. */
  public EventQuery newest(int count) {
    return new EventQuery(after, sinceMillis, count, osd, pool, routine);
  }

  /** The same selection among the entries after the given one. */
  public EventQuery following(long number) {
    return new EventQuery(number, sinceMillis, 0, osd, pool, routine);
  }

  /** Whether an entry is selected, apart from {@link #last}. */
  public boolean selects(ClusterEvent event) {
    return event.number() > after
        && event.atMillis() >= sinceMillis
        && (routine || event.kind() != ClusterEvent.Kind.ROUTINE)
        && (osd == null || event.what().osds().contains(osd))
        && (pool == null || event.what().pools().contains(pool));
  }
}
