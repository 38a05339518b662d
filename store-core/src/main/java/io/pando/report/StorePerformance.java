package io.pando.report;

import io.pando.collect.Utf8Order;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a store did since it was opened.
 *
 * @param lookups what it read to tell what it has
 * @param stages how long transactions, or batches of them, were in each of its stages, by their
 *     names
 * @param traits how it works at the moment, by what is told: how it reaches its devices, and what
 *     it has chosen
 */
public record StorePerformance(
    DeviceWrites written,
    Lookups lookups,
    SortedMap<String, Timings> stages,
    SortedMap<String, String> traits) {
  /** Of a store that does not watch itself. */
  public static final StorePerformance NONE =
      new StorePerformance(
          DeviceWrites.NONE,
          Lookups.NONE,
          Collections.emptySortedMap(),
          Collections.emptySortedMap());

  public StorePerformance {
    SortedMap<String, Timings> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(stages);
    stages = Collections.unmodifiableSortedMap(copy);
    SortedMap<String, String> told = new TreeMap<>(Utf8Order.INSTANCE);
    told.putAll(traits);
    traits = Collections.unmodifiableSortedMap(told);
  }
}
