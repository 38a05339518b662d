package io.pando.cluster;

import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.fullness.Fullness;
import io.pando.crush.CrushMap;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;

/**
 * The difference between the map of {@code epoch} and the one before.
 *
 * @param modifiedMillis wall-clock time of the leading monitor
 */
public record Incremental(long epoch, long modifiedMillis, List<Edit> edits) {
  public Incremental {
    edits = List.copyOf(edits);
  }

  /** One difference; it contains the complete new value. */
  public sealed interface Edit {}

  /** Adds or replaces an OSD. */
  public record PutOsd(OsdInfo osd) implements Edit {}

  /** Removes an OSD permanently. */
  public record RemoveOsd(OsdId osd) implements Edit {}

  /** Adds or replaces a pool. */
  public record PutPool(PoolInfo pool) implements Edit {}

  /** Removes a pool permanently. */
  public record RemovePool(PoolId pool) implements Edit {}

  /** Replaces the CRUSH map. */
  public record PutCrush(CrushMap crush) implements Edit {}

  /** Sets a temporary acting set for a group; an empty list ends it. */
  public record OverrideActing(PgId group, MemberList acting) implements Edit {}

  /** Replaces the flags. */
  public record PutFlags(SortedSet<ClusterFlag> flags) implements Edit {}

  /** Records that data of an OSD were given up. */
  public record PutGone(LostStore store) implements Edit {}

  /** Forgets given-up data: they are accepted again, or they were given up too long ago. */
  public record RemoveGone(UUID identity) implements Edit {}

  /** Lets a group continue without data that were given up by the given epoch. */
  public record AcceptLoss(PgId group, long until) implements Edit {}

  /** Replaces the list of monitors. */
  public record PutMonitors(List<MonitorInfo> monitors) implements Edit {}

  /** Replaces the ratios, and the levels of all OSDs. */
  public record PutFullness(Fullness fullness) implements Edit {}

  /** Sets the release that a daemon runs. */
  public record PutRelease(NodeId daemon, int release) implements Edit {}

  /** Sets the release that daemons must run at least. */
  public record RequireRelease(int release) implements Edit {}

  /** Adds or replaces a profile of erasure-coded pools. */
  public record PutProfile(String name, ErasureProfile profile) implements Edit {}

  /** Removes a profile of erasure-coded pools. */
  public record RemoveProfile(String name) implements Edit {}

  /** Fences a session, or replaces its fence. */
  public record PutFence(long session, Fence fence) implements Edit {}

  /** Ends the fence of a session. */
  public record RemoveFence(long session) implements Edit {}

  /** Adds or replaces a file system. */
  public record PutFileSystem(FileSystem system) implements Edit {}

  /** Removes a file system. */
  public record RemoveFileSystem(FileSystemId system) implements Edit {}

  /** Adds or replaces a metadata server. */
  public record PutMds(MdsInfo daemon) implements Edit {}

  /** Removes a metadata server, which holds no rank any more. */
  public record RemoveMds(MdsIncarnation daemon) implements Edit {}
}
