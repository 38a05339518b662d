package io.pando.crush;

/**
 * A level of the hierarchy, such as host or rack.
 *
 * @param id 0 for devices
 * @param name as written in rules
 */
public record BucketType(int id, String name) {}
