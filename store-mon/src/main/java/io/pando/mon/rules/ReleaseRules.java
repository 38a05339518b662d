package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.release.Release;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules for the releases that daemons run. */
public final class ReleaseRules {
  private static final int MAX_NAMES = 10;

  private ReleaseRules() {}

  static Decision require(MonitorState state, Change.RequireRelease require, Terms terms) {
    ClusterMap map = state.map();
    int release = require.release();
    int required = map.releases().required();
    if (release == required) {
      return new Decision.Accepted(
          state, "release " + Release.describe(release) + " is required already");
    }
    if (release < required) {
      return new Decision.Rejected(
          "the cluster requires release %s already, and may have stored what only that release reads"
              .formatted(Release.describe(required)));
    }
    List<NodeId> older = olderThan(map, release);
    if (!older.isEmpty()) {
      return new Decision.Rejected(
          "release %s cannot be required while older daemons belong to the cluster: %s. Upgrade them first"
              .formatted(Release.describe(release), describe(map, older)));
    }
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.RequireRelease(release)), terms),
        "release %s is required: older daemons cannot come up any more"
            .formatted(Release.describe(release)));
  }

  /**
   * Why a change is not made before the cluster requires a newer release, which alone understands
   * it; empty if it may be made.
   */
  public static Optional<String> objectionToChange(ClusterMap map, Change change) {
    String newer = newer(change);
    return newer == null || map.releases().allows(Release.V0_2_0)
        ? Optional.empty()
        : Optional.of(
            "%s need release %s, and the cluster requires %s: upgrade all daemons, then require it (require-release)"
                .formatted(
                    newer,
                    Release.V0_2_0.label(),
                    map.releases().required() == 0
                        ? "none"
                        : Release.describe(map.releases().required())));
  }

  /** What a change is about that release 0.1.0 does not know; null if it knows the change. */
  private static @Nullable String newer(Change change) {
    return switch (change) {
      case Change.CreateErasurePool _, Change.SetProfile _, Change.RemoveProfile _ ->
          "erasure-coded pools";
      case Change.AddFence _, Change.RemoveFence _ -> "fences";
      case Change.OfFiles _ -> "file systems";
      default -> null;
    };
  }

  static Decision tell(MonitorState state, Change.TellRelease tell, Terms terms) {
    ClusterMap map = state.map();
    NodeId monitor = tell.monitor();
    if (map.monitors().stream().noneMatch(info -> info.node().equals(monitor))) {
      return new Decision.Rejected(monitor + " is not a monitor of this cluster");
    }
    Optional<String> objection = objection(map, monitor, tell.release());
    if (objection.isPresent()) {
      return new Decision.Rejected(objection.get());
    }
    String note = "%s runs release %s".formatted(monitor, Release.describe(tell.release()));
    return map.releases().of(monitor) == tell.release()
        ? new Decision.Accepted(state, note)
        : new Decision.Accepted(
            state.advance(List.of(new Incremental.PutRelease(monitor, tell.release())), terms),
            note);
  }

  /** Why a daemon of a release may not take part; empty if it may. */
  public static Optional<String> objection(ClusterMap map, NodeId daemon, int release) {
    int required = map.releases().required();
    return release >= required
        ? Optional.empty()
        : Optional.of(
            "%s runs %s, and the cluster requires release %s: start it with that release or a newer one"
                .formatted(daemon, Release.describe(release), Release.describe(required)));
  }

  /**
   * Monitors, OSDs that are up, and metadata servers that run an older release or never told which.
   */
  public static List<NodeId> olderThan(ClusterMap map, int release) {
    return running(map).filter(daemon -> map.releaseOf(daemon) < release).toList();
  }

  /** Monitors, OSDs that are up, and metadata servers, in order. */
  public static Stream<NodeId> running(ClusterMap map) {
    return Stream.of(
            map.monitors().stream().map(MonitorInfo::node),
            map.osds().keySet().stream().filter(map::isUp).map(OsdId::node),
            map.files().daemons().values().stream().map(MdsInfo::node))
        .flatMap(each -> each)
        .sorted();
  }

  private static String describe(ClusterMap map, List<NodeId> daemons) {
    String some =
        daemons.stream()
            .limit(MAX_NAMES)
            .map(daemon -> daemon + " (" + Release.describe(map.releaseOf(daemon)) + ")")
            .collect(Collectors.joining(", "));
    return daemons.size() <= MAX_NAMES
        ? some
        : some + " and " + (daemons.size() - MAX_NAMES) + " more";
  }
}
