/** Invariants that are checked always, in production too. */
@NullMarked
package io.pando.check;

import org.jspecify.annotations.NullMarked;
