package io.pando.report;

import io.pando.id.OsdId;

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
   */
  public record Clients(long clientReads, long clientWrites, long readBytes, long writtenBytes) {}

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
