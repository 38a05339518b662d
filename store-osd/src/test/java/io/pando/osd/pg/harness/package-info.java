/** Drives the components of a group by hand: a replica whose store, time and peers a test plays. */
@NullMarked
package io.pando.osd.pg.harness;

import org.jspecify.annotations.NullMarked;
