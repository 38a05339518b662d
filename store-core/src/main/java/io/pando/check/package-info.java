/** Invariants that are checked always, in production too, and probes of rare branches. */
@NullMarked
package io.pando.check;

import org.jspecify.annotations.NullMarked;
