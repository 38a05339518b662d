/** Which objects are missing on which OSDs, and where good copies are. */
@NullMarked
package io.pando.osd.pg.recovery.missing;

import org.jspecify.annotations.NullMarked;
