package io.pando.disk.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Linux's {@code syncfs}, which the class library does not offer: makes everything written to a
 * file system durable, by any process.
 */
final class FileSystemSync {
  private static final int O_RDONLY = 0;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle open;
  private final MethodHandle close;
  private final MethodHandle syncfs;

  private FileSystemSync(MethodHandle open, MethodHandle close, MethodHandle syncfs) {
    this.open = open;
    this.close = close;
    this.syncfs = syncfs;
  }

  /** Null on systems without this call. */
  static @Nullable FileSystemSync ifAvailable() {
    SymbolLookup library = LINKER.defaultLookup();
    if (library.find("syncfs").isEmpty()) {
      return null;
    }
    return new FileSystemSync(
        call(
            "open",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            KEEP_ERRNO,
            Linker.Option.firstVariadicArg(2)),
        call("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)),
        call(
            "syncfs",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
            KEEP_ERRNO));
  }

  /** Flushes the file system that holds a directory. */
  void sync(Path directory) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment path = arena.allocateFrom(directory.toString());
      int descriptor = (int) open.invokeExact(state, path, O_RDONLY);
      if (descriptor < 0) {
        throw new IOException("cannot open " + directory + ": error " + (int) ERRNO.get(state, 0L));
      }
      int result = (int) syncfs.invokeExact(state, descriptor);
      int errno = result == 0 ? 0 : (int) ERRNO.get(state, 0L);
      int _ = (int) close.invokeExact(descriptor);
      if (errno != 0) {
        throw new IOException("cannot flush the file system of " + directory + ": error " + errno);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("cannot flush the file system of " + directory, e);
    }
  }

  /**
   * Native access is restricted because a wrong signature crashes the process. These are correct.
   */
  @SuppressWarnings("restricted")
  private static MethodHandle call(
      String name, FunctionDescriptor function, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, options);
  }
}
