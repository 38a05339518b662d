/**
 * Read leases: a primary answers clients only while everybody who serves the group with it has
 * promised not to help another primary yet.
 */
@NullMarked
package io.pando.osd.pg.lease;

import org.jspecify.annotations.NullMarked;
