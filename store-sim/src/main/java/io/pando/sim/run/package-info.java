/**
 * Runs of the simulator: a seed draws a cluster, its clients' work and all troubles; at the end all
 * outcomes must be explained, and the cluster clean with equal copies.
 */
@NullMarked
package io.pando.sim.run;

import org.jspecify.annotations.NullMarked;
