/**
 * Read leases: a primary answers clients only while every other member of the group has promised
 * not to help another primary yet.
 */
@NullMarked
package io.pando.osd.pg.lease;

import org.jspecify.annotations.NullMarked;
