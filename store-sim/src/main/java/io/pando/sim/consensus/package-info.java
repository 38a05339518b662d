/** A model of the monitors' replicated log. */
@NullMarked
package io.pando.sim.consensus;

import org.jspecify.annotations.NullMarked;
