/**
 * The start of a monitor whose folder is empty: whether its cluster begins, or has begun and is
 * joined.
 */
@NullMarked
package io.pando.mon.join;

import org.jspecify.annotations.NullMarked;
