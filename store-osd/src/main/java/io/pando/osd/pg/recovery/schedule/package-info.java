/** When objects are copied: their order, and the slots and turns of a group. */
@NullMarked
package io.pando.osd.pg.recovery.schedule;

import org.jspecify.annotations.NullMarked;
