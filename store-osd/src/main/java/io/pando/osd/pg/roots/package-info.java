/**
 * Comparison of the roots and heads that the members of a group report in passing. Replicas that
 * silently differ, and disks that lost data they had flushed, are noticed within seconds.
 */
@NullMarked
package io.pando.osd.pg.roots;

import org.jspecify.annotations.NullMarked;
