/** Rebuilding fragments that members lack from those of others. */
@NullMarked
package io.pando.osd.pg.recovery.rebuild;

import org.jspecify.annotations.NullMarked;
