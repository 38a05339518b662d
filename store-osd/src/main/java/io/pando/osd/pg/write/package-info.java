/** Order among client operations on a group's objects; writing and reading them. */
@NullMarked
package io.pando.osd.pg.write;

import org.jspecify.annotations.NullMarked;
