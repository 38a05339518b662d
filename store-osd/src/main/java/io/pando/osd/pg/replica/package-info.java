/** One OSD's copy of a placement group, and how it is written to the store. */
@NullMarked
package io.pando.osd.pg.replica;

import org.jspecify.annotations.NullMarked;
