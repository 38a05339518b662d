/**
 * The values of the kernel's FUSE protocol, version 7.31 to 7.39, as {@code linux/fuse.h} defines
 * it: operations, requests, answers and notifications as records. {@link
 * io.pando.fuse.protocol.Opcode} is the table of operations. Nothing here has state, and nothing
 * reads or writes the device.
 */
@NullMarked
package io.pando.fuse.protocol;

import org.jspecify.annotations.NullMarked;
