/**
 * Locks of programs on files ({@code flock} and {@code fcntl}): the table of holders and waiters,
 * detection of deadlocks, and the answers to sessions.
 */
@NullMarked
package io.pando.mds.locks;

import org.jspecify.annotations.NullMarked;
