package io.pando.crush.model;

import org.jspecify.annotations.Nullable;

/**
 * A leaf of the hierarchy.
 *
 * @param id id of the OSD, 0 or more
 * @param name name, unique among devices and buckets, usually {@code osd.N}
 * @param deviceClass device class, for rules that use one class only; null for none
 */
public record Device(int id, String name, @Nullable String deviceClass) {}
