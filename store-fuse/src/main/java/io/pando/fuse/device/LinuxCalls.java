package io.pando.fuse.device;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * System calls on the device and on mounts. The return values are the system's; a negative value is
 * a negated error number. One thread at a time uses it.
 */
final class LinuxCalls {
  static final int O_RDWR = 2;
  static final int O_CLOEXEC = 0x80000;
  static final int O_NONBLOCK = 0x800;

  /** Umount flags: abort the session, and detach the mount point while files are open. */
  static final int MNT_FORCE = 1;

  static final int MNT_DETACH = 2;

  private static final int F_SETFL = 4;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle OPEN =
      call("open", FunctionDescriptor.of(INT, ADDRESS, INT), Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE = call("close", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle READ =
      call("read", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG));
  private static final MethodHandle WRITE =
      call("write", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG));
  private static final MethodHandle IOCTL =
      call(
          "ioctl",
          FunctionDescriptor.of(INT, INT, LONG, ADDRESS),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle FCNTL =
      call("fcntl", FunctionDescriptor.of(INT, INT, INT, INT), Linker.Option.firstVariadicArg(2));
  private static final MethodHandle ACCESS =
      call("access", FunctionDescriptor.of(INT, ADDRESS, INT));
  private static final MethodHandle MOUNT =
      call("mount", FunctionDescriptor.of(INT, ADDRESS, ADDRESS, ADDRESS, LONG, ADDRESS));
  private static final MethodHandle UMOUNT =
      call("umount2", FunctionDescriptor.of(INT, ADDRESS, INT));
  private static final MethodHandle USER = call("geteuid", FunctionDescriptor.of(INT));
  private static final MethodHandle GROUP = call("getegid", FunctionDescriptor.of(INT));

  /** Memory for the error number of the last call. */
  private final MemorySegment state = Arena.ofAuto().allocate(STATE);

  /** Opens a file; returns its descriptor. */
  int open(String path, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) value((int) OPEN.invokeExact(state, arena.allocateFrom(path), flags));
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

  /** Reads into native memory; returns the number of bytes. */
  int read(int descriptor, MemorySegment into) {
    try {
      return (int) value((long) READ.invokeExact(state, descriptor, into, into.byteSize()));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Writes native memory by one call; returns the number of bytes. */
  int write(int descriptor, MemorySegment from, int count) {
    try {
      return (int) value((long) WRITE.invokeExact(state, descriptor, from, (long) count));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A command of a device whose argument is a pointer to a number. */
  int command(int descriptor, long command, int argument) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocateFrom(INT, argument);
      return (int) value((int) IOCTL.invokeExact(state, descriptor, command, number));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Sets the flags of an open file that can be changed. */
  int setFlags(int descriptor, int flags) {
    try {
      return (int) value((int) FCNTL.invokeExact(state, descriptor, F_SETFL, flags));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Checks whether a path exists and can be looked up. */
  int exists(Path path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString());
      return (int) value((int) ACCESS.invokeExact(state, name, 0));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Mounts a file system. */
  int mount(String source, Path point, String type, long flags, String options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocateFrom(source);
      MemorySegment to = arena.allocateFrom(point.toString());
      MemorySegment kind = arena.allocateFrom(type);
      MemorySegment data = arena.allocateFrom(options);
      return (int) value((int) MOUNT.invokeExact(state, from, to, kind, flags, data));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int unmount(Path point, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(point.toString());
      return (int) value((int) UMOUNT.invokeExact(state, name, flags));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The effective user of this process. */
  int user() {
    try {
      return (int) USER.invokeExact(state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The effective group of this process. */
  int group() {
    try {
      return (int) GROUP.invokeExact(state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private long value(long returned) {
    return value(returned, state);
  }

  /** The value that a call returned; a negated error number if it failed. */
  static long value(long returned, MemorySegment state) {
    return returned == -1 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  /** Memory that calls are given for their error number. */
  static MemorySegment newState() {
    return Arena.ofAuto().allocate(STATE);
  }

  /** The failure of a call itself, which a correct signature does not have. */
  static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }

  /**
   * A function of the C library. Native access is restricted because a wrong signature crashes the
   * process. These are correct.
   */
  @SuppressWarnings("restricted")
  static MethodHandle call(String name, FunctionDescriptor function, Linker.Option... options) {
    Linker.Option[] all = new Linker.Option[options.length + 1];
    all[0] = KEEP_ERRNO;
    System.arraycopy(options, 0, all, 1, options.length);
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, all);
  }
}
