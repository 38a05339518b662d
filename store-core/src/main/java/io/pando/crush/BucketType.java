package io.pando.crush;

/**
 * A level of the hierarchy, such as host or rack.
 *
 * @param id 0 is that of devices
 * @param name as rules write it
 */
public record BucketType(int id, String name) {}
