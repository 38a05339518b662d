package io.pando.report;

import io.pando.collect.Utf8Order;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an OSD did since its start, and what that took. Two of them, one taken from the other, tell
 * of the time between.
 *
 * @param written by its stores
 * @param stages how long operations were in each stage of their way, by its name
 * @param traits how its stores work at the moment, by what is told; where they differ, all of it
 * @param lookups what its stores read to tell what they have
 * @param repairs what it did as primary to find out what replicas have otherwise
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
   * Operations of clients, by kind, and of other OSDs.
   *
   * @param lists pages of listings
   * @param failures answers that say what is wrong
   * @param readBytes to clients
   * @param writtenBytes from clients
   * @param replicaUpdates updates that another OSD sent
   * @param replicaBytes data of those
   * @param recoveredObjects copies made or fetched
   * @param divergences times that a replica's hash tree was found to differ from the primary's
   * @param rollbacks times that a replica came back without updates that it had had
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

    /** What came since an earlier count. */
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

  /** What came since an earlier look at the same incarnation. */
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
