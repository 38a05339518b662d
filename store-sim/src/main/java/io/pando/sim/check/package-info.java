/**
 * Histories of clients' calls and outcomes, and checks that they can be explained: every object is
 * linearizable by itself, every listing has the objects that it must have. Independent of the
 * source of a history: simulated and real clients are checked alike.
 */
@NullMarked
package io.pando.sim.check;

import org.jspecify.annotations.NullMarked;
