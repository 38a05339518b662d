package io.pando.net.frame;

import io.pando.check.Invariant;
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
 * Sends bytes to a socket directly from the heap. Netty needs them in native memory, and for large
 * messages that copy is expensive. The call never blocks, so it may delay a safepoint for the short
 * time in which the kernel copies.
 */
public final class HeapSender {
  /** Most bytes of one call: they take some ten microseconds. */
  static final int MOST_BYTES = 128 << 10;

  private static final int DONT_WAIT = 0x40;
  private static final int NO_SIGNAL = 0x4000;
  private static final int MORE = 0x8000;

  private static final Logger LOG = LoggerFactory.getLogger(HeapSender.class);

  /** The system's function. The JVM's compilers inline the call only if this is a constant. */
  private static final @Nullable MethodHandle SEND = link();

  private HeapSender() {}

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle link() {
    try {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("send"),
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT),
          Linker.Option.critical(true));
    } catch (IllegalCallerException e) {
      LOG.info("Large messages are copied before they are sent: {}", e.getMessage());
      return null;
    }
  }

  /** The sender; null if this program may not call the system's library. */
  public static @Nullable HeapSender find() {
    return SEND == null ? null : new HeapSender();
  }

  /**
   * Sends bytes from the buffer's position on, and advances the position.
   *
   * @param more whether more bytes follow at once
   * @return number of bytes sent; zero or negative if none can be sent, for any reason
   */
  int send(int socket, ByteBuffer bytes, boolean more) {
    int length = Math.min(bytes.remaining(), MOST_BYTES);
    int flags = DONT_WAIT | NO_SIGNAL | (more ? MORE : 0);
    MemorySegment from = MemorySegment.ofBuffer(bytes);
    MethodHandle send = Invariant.present(SEND, () -> "a sender without the system's function");
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
