package io.pando.osd.shard;

import io.pando.report.DeviceWrites;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.RepairCounts;
import io.pando.report.Timings;
import java.util.SortedMap;

/**
 * What a shard and its store did since the start.
 *
 * @param lookups what its store read to tell what it has
 * @param repairs what it did as primary to find out what replicas have otherwise
 * @param stages times of both, by the names of the stages
 * @param traits how the store works at the moment
 */
public record ShardPerformance(
    OsdPerformance.Served served,
    DeviceWrites written,
    Lookups lookups,
    RepairCounts repairs,
    SortedMap<String, Timings> stages,
    SortedMap<String, String> traits) {}
