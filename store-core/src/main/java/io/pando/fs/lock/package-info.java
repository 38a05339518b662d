/**
 * Locks of programs on files ({@code flock} and {@code fcntl}), those of reads and writes, and what
 * an owner has of them.
 */
@NullMarked
package io.pando.fs.lock;

import org.jspecify.annotations.NullMarked;
