package io.pando.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pando.bytes.Payload;
import io.pando.wire.Frame;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Frames that wait for a socket, by reference. They leave in native chunks: many small ones
 * together, a large one in several, so that what the socket has not taken yet costs little memory.
 */
final class FrameQueue {
  /** Largest chunk. */
  static final int CHUNK_BYTES = 128 << 10;

  /** Parts that are on average smaller go together, by way of a chunk. */
  private static final long LARGE_PART_BYTES = 16 << 10;

  private final Queue<ByteBuffer> parts = new ArrayDeque<>();
  private long bytes;

  boolean isEmpty() {
    return bytes == 0;
  }

  void add(Frame frame) {
    parts.add(frame.head());
    for (Payload payload : frame.data()) {
      parts.addAll(payload.asByteBuffers());
    }
    bytes += frame.sizeBytes();
  }

  /** The next bytes, no more than {@code most}, which leave the queue; there must be some. */
  ByteBuf chunk(ByteBufAllocator allocator, int most) {
    int size = (int) Math.min(most, bytes);
    ByteBuf chunk = allocator.directBuffer(size, size);
    while (chunk.isWritable()) {
      ByteBuffer part = parts.element();
      int length = Math.min(part.remaining(), chunk.writableBytes());
      chunk.writeBytes(part.slice(part.position(), length));
      part.position(part.position() + length);
      if (!part.hasRemaining()) {
        parts.remove();
      }
    }
    bytes -= size;
    return chunk;
  }

  /**
   * Whether sending without a copy pays: each part takes a call of its own, so that there must be
   * much in few.
   */
  boolean isLarge() {
    return bytes >= CHUNK_BYTES / 2 && bytes >= LARGE_PART_BYTES * parts.size();
  }

  /** Sends straight from where the bytes are, until the socket takes no more; how many. */
  int send(HeapSender sender, int socket, int most) {
    int all = 0;
    while (all < most && bytes > 0) {
      ByteBuffer part = parts.element();
      int sent = sender.send(socket, part, bytes > part.remaining());
      if (sent <= 0) {
        break;
      }
      all += sent;
      bytes -= sent;
      if (!part.hasRemaining()) {
        parts.remove();
      }
    }
    return all;
  }

  void clear() {
    parts.clear();
    bytes = 0;
  }
}
