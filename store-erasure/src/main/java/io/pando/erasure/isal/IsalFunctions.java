package io.pando.erasure.isal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Functions of ISA-L. They take arrays of the heap as they are: the calls are critical, so they
 * must be short. Arrays of pointers to heap arrays cannot be passed, which leaves the functions for
 * one input row and one output row.
 */
final class IsalFunctions {
  /** Bytes of the table of a coefficient. */
  static final int TABLE_BYTES = 32;

  /** The library's name in its second generation, which all current distributions have. */
  private static final String LIBRARY = "libisal.so.2";

  /** {@code void gf_vect_mul_init(unsigned char c, unsigned char* table)}. */
  private static final FunctionDescriptor MAKE_TABLE =
      FunctionDescriptor.ofVoid(JAVA_BYTE, ADDRESS);

  /**
   * {@code void gf_vect_mad(int length, int coefficients, int which, unsigned char* tables,
   * unsigned char* source, unsigned char* destination)}.
   */
  private static final FunctionDescriptor MULTIPLY_AND_ADD =
      FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);

  // Constants, so that the compiler can inline the calls.
  private static final @Nullable MethodHandle MAKE;
  private static final @Nullable MethodHandle MAD;
  private static final String PROBLEM;

  static {
    MethodHandle make = null;
    MethodHandle mad = null;
    String problem = "";
    try {
      SymbolLookup symbols = lookup();
      make = handle(symbols, "gf_vect_mul_init", MAKE_TABLE);
      mad = handle(symbols, "gf_vect_mad", MULTIPLY_AND_ADD);
    } catch (IllegalArgumentException | NoSuchElementException | IllegalCallerException e) {
      problem = LIBRARY + " cannot be used: " + e.getMessage();
    }
    MAKE = make;
    MAD = mad;
    PROBLEM = problem;
  }

  private IsalFunctions() {}

  /** Why there are no functions; empty if there are. */
  static String problem() {
    return PROBLEM;
  }

  @SuppressWarnings("restricted") // a library of the system, which the operator installed
  private static SymbolLookup lookup() {
    return SymbolLookup.libraryLookup(LIBRARY, Arena.global());
  }

  @SuppressWarnings("restricted") // the signatures of these functions are known
  private static MethodHandle handle(
      SymbolLookup symbols, String name, FunctionDescriptor signature) {
    return Linker.nativeLinker()
        .downcallHandle(symbols.findOrThrow(name), signature, Linker.Option.critical(true));
  }

  /** Makes the table of a coefficient. */
  static byte[] table(int coefficient) {
    byte[] table = new byte[TABLE_BYTES];
    try {
      present(MAKE).invokeExact((byte) coefficient, MemorySegment.ofArray(table));
    } catch (Throwable e) {
      throw thrown(e);
    }
    return table;
  }

  /**
   * Adds to a range of bytes the products of a coefficient and the elements of another range. The
   * segments are made right at the call, so that the compiler can leave them out.
   *
   * @param length at least 64: the function does nothing for shorter ranges
   */
  static void multiplyAndAdd(
      byte[] table, byte[] from, int fromAt, byte[] into, int intoAt, int length) {
    try {
      present(MAD)
          .invokeExact(
              length,
              1,
              0,
              MemorySegment.ofArray(table),
              MemorySegment.ofArray(from).asSlice(fromAt, length),
              MemorySegment.ofArray(into).asSlice(intoAt, length));
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  private static MethodHandle present(@Nullable MethodHandle handle) {
    if (handle == null) {
      throw new IllegalStateException(PROBLEM);
    }
    return handle;
  }

  /** A method handle may throw anything by its signature; a C function throws nothing. */
  private static RuntimeException thrown(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException known
        ? known
        : new IllegalStateException("a C function threw " + e, e);
  }
}
