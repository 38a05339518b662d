/** Virtual time, processes with their own clocks that can be stopped, and the trace of events. */
@NullMarked
package io.pando.sim.world;

import org.jspecify.annotations.NullMarked;
