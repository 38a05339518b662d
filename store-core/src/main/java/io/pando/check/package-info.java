/** Invariants: checked in production too, except thorough ones, which are checked only in tests. */
@NullMarked
package io.pando.check;

import org.jspecify.annotations.NullMarked;
