package io.pando.report;

import io.pando.id.OsdId;
import io.pando.id.PoolId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Statistics that an OSD reports of itself.
 *
 * @param space space of its stores
 * @param load what it has to do now
 * @param clients work for clients since its start
 * @param repairs copies that it made or checked since its start
 */
public record OsdStats(
    OsdId osd, long epoch, Space space, Load load, Clients clients, Repairs repairs) {
  /** Space of an OSD's stores. */
  public record Space(long capacityBytes, long usedBytes) {}

  /**
   * What an OSD has to do.
   *
   * @param groups number of placement groups that it holds
   * @param slowOps number of operations that have waited for longer than 30 s
   */
  public record Load(int groups, int slowOps) {}

  /**
   * Work for clients.
   *
   * @param clientReads number of clients' reads
   * @param clientWrites number of clients' writes
   * @param readBytes bytes sent to clients
   * @param writtenBytes bytes received from clients
   * @param pools the same by pool, for pools of the OSD's map that clients used
   * @param countedMillis when this was counted, by a clock of the OSD that has no fixed origin and
   *     does not go back: rates are differences of counts over differences of this. 0 from an OSD
   *     of an earlier release
   */
  public record Clients(
      long clientReads,
      long clientWrites,
      long readBytes,
      long writtenBytes,
      SortedMap<PoolId, PoolWork> pools,
      long countedMillis) {
    public Clients {
      pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
    }

    /** Work that is not counted by pool. */
    public Clients(long clientReads, long clientWrites, long readBytes, long writtenBytes) {
      this(clientReads, clientWrites, readBytes, writtenBytes, new TreeMap<>(), 0);
    }

    /** The sum of both; each pool's work is added up. */
    public Clients plus(Clients other) {
      SortedMap<PoolId, PoolWork> sums = new TreeMap<>(pools);
      other.pools.forEach((pool, work) -> sums.merge(pool, work, PoolWork::plus));
      return new Clients(
          clientReads + other.clientReads,
          clientWrites + other.clientWrites,
          readBytes + other.readBytes,
          writtenBytes + other.writtenBytes,
          sums,
          Math.max(countedMillis, other.countedMillis));
    }

    /** The same work with its work by pool. */
    public Clients withPools(SortedMap<PoolId, PoolWork> other) {
      return new Clients(clientReads, clientWrites, readBytes, writtenBytes, other, countedMillis);
    }

    /** The same work, counted at that time. */
    public Clients countedAt(long millis) {
      return new Clients(clientReads, clientWrites, readBytes, writtenBytes, pools, millis);
    }
  }

  /**
   * Work for clients of one pool.
   *
   * @param reads number of clients' reads and listings
   * @param writes number of clients' writes
   * @param readBytes bytes sent to clients
   * @param writtenBytes bytes received from clients
   */
  public record PoolWork(long reads, long writes, long readBytes, long writtenBytes) {
    public static final PoolWork NOTHING = new PoolWork(0, 0, 0, 0);

    /** The sum of both. */
    public PoolWork plus(PoolWork other) {
      return new PoolWork(
          reads + other.reads,
          writes + other.writes,
          readBytes + other.readBytes,
          writtenBytes + other.writtenBytes);
    }
  }

  /**
   * Copies that were made or checked.
   *
   * @param recoveredObjects number of copies sent or fetched by recovery
   * @param recoveredBytes size of these copies in bytes
   * @param damagedObjects number of objects found damaged in its store; good copies are fetched
   *     from other OSDs
   * @param scrubbed work of its scrubs
   */
  public record Repairs(
      long recoveredObjects, long recoveredBytes, long damagedObjects, ScrubCounts scrubbed) {}

  /** Capacity of its stores in bytes. */
  public long capacityBytes() {
    return space.capacityBytes();
  }

  /** Used bytes of its stores. */
  public long usedBytes() {
    return space.usedBytes();
  }

  /** Number of operations that have waited for longer than 30 s. */
  public int slowOps() {
    return load.slowOps();
  }

  /** Number of objects found damaged in its store since its start. */
  public long damagedObjects() {
    return repairs.damagedObjects();
  }
}
