/** Inputs and effects of the machine of a placement group. */
@NullMarked
package io.pando.osd.pg.step;

import org.jspecify.annotations.NullMarked;
