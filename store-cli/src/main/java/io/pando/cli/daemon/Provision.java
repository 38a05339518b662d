package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.client.Admin;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import io.pando.report.ClusterStatus;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Creates the OSDs of a new cluster in its map, and waits for daemons to come up. */
public final class Provision {
  private Provision() {}

  /**
   * Creates every OSD of the configuration that is not in the map yet; has no effect on others. An
   * OSD that was purged is not created again: that needs a decision of an operator.
   *
   * @return for each OSD that was purged, the reason why it does not start
   */
  public static SortedMap<Integer, String> createOsds(Cluster cluster, ClusterConfig config) {
    Admin admin = cluster.admin();
    SortedMap<Integer, String> purged = new TreeMap<>();
    for (OsdEntry entry : config.osds()) {
      OsdId osd = new OsdId(entry.id());
      ClusterMap map = admin.map();
      if (map.osds().containsKey(osd)) {
        continue;
      }
      if (map.lostAt(osd) == 0) {
        admin.change(new Change.CreateOsd(osd, null));
      } else {
        purged.put(
            entry.id(),
            String.format(
                "%s was purged in epoch %d: remove it from %s, or make it again (pando osd create"
                    + " %d) and move its data directory %s away",
                osd, map.lostAt(osd), config.file(), entry.id(), entry.data()));
      }
    }
    return purged;
  }

  /** Waits until all OSDs of the configuration are up and in the CRUSH map. */
  public static ClusterMap awaitOsds(Cluster cluster, ClusterConfig config, Duration timeout) {
    List<OsdId> osds = config.osds().stream().map(entry -> new OsdId(entry.id())).toList();
    return cluster
        .admin()
        .awaitMap(map -> osds.stream().allMatch(osd -> isReady(map, osd)), timeout);
  }

  /** Whether all daemons are up, and all groups are active and clean in the current map. */
  public static boolean isClean(Cluster cluster, ClusterConfig config) {
    Admin admin = cluster.admin();
    try {
      ClusterStatus status = admin.status();
      long epoch = admin.map().epoch();
      return status.osds().osdsUp() == config.osds().size()
          && admin.monitors().quorum().size() == admin.map().monitors().size()
          && !status.groups().isEmpty()
          && status.groups().keySet().stream().allMatch("active+clean"::equals)
          && admin.groups().stream().allMatch(group -> group.mapping().epoch() >= epoch);
    } catch (PandoException notNow) {
      // The monitors may be electing a leader; the caller looks again.
      return false;
    }
  }

  /** Whether an OSD is up and in the CRUSH map. */
  public static boolean isReady(ClusterMap map, OsdId osd) {
    return map.isUp(osd) && !map.crush().parentsOf(osd.value()).isEmpty();
  }
}
