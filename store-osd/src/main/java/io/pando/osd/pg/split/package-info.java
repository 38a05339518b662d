/** What becomes of a stored group when the number of groups of its pool changes. */
@NullMarked
package io.pando.osd.pg.split;

import org.jspecify.annotations.NullMarked;
