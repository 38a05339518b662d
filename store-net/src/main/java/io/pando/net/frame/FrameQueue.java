package io.pando.net.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pando.bytes.Payload;
import io.pando.wire.Frame;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Frames that wait for a socket, by reference. They are sent in native chunks: many small frames in
 * one chunk, a large frame in several, so that bytes which the socket has not taken yet use little
 * native memory.
 */
public final class FrameQueue {
  /** Size of the largest chunk. */
  public static final int CHUNK_BYTES = 128 << 10;

  /** Parts that are smaller on average are copied together into a chunk. */
  private static final long LARGE_PART_BYTES = 16 << 10;

  private final Queue<ByteBuffer> parts = new ArrayDeque<>();
  private long bytes;

  public boolean isEmpty() {
    return bytes == 0;
  }

  public void add(Frame frame) {
    parts.add(frame.head());
    for (Payload payload : frame.data()) {
      parts.addAll(payload.asByteBuffers());
    }
    bytes += frame.sizeBytes();
  }

  /** Removes the next bytes from the queue, at most {@code most}. The queue must not be empty. */
  public ByteBuf chunk(ByteBufAllocator allocator, int most) {
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
   * Whether sending without a copy pays off: each part takes a system call, so there must be many
   * bytes in few parts.
   */
  public boolean isLarge() {
    return bytes >= CHUNK_BYTES / 2 && bytes >= LARGE_PART_BYTES * parts.size();
  }

  /**
   * Sends directly from the heap until the socket takes no more; returns the number of bytes sent.
   */
  public int send(HeapSender sender, int socket, int most) {
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

  public void clear() {
    parts.clear();
    bytes = 0;
  }
}
