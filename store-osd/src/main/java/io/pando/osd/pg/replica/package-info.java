/** What one OSD holds of a placement group, and how it gets to the store. */
@NullMarked
package io.pando.osd.pg.replica;

import org.jspecify.annotations.NullMarked;
