package io.pando.osd.shard;

import io.pando.report.DeviceWrites;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.RepairCounts;
import io.pando.report.Timings;
import java.util.SortedMap;

/**
 * Performance figures of a shard and its store since the start.
 *
 * @param lookups reads of the store's own metadata, to answer what the store holds
 * @param repairs work done as primary to find differences between replicas
 * @param stages times of shard and store, by name of the stage
 * @param traits present mode of operation of the store, by name
 */
public record ShardPerformance(
    OsdPerformance.Served served,
    DeviceWrites written,
    Lookups lookups,
    RepairCounts repairs,
    SortedMap<String, Timings> stages,
    SortedMap<String, String> traits) {}
