package io.pando.cluster;

import io.pando.crush.CrushMap;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;

/**
 * What makes the map of {@code epoch} from the one before.
 *
 * @param modifiedMillis wall-clock time of the leading monitor
 */
public record Incremental(long epoch, long modifiedMillis, List<Edit> edits) {
  public Incremental {
    edits = List.copyOf(edits);
  }

  /** One difference; the new value stands whole. */
  public sealed interface Edit {}

  /** An OSD is new or different. */
  public record PutOsd(OsdInfo osd) implements Edit {}

  /** An OSD is gone for ever. */
  public record RemoveOsd(OsdId osd) implements Edit {}

  /** A pool is new or different. */
  public record PutPool(Pool pool) implements Edit {}

  /** A pool is gone for ever. */
  public record RemovePool(PoolId pool) implements Edit {}

  /** The CRUSH map is another. */
  public record PutCrush(CrushMap crush) implements Edit {}

  /** The acting set of a group is overridden; an empty list ends that. */
  public record OverrideActing(PgId group, List<OsdId> acting) implements Edit {}

  /** The flags are these. */
  public record PutFlags(SortedSet<ClusterFlag> flags) implements Edit {}

  /** Data of an OSD were given up. */
  public record PutGone(GoneStore store) implements Edit {}

  /** Data that were given up are let in again, or were given up too long ago to be remembered. */
  public record RemoveGone(UUID identity) implements Edit {}

  /** A group goes on without data that were given up until that epoch. */
  public record AcceptLoss(PgId group, long until) implements Edit {}

  /** The monitors are these. */
  public record PutMonitors(List<MonitorInfo> monitors) implements Edit {}
}
