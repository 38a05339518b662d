package io.pando.report;

import io.pando.collect.Utf8Order;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The work of an OSD since its start, and the resources that it took. The difference of two such
 * reports covers the time between them.
 *
 * @param written bytes written by its stores
 * @param stages times of operations in each stage of processing, by the stage's name
 * @param traits current properties of its stores, by name; if stores differ, all values
 * @param lookups reads of its stores for lists and lookups
 * @param repairs work as primary to find out how replicas differ
 */
public record OsdPerformance(
    OsdId osd,
    Served served,
    DeviceWrites written,
    SortedMap<String, Timings> stages,
    ProcessUse process,
    SortedMap<String, String> traits,
    Lookups lookups,
    RepairCounts repairs) {
  public OsdPerformance {
    SortedMap<String, Timings> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(stages);
    stages = Collections.unmodifiableSortedMap(copy);
    SortedMap<String, String> told = new TreeMap<>(Utf8Order.INSTANCE);
    told.putAll(traits);
    traits = Collections.unmodifiableSortedMap(told);
  }

  /**
   * Numbers of operations of clients, by kind, and of other OSDs.
   *
   * @param lists pages of listings
   * @param failures answers that report an error
   * @param readBytes bytes sent to clients
   * @param writtenBytes bytes received from clients
   * @param replicaUpdates number of updates received from other OSDs
   * @param replicaBytes bytes of data in these updates
   * @param recoveredObjects number of copies sent or fetched by recovery
   * @param divergences number of times that a replica's hash tree was found to differ from the
   *     primary's
   * @param rollbacks number of times that a replica came back without updates that were durable on
   *     it
   */
  public record Served(
      long reads,
      long writes,
      long lists,
      long failures,
      long readBytes,
      long writtenBytes,
      long replicaUpdates,
      long replicaBytes,
      long recoveredObjects,
      long recoveredBytes,
      long divergences,
      long rollbacks) {
    public static final Served NONE = new Served(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public Served plus(Served other) {
      return combined(other, 1);
    }

    /** The difference to an earlier count. */
    public Served since(Served before) {
      return combined(before, -1);
    }

    private Served combined(Served other, int sign) {
      return new Served(
          reads + sign * other.reads,
          writes + sign * other.writes,
          lists + sign * other.lists,
          failures + sign * other.failures,
          readBytes + sign * other.readBytes,
          writtenBytes + sign * other.writtenBytes,
          replicaUpdates + sign * other.replicaUpdates,
          replicaBytes + sign * other.replicaBytes,
          recoveredObjects + sign * other.recoveredObjects,
          recoveredBytes + sign * other.recoveredBytes,
          divergences + sign * other.divergences,
          rollbacks + sign * other.rollbacks);
    }
  }

  /** The difference to an earlier report of the same incarnation. */
  public OsdPerformance since(OsdPerformance before) {
    SortedMap<String, Timings> times = new TreeMap<>(Utf8Order.INSTANCE);
    stages.forEach((stage, now) ->
        times.put(stage, now.since(before.stages.getOrDefault(stage, Timings.NONE))));
    return new OsdPerformance(
        osd,
        served.since(before.served),
        written.since(before.written),
        times,
        process.since(before.process),
        traits,
        lookups.since(before.lookups),
        repairs.since(before.repairs));
  }
}
