package io.pando.osd.shard;

import io.pando.port.ObjectStore;
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
  public record Counters(
      long clientReads,
      long clientWrites,
      long readBytes,
      long writtenBytes,
      long recoveredObjects,
      long recoveredBytes,
      long damagedObjects,
      ScrubCounts scrubbed) {
    public Counters plus(Counters other) {
      return new Counters(
          clientReads + other.clientReads,
          clientWrites + other.clientWrites,
          readBytes + other.readBytes,
          writtenBytes + other.writtenBytes,
          recoveredObjects + other.recoveredObjects,
          recoveredBytes + other.recoveredBytes,
          damagedObjects + other.damagedObjects,
          scrubbed.plus(other.scrubbed));
    }
  }
}
