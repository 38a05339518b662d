/**
 * What clients do to a cluster while it is tested, through the SDK applications use; everything
 * they ask and are told goes into a history. Knows nothing of the simulator: time, loops and chance
 * come from outside.
 */
@NullMarked
package io.pando.sim.workload;

import org.jspecify.annotations.NullMarked;
