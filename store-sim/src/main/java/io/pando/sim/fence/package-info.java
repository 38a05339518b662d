/**
 * Fences of clients' sessions in a run: fencing them while they work, and checking that a fence
 * holds.
 */
@NullMarked
package io.pando.sim.fence;

import org.jspecify.annotations.NullMarked;
