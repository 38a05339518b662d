/** The parts of a CRUSH map: devices, buckets, rules and tunables. */
@NullMarked
package io.pando.crush.model;

import org.jspecify.annotations.NullMarked;
