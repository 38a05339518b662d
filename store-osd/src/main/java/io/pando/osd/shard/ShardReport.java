package io.pando.osd.shard;

import io.pando.port.ObjectStore;
import io.pando.report.OsdStats;
import io.pando.report.ScrubCounts;
import io.pando.report.group.GroupStats;
import java.util.List;

/**
 * Status report of a shard to its daemon.
 *
 * @param led groups that this OSD is the primary of
 * @param groups number of placement groups that the shard holds
 * @param slowOps client operations that have waited for longer than 30 s
 * @param counters totals since the start
 * @param fullness fullness of the store in thousandths; 1000 if it has no room for client writes
 */
public record ShardReport(
    List<GroupStats> led,
    int groups,
    int slowOps,
    Counters counters,
    ObjectStore.Usage usage,
    int fullness) {
  /** Totals of a shard since its start. */
  public record Counters(OsdStats.Clients clients, OsdStats.Repairs repairs) {
    /** Totals of a shard that did nothing. */
    public static final Counters NOTHING =
        new Counters(
            new OsdStats.Clients(0, 0, 0, 0), new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));

    public Counters plus(Counters other) {
      return new Counters(
          new OsdStats.Clients(
              clients.clientReads() + other.clients.clientReads(),
              clients.clientWrites() + other.clients.clientWrites(),
              clients.readBytes() + other.clients.readBytes(),
              clients.writtenBytes() + other.clients.writtenBytes()),
          new OsdStats.Repairs(
              repairs.recoveredObjects() + other.repairs.recoveredObjects(),
              repairs.recoveredBytes() + other.repairs.recoveredBytes(),
              repairs.damagedObjects() + other.repairs.damagedObjects(),
              repairs.scrubbed().plus(other.repairs.scrubbed())));
    }
  }
}
