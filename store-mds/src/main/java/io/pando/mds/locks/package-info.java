/**
 * Locks of files, of programs ({@code flock} and {@code fcntl}) and of reads and writes: the table
 * of holders and waiters, detection of deadlocks, and the answers to sessions.
 */
@NullMarked
package io.pando.mds.locks;

import org.jspecify.annotations.NullMarked;
