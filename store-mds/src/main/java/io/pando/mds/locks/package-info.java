/**
 * Locks of programs on files ({@code flock} and {@code fcntl}): who has them, who waits for them,
 * and how sessions ask for them.
 */
@NullMarked
package io.pando.mds.locks;

import org.jspecify.annotations.NullMarked;
