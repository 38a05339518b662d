/** Deadlines and back-off, as values: nobody here reads a clock. */
@NullMarked
package io.pando.time;

import org.jspecify.annotations.NullMarked;
