/** The compiled classes of the production modules, as the simulator finds them. */
@NullMarked
package io.pando.sim.code;

import org.jspecify.annotations.NullMarked;
