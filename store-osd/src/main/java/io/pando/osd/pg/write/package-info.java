/** Execution of client operations on a group's objects, and their order. */
@NullMarked
package io.pando.osd.pg.write;

import org.jspecify.annotations.NullMarked;
