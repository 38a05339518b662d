/** Checks of a cluster at rest: copies, hash trees, indexes, and what scrubs report. */
@NullMarked
package io.pando.sim.audit;

import org.jspecify.annotations.NullMarked;
