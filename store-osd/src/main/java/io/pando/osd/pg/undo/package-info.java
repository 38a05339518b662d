/** How a member takes back updates that are not on all members. */
@NullMarked
package io.pando.osd.pg.undo;

import org.jspecify.annotations.NullMarked;
