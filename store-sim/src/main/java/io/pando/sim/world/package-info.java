/**
 * Virtual time, processes with clocks of their own that can be stopped, and the trace of what
 * happened.
 */
@NullMarked
package io.pando.sim.world;

import org.jspecify.annotations.NullMarked;
