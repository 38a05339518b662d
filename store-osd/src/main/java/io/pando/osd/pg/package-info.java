/** The machine of one placement group: routes what arrives to its rooms. */
@NullMarked
package io.pando.osd.pg;

import org.jspecify.annotations.NullMarked;
