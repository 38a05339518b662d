package io.pando.osd;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.id.Address;
import io.pando.message.MonitorMessage;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.metrics.OsdMeters;
import io.pando.osd.shard.ShardReport;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupStats;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sums the reports of the shards and sends the totals to every monitor as a beacon. */
final class Beacons {
  private final OsdIdentity self;
  private final Transport transport;
  private final OsdMeters meters;

  Beacons(OsdIdentity self, Transport transport, OsdMeters meters) {
    this.self = self;
    this.transport = transport;
    this.meters = meters;
  }

  /** Sends a beacon to all monitors of the map. */
  void send(ClusterMap map, List<ShardReport> reports, long nowNanos) {
    List<GroupStats> led = reports.stream().flatMap(report -> report.led().stream()).toList();
    MonitorMessage.Beacon beacon =
        new MonitorMessage.Beacon(
            self.id(), self.nonce(), stats(map.epoch(), reports, nowNanos), led);
    for (MonitorInfo monitor : map.monitors()) {
      Address address = new Address(monitor.node(), 0, monitor.host(), monitor.port());
      transport.send(new Peer.Dialed(address, 0), beacon);
    }
  }

  /** Fullness of the fullest shard, in thousandths. */
  static int fullness(List<ShardReport> reports) {
    return reports.stream().mapToInt(ShardReport::fullness).max().orElse(0);
  }

  private OsdStats stats(long epoch, List<ShardReport> reports, long nowNanos) {
    long capacityBytes = 0;
    long usedBytes = 0;
    int groups = 0;
    int slowOps = 0;
    for (ShardReport report : reports) {
      capacityBytes += report.usage().capacityBytes();
      usedBytes += report.usage().usedBytes();
      groups += report.groups();
      slowOps += report.slowOps();
    }
    return new OsdStats(
        self.id(),
        epoch,
        new OsdStats.Space(capacityBytes, usedBytes),
        new OsdStats.Load(groups, slowOps),
        meters.clientStats().countedAt(TimeUnit.NANOSECONDS.toMillis(nowNanos)),
        meters.repairStats());
  }
}
