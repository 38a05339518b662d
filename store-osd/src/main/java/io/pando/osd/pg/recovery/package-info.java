/** Bringing objects to replicas that miss them. */
@NullMarked
package io.pando.osd.pg.recovery;

import org.jspecify.annotations.NullMarked;
