package io.pando.osd.shard;

import io.pando.port.ObjectStore;
import io.pando.report.GroupStats;
import io.pando.report.ScrubCounts;
import java.util.List;

/**
 * What a shard tells of itself.
 *
 * @param led groups that this OSD is the primary of
 * @param groups placement groups it holds
 * @param slowOps client operations that have waited for longer than 30 s
 * @param counters since the start
 * @param fullness of its store, in thousandths; 1000 if there is no room for what clients write
 */
public record ShardReport(
    List<GroupStats> led,
    int groups,
    int slowOps,
    Counters counters,
    ObjectStore.Usage usage,
    int fullness) {

  /** What a shard has done since its start. */
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
