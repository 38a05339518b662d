/**
 * Writes through the kernel's io_uring: a batch to scattered places is handed over by one call,
 * which returns when all of it is written. The structures are those of the kernel's interface,
 * {@code io_uring_setup(2)} and {@code io_uring_enter(2)}; no library is between.
 */
@NullMarked
package io.pando.disk.device.uring;

import org.jspecify.annotations.NullMarked;
