/**
 * Disks of simulated OSDs: a block device and metadata below the production raw store that lose
 * unflushed bytes, or a store on the heap.
 */
@NullMarked
package io.pando.sim.disk;

import org.jspecify.annotations.NullMarked;
