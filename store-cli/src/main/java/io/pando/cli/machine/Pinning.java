package io.pando.cli.machine;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Pins the calling thread, and the threads that it starts from now on, to cores: {@code
 * sched_setaffinity} of Linux, which the class library does not offer.
 */
public final class Pinning {
  private static final int EINVAL = 22;
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final FunctionDescriptor CALL =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);

  private Pinning() {}

  /** Restricts the calling thread to these cores. */
  public static void pin(CoreSet cores) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(CoreSet.MAX / Byte.SIZE);
      for (int core : cores.numbers()) {
        int at = core / Byte.SIZE;
        byte bits = mask.get(ValueLayout.JAVA_BYTE, at);
        mask.set(ValueLayout.JAVA_BYTE, at, (byte) (bits | (1 << (core % Byte.SIZE))));
      }
      // The kernel ignores cores that do not exist, unless none is left.
      if (call("sched_setaffinity", arena, mask) == EINVAL || !now().equals(cores)) {
        throw new IOException(
            "cannot run on cores %s: this process may use %s".formatted(cores, offered()));
      }
    }
  }

  /** The cores on which the calling thread may run. */
  public static CoreSet now() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(CoreSet.MAX / Byte.SIZE);
      call("sched_getaffinity", arena, mask);
      SortedSet<Integer> cores = new TreeSet<>();
      for (int core = 0; core < CoreSet.MAX; core++) {
        int bits = mask.get(ValueLayout.JAVA_BYTE, core / Byte.SIZE);
        if (((bits >> (core % Byte.SIZE)) & 1) != 0) {
          cores.add(core);
        }
      }
      return new CoreSet(cores);
    }
  }

  private static String offered() {
    int count = Runtime.getRuntime().availableProcessors();
    return count == 1 ? "one core" : count + " cores, usually 0-" + (count - 1);
  }

  /**
   * Calls a function for the calling thread; returns the error, or a negative number if there is
   * none.
   */
  private static int call(String name, Arena arena, MemorySegment mask) throws IOException {
    String system = System.getProperty("os.name", "");
    if (!system.toLowerCase(Locale.ROOT).contains("linux")) {
      throw new IOException("threads can be pinned to cores on Linux alone, this is " + system);
    }
    MemorySegment state = arena.allocate(STATE);
    int result;
    try {
      result = (int) function(name).invokeExact(state, 0, mask.byteSize(), mask);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(name, e);
    }
    int errno = result < 0 ? (int) ERRNO.get(state, 0L) : -1;
    if (errno >= 0 && errno != EINVAL) {
      throw new IOException(name + " failed with error " + errno);
    }
    return errno;
  }

  /**
   * Native access is restricted because a wrong signature crashes the process; these signatures are
   * right.
   */
  @SuppressWarnings("restricted")
  private static MethodHandle function(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), CALL, KEEP_ERRNO);
  }
}
