/** Recovery: copying objects to replicas that lack them. */
@NullMarked
package io.pando.osd.pg.recovery;

import org.jspecify.annotations.NullMarked;
