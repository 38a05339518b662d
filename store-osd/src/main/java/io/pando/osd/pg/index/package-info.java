/** The version index: what changed in a group since a version that its log does not reach. */
@NullMarked
package io.pando.osd.pg.index;

import org.jspecify.annotations.NullMarked;
