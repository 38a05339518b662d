package io.pando.disk.device.uring;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The system calls that a ring needs. The return values are the kernel's; a negative value is a
 * negated error number. One thread at a time uses it.
 */
final class Kernel {
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EBUSY = 16;
  static final int ENOSPC = 28;
  static final int EDQUOT = 122;

  private static final long SETUP = 425;
  private static final long ENTER = 426;
  private static final long REGISTER = 427;
  private static final int O_RDWR = 2;
  private static final int O_CLOEXEC = 0x80000;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_POPULATE = 0x8001;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle SYSCALL =
      call(
          "syscall",
          FunctionDescriptor.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG),
          Linker.Option.firstVariadicArg(1));
  private static final MethodHandle MMAP =
      call("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
  private static final MethodHandle MUNMAP = call("munmap", FunctionDescriptor.of(INT, LONG, LONG));
  private static final MethodHandle OPEN =
      call("open", FunctionDescriptor.of(INT, ADDRESS, INT), Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE = call("close", FunctionDescriptor.of(INT, INT));

  private final MemorySegment state = Arena.ofAuto().allocate(STATE);

  /** Makes a ring; returns its descriptor. */
  int setup(int entries, MemorySegment parameters) {
    return (int) syscall(SETUP, entries, parameters.address(), 0, 0);
  }

  /**
   * Submits entries and waits until {@code complete} entries are complete; returns the number
   * submitted.
   */
  int enter(int ring, int submitted, int complete, int flags) {
    return (int) syscall(ENTER, ring, submitted, complete, flags);
  }

  int register(int ring, int what, MemorySegment argument, int count) {
    return (int) syscall(REGISTER, ring, what, argument.address(), count);
  }

  private long syscall(long number, long first, long second, long third, long fourth) {
    try {
      return value((long) SYSCALL.invokeExact(state, number, first, second, third, fourth, 0L, 0L));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Maps shared memory of a descriptor; returns the address. */
  long map(int descriptor, long offset, long bytes) {
    try {
      return value(
          (long)
              MMAP.invokeExact(
                  state, 0L, bytes, PROT_READ_WRITE, MAP_SHARED_POPULATE, descriptor, offset));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int unmap(long address, long bytes) {
    try {
      return (int) value((int) MUNMAP.invokeExact(state, address, bytes));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Opens a file for reading and writing; returns its descriptor. */
  int open(MemorySegment path, int flags) {
    try {
      return (int) value((int) OPEN.invokeExact(state, path, O_RDWR | O_CLOEXEC | flags));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int close(int descriptor) {
    try {
      return (int) value((int) CLOSE.invokeExact(state, descriptor));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private long value(long returned) {
    return returned == -1 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }

  /**
   * Native access is restricted because a wrong signature crashes the process. These are correct.
   */
  @SuppressWarnings("restricted")
  private static MethodHandle call(
      String name, FunctionDescriptor function, Linker.Option... options) {
    Linker.Option[] all = new Linker.Option[options.length + 1];
    all[0] = KEEP_ERRNO;
    System.arraycopy(options, 0, all, 1, options.length);
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, all);
  }
}
