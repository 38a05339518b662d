package io.pando.disk.device;

import java.io.IOException;
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
 * {@code fallocate} of the operating system, which the class library does not offer: it gives a
 * sparse file real space beforehand, so that a full file system is met before a transaction begins
 * and not in its middle.
 */
final class FileReservation {
  private static final int O_RDWR = 2;
  private static final int ENOSPC = 28;
  private static final int EDQUOT = 122;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle OPEN =
      call(
          "open",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
          KEEP_ERRNO,
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE =
      call("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  private static final MethodHandle FALLOCATE =
      call(
          "fallocate",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG),
          KEEP_ERRNO);

  private FileReservation() {}

  /**
   * Gives a part of a file real space. File systems and devices that cannot do it are left as they
   * are: on them only the write itself can tell.
   *
   * @throws DeviceFullException if there is no room
   */
  static void reserve(Path file, long offset, long lengthBytes) throws IOException {
    int errno = fallocate(file, offset, lengthBytes);
    if (errno == ENOSPC || errno == EDQUOT) {
      throw new DeviceFullException(
          "no room for " + lengthBytes + " more bytes of " + file + " in its file system");
    }
  }

  private static int fallocate(Path file, long offset, long lengthBytes) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment path = arena.allocateFrom(file.toString());
      int descriptor = (int) OPEN.invokeExact(state, path, O_RDWR);
      if (descriptor < 0) {
        throw new IOException("cannot open " + file + ": error " + (int) ERRNO.get(state, 0L));
      }
      int result = (int) FALLOCATE.invokeExact(state, descriptor, 0, offset, lengthBytes);
      int errno = result == 0 ? 0 : (int) ERRNO.get(state, 0L);
      int _ = (int) CLOSE.invokeExact(descriptor);
      return errno;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("cannot reserve space for " + file, e);
    }
  }

  /** Native access is restricted because a wrong signature crashes the process; these are right. */
  @SuppressWarnings("restricted")
  private static MethodHandle call(
      String name, FunctionDescriptor function, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, options);
  }
}
