package io.pando.crush.model;

/**
 * A level of the hierarchy, such as host or rack.
 *
 * @param id id of the type; 0 for devices
 * @param name name, as written in rules
 */
public record BucketType(int id, String name) {}
