/**
 * Detection and repair of differences between the contents that a group should have and those that
 * it has.
 */
@NullMarked
package io.pando.osd.pg.repair;

import org.jspecify.annotations.NullMarked;
