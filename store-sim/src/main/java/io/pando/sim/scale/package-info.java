/**
 * A rank of a file system over a model of objects, for counting what it writes, reads and keeps in
 * memory under loads that are too large for the simulation of a whole cluster. There are no faults.
 */
@NullMarked
package io.pando.sim.scale;

import org.jspecify.annotations.NullMarked;
