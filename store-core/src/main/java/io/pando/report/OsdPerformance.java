package io.pando.report;

import io.pando.id.OsdId;

/**
 * The work of an OSD since its start, and the resources that it took. The difference of two such
 * reports covers the time between them.
 *
 * @param store work of its stores together; times of operations in each stage of processing are
 *     among its stages, and if traits of stores differ, it has all values
 * @param repairs work as primary to find out how replicas differ
 */
public record OsdPerformance(
    OsdId osd, Served served, StorePerformance store, ProcessUse process, RepairCounts repairs) {

  /** Numbers of operations for clients and other OSDs. */
  public record Served(Clients clients, Replicas replicas, Recovery recovery) {
    public static final Served NONE =
        new Served(new Clients(0, 0, 0, 0, 0, 0), new Replicas(0, 0), new Recovery(0, 0, 0, 0));

    public Served plus(Served other) {
      return combined(other, 1);
    }

    /** The difference to an earlier count. */
    public Served since(Served before) {
      return combined(before, -1);
    }

    private Served combined(Served other, int sign) {
      return new Served(
          clients.combined(other.clients, sign),
          replicas.combined(other.replicas, sign),
          recovery.combined(other.recovery, sign));
    }
  }

  /**
   * Operations of clients, by kind.
   *
   * @param lists pages of listings
   * @param failures answers that report an error
   * @param readBytes bytes sent to clients
   * @param writtenBytes bytes received from clients
   */
  public record Clients(
      long reads, long writes, long lists, long failures, long readBytes, long writtenBytes) {
    /** The sum of both. */
    public Clients plus(Clients other) {
      return combined(other, 1);
    }

    private Clients combined(Clients other, int sign) {
      return new Clients(
          reads + sign * other.reads,
          writes + sign * other.writes,
          lists + sign * other.lists,
          failures + sign * other.failures,
          readBytes + sign * other.readBytes,
          writtenBytes + sign * other.writtenBytes);
    }
  }

  /**
   * Updates that were received from other OSDs.
   *
   * @param replicaUpdates number of updates
   * @param replicaBytes bytes of data in these updates
   */
  public record Replicas(long replicaUpdates, long replicaBytes) {
    private Replicas combined(Replicas other, int sign) {
      return new Replicas(
          replicaUpdates + sign * other.replicaUpdates, replicaBytes + sign * other.replicaBytes);
    }
  }

  /**
   * Recovery of replicas.
   *
   * @param recoveredObjects number of copies sent or fetched by recovery
   * @param divergences number of times that a replica's hash tree was found to differ from the
   *     primary's
   * @param rollbacks number of times that a replica came back without updates that were durable on
   *     it
   */
  public record Recovery(
      long recoveredObjects, long recoveredBytes, long divergences, long rollbacks) {
    private Recovery combined(Recovery other, int sign) {
      return new Recovery(
          recoveredObjects + sign * other.recoveredObjects,
          recoveredBytes + sign * other.recoveredBytes,
          divergences + sign * other.divergences,
          rollbacks + sign * other.rollbacks);
    }
  }

  /** The difference to an earlier report of the same incarnation. */
  public OsdPerformance since(OsdPerformance before) {
    return new OsdPerformance(
        osd,
        served.since(before.served),
        store.since(before.store),
        process.since(before.process),
        repairs.since(before.repairs));
  }

  /** All components on one level and in the order of the message, so that texts can be compared. */
  @Override
  public String toString() {
    return "OsdPerformance[osd=%s, served=%s, written=%s, stages=%s, process=%s,"
            .formatted(osd, served, store.written(), store.stages(), process)
        + " traits=%s, lookups=%s, repairs=%s]".formatted(store.traits(), store.lookups(), repairs);
  }
}
