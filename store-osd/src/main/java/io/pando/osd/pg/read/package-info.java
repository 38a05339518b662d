/** Queries about a group rather than one object: listing and reports. */
@NullMarked
package io.pando.osd.pg.read;

import org.jspecify.annotations.NullMarked;
