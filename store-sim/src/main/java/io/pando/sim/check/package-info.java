/**
 * Histories of what clients asked and were told, and whether they can be explained: every object by
 * itself is linearizable, every listing holds what it must. Knows nothing of where a history comes
 * from: simulated clients and real ones are judged alike.
 */
@NullMarked
package io.pando.sim.check;

import org.jspecify.annotations.NullMarked;
