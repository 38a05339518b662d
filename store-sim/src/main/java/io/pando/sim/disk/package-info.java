/**
 * Disks of simulated OSDs: below the production's raw store a block device and metadata that lose
 * what was not flushed, or a store on the heap.
 */
@NullMarked
package io.pando.sim.disk;

import org.jspecify.annotations.NullMarked;
