/** Which rare branches of the production code exist, and which of them runs reached. */
@NullMarked
package io.pando.sim.probe;

import org.jspecify.annotations.NullMarked;
