package io.pando.net;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the kernel bytes of a socket straight from the heap. Netty needs them in native memory, and
 * for large messages that copy is dear. The call never blocks, so that it may hold up a safepoint
 * for the short time in which the kernel copies.
 */
final class HeapSender {
  /** Most bytes of a call: some ten microseconds. */
  static final int MOST_BYTES = 128 << 10;

  private static final int DONT_WAIT = 0x40;
  private static final int NO_SIGNAL = 0x4000;
  private static final int MORE = 0x8000;

  private static final Logger LOG = LoggerFactory.getLogger(HeapSender.class);

  private final MethodHandle send;

  private HeapSender(MethodHandle send) {
    this.send = send;
  }

  /** One; null if this program is not allowed to call the system's library. */
  @SuppressWarnings("restricted")
  static @Nullable HeapSender find() {
    try {
      Linker linker = Linker.nativeLinker();
      return new HeapSender(
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("send"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_INT),
              Linker.Option.critical(true)));
    } catch (IllegalCallerException e) {
      LOG.info("Large messages are copied before they are sent: {}", e.getMessage());
      return null;
    }
  }

  /**
   * Sends from the buffer's position on, which moves.
   *
   * @param more whether more follows at once
   * @return bytes that were sent; not positive if none can be, for whatever reason
   */
  int send(int socket, ByteBuffer bytes, boolean more) {
    int length = Math.min(bytes.remaining(), MOST_BYTES);
    int flags = DONT_WAIT | NO_SIGNAL | (more ? MORE : 0);
    MemorySegment from = MemorySegment.ofBuffer(bytes);
    int sent;
    try {
      sent = (int) (long) send.invokeExact(socket, from, (long) length, flags);
    } catch (Throwable e) {
      throw new IllegalStateException("send", e);
    }
    if (sent > 0) {
      bytes.position(bytes.position() + sent);
    }
    return sent;
  }
}
