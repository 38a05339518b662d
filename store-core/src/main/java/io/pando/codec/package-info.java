/**
 * The codec engine: the Protocol Buffers encoding, and shapes, which declare how a record is
 * encoded. The declarations of Pando's records are in {@code io.pando.format} and {@code
 * io.pando.wire}.
 */
@NullMarked
package io.pando.codec;

import org.jspecify.annotations.NullMarked;
