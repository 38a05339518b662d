/** The store as used by one thread: changes by updates, reads, and free blocks. */
@NullMarked
package io.pando.disk.raw.volume;

import org.jspecify.annotations.NullMarked;
