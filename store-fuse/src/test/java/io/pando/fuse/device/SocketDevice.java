package io.pando.fuse.device;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A pair of sockets that keep messages apart, in place of the device and the kernel. */
public final class SocketDevice implements AutoCloseable {
  private static final int AF_UNIX = 1;
  private static final int SOCK_SEQPACKET = 5;
  private static final int MOST_BYTES = 8192;

  private final DeviceChannel channel;
  private final int kernel;
  private final LinuxCalls calls = new LinuxCalls();

  /** Makes a pair. */
  public SocketDevice() {
    MemorySegment state = LinuxCalls.newState();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pair = arena.allocate(ValueLayout.JAVA_INT, 2);
      int result =
          (int)
              LinuxCalls.call(
                      "socketpair",
                      FunctionDescriptor.of(
                          ValueLayout.JAVA_INT,
                          ValueLayout.JAVA_INT,
                          ValueLayout.JAVA_INT,
                          ValueLayout.JAVA_INT,
                          ValueLayout.ADDRESS))
                  .invokeExact(state, AF_UNIX, SOCK_SEQPACKET, 0, pair);
      if (result != 0) {
        throw new IllegalStateException("socketpair");
      }
      this.channel = DeviceChannel.of(pair.getAtIndex(ValueLayout.JAVA_INT, 0));
      this.kernel = pair.getAtIndex(ValueLayout.JAVA_INT, 1);
    } catch (Throwable e) {
      throw LinuxCalls.unexpected(e);
    }
  }

  /** The device's side. */
  public DeviceChannel channel() {
    return channel;
  }

  /** The kernel sends a message. */
  public void send(byte[] message) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, message);
      if (calls.write(kernel, bytes, message.length) != message.length) {
        throw new IllegalStateException("a message was not sent");
      }
    }
  }

  /** The kernel receives an answer, and waits for it. */
  public ByteBuffer receive() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(MOST_BYTES);
      int count = calls.read(kernel, bytes);
      byte[] copy = bytes.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
      return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
    }
  }

  /** Closes the kernel's side, which ends a thread that reads the other one. */
  @Override
  public void close() {
    int _ = calls.close(kernel);
  }
}
