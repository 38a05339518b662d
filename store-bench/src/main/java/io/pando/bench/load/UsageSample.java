package io.pando.bench.load;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.machine.ProcessWatch;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counters of a cluster and of this process at one moment: operations done, and resources used.
 *
 * @param daemonNanos processor time of the cluster's processes that run on this machine, by process
 *     name
 * @param diskBytes written to the disks below the OSDs' data, by all processes
 */
public record UsageSample(
    long nanos,
    ProcessUse own,
    SortedMap<OsdId, OsdPerformance> osds,
    SortedMap<String, Long> daemonNanos,
    SortedMap<String, Long> diskBytes) {
  /** What to sample: cluster, configuration, this process, disks. */
  public record Place(Cluster cluster, ClusterConfig config, ProcessWatch watch, Disks disks) {
    /** A cluster, with the disks below its data as far as they are on this machine. */
    public static Place at(Cluster cluster, ClusterConfig config, ProcessWatch watch)
        throws IOException {
      return new Place(
          cluster, config, watch, Disks.below(config.osds().stream().map(OsdEntry::data).toList()));
    }
  }

  /** Takes a sample now. */
  public static UsageSample from(Place place) throws IOException {
    SortedMap<OsdId, OsdPerformance> osds = new TreeMap<>();
    place.cluster().admin().map().osds().values().stream()
        .filter(OsdInfo::up)
        .forEach(osd -> osds.put(osd.id(), place.cluster().admin().performance(osd.id())));
    SortedMap<String, Long> daemons = new TreeMap<>();
    RunFolder.of(place.config())
        .all()
        .forEach((name, process) -> daemons.put(name, process.cpu().toNanos()));
    return new UsageSample(
        System.nanoTime(), place.watch().use(), osds, daemons, place.disks().writtenBytes());
  }

  /**
   * Difference to an earlier sample; a daemon that was started in between counts from its start.
   */
  public UsageSample since(UsageSample before) {
    SortedMap<OsdId, OsdPerformance> between = new TreeMap<>();
    osds.forEach((osd, now) -> between.put(osd, since(before.osds.getOrDefault(osd, now), now)));
    return new UsageSample(
        nanos - before.nanos,
        own.since(before.own),
        between,
        since(before.daemonNanos, daemonNanos),
        since(before.diskBytes, diskBytes));
  }

  private static OsdPerformance since(OsdPerformance before, OsdPerformance now) {
    return before.process().process().equals(now.process().process()) ? now.since(before) : now;
  }

  private static SortedMap<String, Long> since(
      SortedMap<String, Long> before, SortedMap<String, Long> now) {
    SortedMap<String, Long> between = new TreeMap<>();
    now.forEach((name, figure) -> between.put(name, figure - before.getOrDefault(name, 0L)));
    return between;
  }
}
