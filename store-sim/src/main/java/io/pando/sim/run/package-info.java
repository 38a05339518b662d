/**
 * Runs of the simulator: a seed draws a cluster, its clients' work and everything that goes wrong;
 * in the end all must be explained, clean and equal.
 */
@NullMarked
package io.pando.sim.run;

import org.jspecify.annotations.NullMarked;
