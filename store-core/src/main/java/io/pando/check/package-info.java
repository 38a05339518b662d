/** Invariants, which are checked in production too, and which of them are only checked in tests. */
@NullMarked
package io.pando.check;

import org.jspecify.annotations.NullMarked;
