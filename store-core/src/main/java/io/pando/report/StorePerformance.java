package io.pando.report;

import io.pando.collect.Utf8Order;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a store did since it was opened.
 *
 * @param stages how long transactions, or batches of them, were in each of its stages, by their
 *     names
 */
public record StorePerformance(DeviceWrites written, SortedMap<String, Timings> stages) {
  /** Of a store that does not watch itself. */
  public static final StorePerformance NONE =
      new StorePerformance(DeviceWrites.NONE, Collections.emptySortedMap());

  public StorePerformance {
    SortedMap<String, Timings> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(stages);
    stages = Collections.unmodifiableSortedMap(copy);
  }
}
