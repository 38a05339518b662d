/** Splits and merges of stored groups when the number of groups of their pool changes. */
@NullMarked
package io.pando.osd.pg.split;

import org.jspecify.annotations.NullMarked;
