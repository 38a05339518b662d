/** A network of simulated nodes: streams like TCP's, over links that can be cut and slow. */
@NullMarked
package io.pando.sim.net;

import org.jspecify.annotations.NullMarked;
