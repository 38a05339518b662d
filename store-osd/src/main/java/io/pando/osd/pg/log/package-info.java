/** The log of a placement group: recent updates, duplicate detection, merging. */
@NullMarked
package io.pando.osd.pg.log;

import org.jspecify.annotations.NullMarked;
