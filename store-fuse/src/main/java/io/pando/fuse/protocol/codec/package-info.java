/**
 * The bytes of the FUSE protocol: decodes messages of the kernel, encodes answers and
 * notifications, and negotiates a session. Structures are those of {@code linux/fuse.h}; numbers
 * are in the byte order of the buffer, which is the processor's on the device.
 */
@NullMarked
package io.pando.fuse.protocol.codec;

import org.jspecify.annotations.NullMarked;
