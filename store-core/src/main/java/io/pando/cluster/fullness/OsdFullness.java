package io.pando.cluster.fullness;

import io.pando.id.OsdId;

/** The level of one OSD. */
public record OsdFullness(OsdId osd, FullnessLevel level) {}
