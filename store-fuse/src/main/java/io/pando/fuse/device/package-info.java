/**
 * The kernel's device {@code /dev/fuse} and mounts of it, by system calls through the
 * foreign-function interface ({@code fuse(4)}, {@code mount(2)}). Processes without the right to
 * mount use the program {@code fusermount3}. No library is used.
 */
@NullMarked
package io.pando.fuse.device;

import org.jspecify.annotations.NullMarked;
