/** {@code pando sim}: runs of the simulator. */
@NullMarked
package io.pando.bench.sim;

import org.jspecify.annotations.NullMarked;
