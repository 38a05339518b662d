package io.pando.fuse.device;

import io.pando.fuse.protocol.Errno;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A pair of connected Unix sockets, of which a child process gets one and sends a descriptor
 * through it ({@code unix(7)}, {@code SCM_RIGHTS}). One thread uses it. Sizes are those of 64-bit
 * Linux:
 *
 * <pre>
 *  msghdr   0 name, 8 its length, 16 vectors, 24 how many, 32 control, 40 its length, 48 flags
 *  cmsghdr  0 length, 8 level, 12 type, 16 the descriptor
 * </pre>
 */
final class DescriptorPassing implements AutoCloseable {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;

  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM_CLOEXEC = 0x80001;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final short POLL_IN = 1;

  private static final int MESSAGE_BYTES = 56;
  private static final int VECTOR_BYTES = 16;
  private static final int CONTROL_BYTES = 24;
  private static final int RIGHTS_BYTES = 20;

  private static final MethodHandle SOCKETPAIR =
      LinuxCalls.call("socketpair", FunctionDescriptor.of(INT, INT, INT, INT, ADDRESS));
  private static final MethodHandle RECEIVE =
      LinuxCalls.call("recvmsg", FunctionDescriptor.of(LONG, INT, ADDRESS, INT));
  private static final MethodHandle SEND =
      LinuxCalls.call("sendmsg", FunctionDescriptor.of(LONG, INT, ADDRESS, INT));
  private static final MethodHandle POLL =
      LinuxCalls.call("poll", FunctionDescriptor.of(INT, ADDRESS, LONG, INT));

  private final MemorySegment state = LinuxCalls.newState();
  private final LinuxCalls calls = new LinuxCalls();
  private final int own;
  private int childs;

  private DescriptorPassing(int own, int childs) {
    this.own = own;
    this.childs = childs;
  }

  /** Makes a pair. */
  static DescriptorPassing open() throws MountException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pair = arena.allocate(INT, 2);
      MemorySegment state = LinuxCalls.newState();
      long result =
          LinuxCalls.value(
              (int) SOCKETPAIR.invokeExact(state, AF_UNIX, SOCK_STREAM_CLOEXEC, 0, pair), state);
      if (result < 0) {
        throw new MountException(
            MountException.Reason.OTHER, "a pair of sockets: error " + -result + " of Linux");
      }
      return new DescriptorPassing(pair.getAtIndex(INT, 0), pair.getAtIndex(INT, 1));
    } catch (MountException e) {
      throw e;
    } catch (Throwable e) {
      throw LinuxCalls.unexpected(e);
    }
  }

  /** The socket for the child process. */
  int childSocket() {
    return childs;
  }

  /** Closes the child's socket here: if the child ends, the other one ends too. */
  void closeChildSocket() {
    if (childs >= 0) {
      int _ = calls.close(childs);
      childs = -1;
    }
  }

  /**
   * Receives a descriptor.
   *
   * @param timeoutMillis how long to wait
   * @return negative if none came
   */
  int receive(int timeoutMillis) {
    try (Arena arena = Arena.ofConfined()) {
      if (!awaitMessage(arena, timeoutMillis)) {
        return -Errno.EAGAIN;
      }
      MemorySegment control = arena.allocate(CONTROL_BYTES, Long.BYTES);
      MemorySegment message = message(arena, control);
      long count =
          LinuxCalls.value(
              (long) RECEIVE.invokeExact(state, own, message, MSG_CMSG_CLOEXEC), state);
      boolean rights =
          count > 0
              && message.get(LONG, 40) >= RIGHTS_BYTES
              && control.get(INT, 8) == SOL_SOCKET
              && control.get(INT, 12) == SCM_RIGHTS;
      return rights ? control.get(INT, 16) : -Errno.EBADF;
    } catch (Throwable e) {
      throw LinuxCalls.unexpected(e);
    }
  }

  /** Sends a descriptor through the child's socket, as the child does. */
  int send(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment control = arena.allocate(CONTROL_BYTES, Long.BYTES);
      control.set(LONG, 0, RIGHTS_BYTES);
      control.set(INT, 8, SOL_SOCKET);
      control.set(INT, 12, SCM_RIGHTS);
      control.set(INT, 16, descriptor);
      MemorySegment message = message(arena, control);
      return (int) LinuxCalls.value((long) SEND.invokeExact(state, childs, message, 0), state);
    } catch (Throwable e) {
      throw LinuxCalls.unexpected(e);
    }
  }

  /** A message of one byte and some control data. */
  private static MemorySegment message(Arena arena, MemorySegment control) {
    MemorySegment vector = arena.allocate(VECTOR_BYTES, Long.BYTES);
    vector.set(ADDRESS, 0, arena.allocate(1));
    vector.set(LONG, 8, 1);
    MemorySegment message = arena.allocate(MESSAGE_BYTES, Long.BYTES);
    message.set(ADDRESS, 16, vector);
    message.set(LONG, 24, 1);
    message.set(ADDRESS, 32, control);
    message.set(LONG, 40, CONTROL_BYTES);
    return message;
  }

  private boolean awaitMessage(Arena arena, int timeoutMillis) throws Throwable {
    MemorySegment poll = arena.allocate(Long.BYTES, Integer.BYTES);
    poll.set(INT, 0, own);
    poll.set(ValueLayout.JAVA_SHORT, 4, POLL_IN);
    return (int) POLL.invokeExact(state, poll, 1L, timeoutMillis) > 0;
  }

  @Override
  public void close() {
    closeChildSocket();
    int _ = calls.close(own);
  }
}
