package io.pando.mon.state;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketType;
import io.pando.id.OsdId;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Domains whose failure reports count once: OSDs of one host share its network connection. If all
 * reporters are on one host, each OSD is its own domain.
 *
 * @param crush CRUSH map with the host of each OSD
 * @param byHost whether reporters are counted by host
 */
public record FailureDomains(CrushMap crush, boolean byHost) {
  private static final String HOST = "host";

  /** The domains for reports about an OSD; all other OSDs that are up may report it. */
  public static FailureDomains about(OsdId failed, ClusterMap map) {
    FailureDomains byHost = new FailureDomains(map.crush(), true);
    return byHost.count(reporters(failed, map)) > 1
        ? byHost
        : new FailureDomains(map.crush(), false);
  }

  /** The other OSDs that are up. */
  public static List<OsdId> reporters(OsdId failed, ClusterMap map) {
    return map.osds().values().stream()
        .filter(osd -> osd.up() && !osd.id().equals(failed))
        .map(OsdInfo::id)
        .toList();
  }

  /** Number of domains of these OSDs. */
  public int count(Collection<OsdId> osds) {
    SortedSet<String> domains = new TreeSet<>();
    osds.forEach(osd -> domains.add(byHost ? hostOf(osd) : osd.toString()));
    return domains.size();
  }

  private String hostOf(OsdId osd) {
    int type = crush.type(HOST).map(BucketType::id).orElse(0);
    int at = osd.value();
    for (List<Bucket> up = crush.parentsOf(at); !up.isEmpty(); up = crush.parentsOf(at)) {
      Bucket parent = up.getFirst();
      if (parent.type() == type) {
        return parent.name();
      }
      at = parent.id();
    }
    return osd.toString();
  }
}
