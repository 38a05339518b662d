/** Locks of programs on files ({@code flock} and {@code fcntl}). */
@NullMarked
package io.pando.fs.lock;

import org.jspecify.annotations.NullMarked;
