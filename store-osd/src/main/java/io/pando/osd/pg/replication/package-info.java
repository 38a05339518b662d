/** Replication of updates to all members of a group. */
@NullMarked
package io.pando.osd.pg.replication;

import org.jspecify.annotations.NullMarked;
