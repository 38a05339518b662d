package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.client.Admin;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import java.time.Duration;
import java.util.List;

/** Makes a new cluster's map know its OSDs, and waits for daemons to come up. */
public final class Provision {
  private Provision() {}

  /** Makes every OSD of the configuration that the map does not know yet; harmless if it does. */
  public static void createOsds(Cluster cluster, ClusterConfig config) {
    Admin admin = cluster.admin();
    for (OsdEntry entry : config.osds()) {
      OsdId osd = new OsdId(entry.id());
      if (!admin.map().osds().containsKey(osd)) {
        admin.change(new Change.CreateOsd(osd, null));
      }
    }
  }

  /** Waits until all OSDs of the configuration are up and CRUSH knows them. */
  public static ClusterMap awaitOsds(Cluster cluster, ClusterConfig config, Duration timeout) {
    List<OsdId> osds = config.osds().stream().map(entry -> new OsdId(entry.id())).toList();
    return cluster
        .admin()
        .awaitMap(map -> osds.stream().allMatch(osd -> isReady(map, osd)), timeout);
  }

  private static boolean isReady(ClusterMap map, OsdId osd) {
    return map.isUp(osd) && !map.crush().parentsOf(osd.value()).isEmpty();
  }
}
