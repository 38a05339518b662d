/** The rare branches of the production code that have probes, and those that runs reached. */
@NullMarked
package io.pando.sim.probe;

import org.jspecify.annotations.NullMarked;
