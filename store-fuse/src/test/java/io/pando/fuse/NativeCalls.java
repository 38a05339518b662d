package io.pando.fuse;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls of the C library that the class library does not offer, for tests. */
public final class NativeCalls {
  public static final int AT_FDCWD = -100;
  public static final int O_RDWR = 2;
  public static final int O_TMPFILE = 0x410000;

  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();

  private NativeCalls() {}

  /**
   * Calls a function.
   *
   * @param arguments ints, longs, memory, and strings
   * @return what it returns; if that is -1, the negated error number
   */
  @SuppressWarnings("restricted")
  public static long call(String name, Object... arguments) {
    boolean returnsInt = !List.of("lseek", "copy_file_range", "telldir").contains(name);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      List<Object> values = new ArrayList<>(List.of(state));
      Arrays.stream(arguments)
          .map(each -> each instanceof String text ? arena.allocateFrom(text) : each)
          .forEach(values::add);
      MethodHandle handle =
          Linker.nativeLinker()
              .downcallHandle(
                  Linker.nativeLinker().defaultLookup().findOrThrow(name),
                  FunctionDescriptor.of(
                      returnsInt ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG,
                      values.stream()
                          .skip(1)
                          .map(NativeCalls::layout)
                          .toArray(MemoryLayout[]::new)),
                  Linker.Option.captureCallState("errno"));
      long returned = ((Number) handle.invokeWithArguments(values)).longValue();
      return returned == -1 ? -state.get(ValueLayout.JAVA_INT, 0) : returned;
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** Calls a function that returns a pointer. */
  @SuppressWarnings("restricted")
  public static MemorySegment pointer(String name, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      List<Object> values =
          Arrays.stream(arguments)
              .map(each -> each instanceof String text ? (Object) arena.allocateFrom(text) : each)
              .toList();
      MethodHandle handle =
          Linker.nativeLinker()
              .downcallHandle(
                  Linker.nativeLinker().defaultLookup().findOrThrow(name),
                  FunctionDescriptor.of(
                      ValueLayout.ADDRESS,
                      values.stream().map(NativeCalls::layout).toArray(MemoryLayout[]::new)));
      return (MemorySegment) handle.invokeWithArguments(values);
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static MemoryLayout layout(Object value) {
    return switch (value) {
      case Integer _ -> ValueLayout.JAVA_INT;
      case Long _ -> ValueLayout.JAVA_LONG;
      default -> ValueLayout.ADDRESS;
    };
  }
}
