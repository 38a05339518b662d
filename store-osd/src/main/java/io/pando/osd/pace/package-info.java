/**
 * Slots and pacing of recovery: how much a shard recovers at a time, and how it yields to clients.
 */
@NullMarked
package io.pando.osd.pace;

import org.jspecify.annotations.NullMarked;
