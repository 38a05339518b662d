/** Updates on their way to all replicas. */
@NullMarked
package io.pando.osd.pg.replication;

import org.jspecify.annotations.NullMarked;
