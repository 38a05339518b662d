package io.pando.fuse.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory for one message, and the calls that read and write it. The garbage collector frees
 * it. One thread at a time uses it.
 */
public final class NativeBuffer {
  /** Kernel and processor copy pages that are aligned faster. */
  private static final int ALIGNMENT = 4096;

  private final MemorySegment memory;
  private final ByteBuffer view;
  private final LinuxCalls calls = new LinuxCalls();

  /** Memory of a size in bytes. */
  public NativeBuffer(int bytes) {
    this.memory = Arena.ofAuto().allocate(bytes, ALIGNMENT);
    this.view = memory.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /** A view of the memory, in the processor's byte order; always the same object. */
  public ByteBuffer view() {
    return view;
  }

  /** Size in bytes. */
  public int bytes() {
    return view.capacity();
  }

  /** Reads one message; returns its length, or a negated error number. */
  int read(int descriptor) {
    int count = calls.read(descriptor, memory);
    if (count > 0) {
      view.position(0).limit(count);
    }
    return count;
  }

  /** Writes the view's bytes from 0 to its limit; returns 0, or an error number. */
  int write(int descriptor) {
    int count = calls.write(descriptor, memory, view.limit());
    return count < 0 ? -count : 0;
  }
}
