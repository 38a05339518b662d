/** The machine of one placement group: routes inputs to its components. */
@NullMarked
package io.pando.osd.pg;

import org.jspecify.annotations.NullMarked;
