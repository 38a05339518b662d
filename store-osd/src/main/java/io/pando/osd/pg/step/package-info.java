/** What goes into the machine of a placement group and what comes out of it. */
@NullMarked
package io.pando.osd.pg.step;

import org.jspecify.annotations.NullMarked;
