package io.pando.disk.device.uring;

import io.pando.disk.device.Posix;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The system calls that a ring needs. One thread at a time uses it. */
final class Kernel extends Posix {
  static final int EAGAIN = 11;
  static final int EBUSY = 16;

  private static final long SETUP = 425;
  private static final long ENTER = 426;
  private static final long REGISTER = 427;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_POPULATE = 0x8001;

  private static final MethodHandle SYSCALL =
      call(
          "syscall",
          FunctionDescriptor.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG),
          Linker.Option.firstVariadicArg(1));
  private static final MethodHandle MMAP =
      call("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
  private static final MethodHandle MUNMAP = call("munmap", FunctionDescriptor.of(INT, LONG, LONG));

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
}
