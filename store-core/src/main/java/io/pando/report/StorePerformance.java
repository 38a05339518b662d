package io.pando.report;

import io.pando.collect.Utf8Order;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The work of a store since it was opened.
 *
 * @param lookups reads for lists and lookups
 * @param stages times of transactions, or batches of them, in each stage, by the stage's name
 * @param traits current properties by name, such as the way it accesses its devices, and the
 *     settings that it has chosen
 */
public record StorePerformance(
    DeviceWrites written,
    Lookups lookups,
    SortedMap<String, Durations> stages,
    SortedMap<String, String> traits) {
  /** The value for a store that measures nothing. */
  public static final StorePerformance NONE =
      new StorePerformance(
          DeviceWrites.NONE,
          Lookups.NONE,
          Collections.emptySortedMap(),
          Collections.emptySortedMap());

  public StorePerformance {
    SortedMap<String, Durations> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(stages);
    stages = Collections.unmodifiableSortedMap(copy);
    SortedMap<String, String> told = new TreeMap<>(Utf8Order.INSTANCE);
    told.putAll(traits);
    traits = Collections.unmodifiableSortedMap(told);
  }

  /** The difference to an earlier report; traits are the current ones. */
  public StorePerformance since(StorePerformance before) {
    SortedMap<String, Durations> times = new TreeMap<>(Utf8Order.INSTANCE);
    stages.forEach((stage, now) ->
        times.put(stage, now.since(before.stages.getOrDefault(stage, Durations.NONE))));
    return new StorePerformance(
        written.since(before.written), lookups.since(before.lookups), times, traits);
  }
}
