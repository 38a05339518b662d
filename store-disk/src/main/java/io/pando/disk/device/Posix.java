package io.pando.disk.device;

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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * System calls on files that the class library does not offer, or offers only for whole blocks of a
 * file system. The return values are the system's; a negative value is a negated error number. One
 * thread at a time uses it.
 */
public class Posix {
  public static final int EINTR = 4;
  static final int EINVAL = 22;
  static final int ENOSPC = 28;
  static final int EDQUOT = 122;
  public static final int O_RDONLY = 0;
  public static final int O_RDWR = 2;
  static final int O_DSYNC = 0x1000;
  public static final int O_CLOEXEC = 0x80000;

  protected static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  protected static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle OPEN =
      call("open", FunctionDescriptor.of(INT, ADDRESS, INT), Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE = call("close", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle FALLOCATE =
      call("fallocate", FunctionDescriptor.of(INT, INT, INT, LONG, LONG));
  private static final MethodHandle SEEK =
      call("lseek", FunctionDescriptor.of(LONG, INT, LONG, INT));
  private static final @Nullable MethodHandle SYNCFS =
      LINKER.defaultLookup().find("syncfs").isPresent()
          ? call("syncfs", FunctionDescriptor.of(INT, INT))
          : null;
  private static final MethodHandle READ =
      call("pread", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG, LONG));
  private static final MethodHandle WRITE =
      call("pwrite", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG, LONG));

  /** Memory for the error number of the last call. */
  protected final MemorySegment state = Arena.ofAuto().allocate(STATE);

  public Posix() {}

  /** The flag for direct I/O, which differs on some processors; 0 if unknown. */
  static int directFlag() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return 0;
    }
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> 0x4000;
      case "aarch64" -> 0x10000;
      default -> 0;
    };
  }

  /** Whether a return value means that there is no space. */
  public static boolean isFull(long returned) {
    return returned == -ENOSPC || returned == -EDQUOT;
  }

  /** Opens a file; returns its descriptor. */
  public int open(Path path, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString());
      return (int) value((int) OPEN.invokeExact(state, name, flags));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  public int close(int descriptor) {
    try {
      return (int) value((int) CLOSE.invokeExact(state, descriptor));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Whether the system has {@link #syncfs}. */
  public static boolean hasSyncfs() {
    return SYNCFS != null;
  }

  /**
   * Linux's call that makes everything durable that any process wrote to the file system of a
   * descriptor.
   */
  public int syncfs(int descriptor) {
    try {
      return (int) value((int) Objects.requireNonNull(SYNCFS).invokeExact(state, descriptor));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Gives a part of a file real space. */
  int reserve(int descriptor, long offset, long lengthBytes) {
    return allocate(descriptor, 0, offset, lengthBytes);
  }

  /** Changes the space of a part of a file as {@code mode} specifies. */
  int allocate(int descriptor, int mode, long offset, long lengthBytes) {
    try {
      return (int) value((int) FALLOCATE.invokeExact(state, descriptor, mode, offset, lengthBytes));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Finds data or a hole in a file, starting at an offset; returns its position. */
  long seek(int descriptor, long offset, int whence) {
    try {
      return value((long) SEEK.invokeExact(state, descriptor, offset, whence));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Reads into native memory; returns the number of bytes. */
  long read(int descriptor, MemorySegment into, long offset) {
    try {
      return value((long) READ.invokeExact(state, descriptor, into, into.byteSize(), offset));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Writes native memory; returns the number of bytes written. */
  long write(int descriptor, MemorySegment from, long offset) {
    try {
      return value((long) WRITE.invokeExact(state, descriptor, from, from.byteSize(), offset));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The value that a call returned; a negated error number if it failed. */
  protected final long value(long returned) {
    return returned == -1 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  /** The failure of a call itself, which a correct signature does not have. */
  protected static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }

  /**
   * Native access is restricted because a wrong signature crashes the process. These are correct.
   */
  @SuppressWarnings("restricted")
  protected static MethodHandle call(
      String name, FunctionDescriptor function, Linker.Option... options) {
    Linker.Option[] all = new Linker.Option[options.length + 1];
    all[0] = KEEP_ERRNO;
    System.arraycopy(options, 0, all, 1, options.length);
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, all);
  }
}
