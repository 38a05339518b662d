package io.pando.osd.shard;

/** Index of a shard, and the number of shards of its OSD. */
public record ShardPlace(int index, int shards) {}
