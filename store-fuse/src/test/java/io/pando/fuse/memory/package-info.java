/** A POSIX file system on the heap, for tests of mounts. */
@NullMarked
package io.pando.fuse.memory;

import org.jspecify.annotations.NullMarked;
