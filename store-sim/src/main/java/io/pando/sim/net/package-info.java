/** A network of simulated nodes: streams as TCP has them, over links that can be cut and slow. */
@NullMarked
package io.pando.sim.net;

import org.jspecify.annotations.NullMarked;
