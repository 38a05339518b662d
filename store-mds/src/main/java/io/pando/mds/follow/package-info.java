/**
 * Following the journal of a rank that another daemon holds (Ceph: standby-replay), so that a
 * takeover has only the last part to read. A machine; it needs no answer in time, and changes
 * nothing.
 */
@NullMarked
package io.pando.mds.follow;

import org.jspecify.annotations.NullMarked;
