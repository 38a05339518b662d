/**
 * Writes through the kernel's io_uring. One call submits a batch of writes to scattered places and
 * returns when all of them are done. The structures are those of the kernel's interface, {@code
 * io_uring_setup(2)} and {@code io_uring_enter(2)}; no library is used.
 */
@NullMarked
package io.pando.disk.device.uring;

import org.jspecify.annotations.NullMarked;
