package io.pando.disk.pack;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.pando.check.Invariant;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.NoSuchElementException;

/** LZ4 by its C library, which works directly on the arrays. */
final class NativeLz4 implements Codec {
  /** {@code int f(const char* from, char* into, int fromBytes, int intoBytes)}. */
  private static final FunctionDescriptor FUNCTION =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT);

  private final MethodHandle pack;
  private final MethodHandle unpack;

  private NativeLz4(MethodHandle pack, MethodHandle unpack) {
    this.pack = pack;
    this.unpack = unpack;
  }

  /** LZ4 with this library, which stays loaded. */
  @SuppressWarnings("restricted") // the library comes with this program
  static NativeLz4 of(Path library) throws IOException {
    try {
      SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
      return new NativeLz4(
          handle(symbols, "LZ4_compress_default"), handle(symbols, "LZ4_decompress_safe"));
    } catch (IllegalArgumentException | NoSuchElementException e) {
      throw new IOException(library + " cannot be used: " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("restricted") // the signatures of these functions are known
  private static MethodHandle handle(SymbolLookup symbols, String name) {
    return Linker.nativeLinker()
        .downcallHandle(symbols.findOrThrow(name), FUNCTION, Linker.Option.critical(true));
  }

  @Override
  public int pack(byte[] from, byte[] into) {
    int bytes = call(pack, from, from.length, into);
    return bytes > 0 ? bytes : -1;
  }

  @Override
  public boolean unpack(byte[] from, int length, byte[] into) {
    return call(unpack, from, length, into) == into.length;
  }

  private static int call(MethodHandle function, byte[] from, int length, byte[] into) {
    try {
      return (int)
          function.invokeExact(
              MemorySegment.ofArray(from), MemorySegment.ofArray(into), length, into.length);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw Invariant.unreachable("a C function threw " + e);
    }
  }
}
