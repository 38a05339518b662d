package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.nio.ByteBuffer;

/** Buffers with the alignment that direct I/O needs. */
public final class AlignedBuffers {
  private AlignedBuffers() {}

  /** A direct buffer of {@code count} blocks that begins at a multiple of the block size. */
  public static ByteBuffer blocks(int count) {
    return ByteBuffer.allocateDirect((count + 1) * BLOCK_BYTES)
        .alignedSlice(BLOCK_BYTES)
        .slice(0, count * BLOCK_BYTES);
  }
}
