package io.pando.fuse.device;

import io.pando.fuse.protocol.Errno;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;

/**
 * A child process that inherits a descriptor, which processes of {@link ProcessBuilder} do not
 * ({@code posix_spawn(3)}).
 */
final class ChildProcess {
  /** The descriptor has this number in the child. */
  static final int INHERITED = 3;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final int STDERR = 2;
  private static final int WRITE_TRUNCATING = 0x201;

  /** More than {@code posix_spawn_file_actions_t} has in any C library. */
  private static final int ACTIONS_BYTES = 512;

  private static final MethodHandle SPAWN =
      LinuxCalls.call(
          "posix_spawnp",
          FunctionDescriptor.of(INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  private static final MethodHandle INIT =
      LinuxCalls.call("posix_spawn_file_actions_init", FunctionDescriptor.of(INT, ADDRESS));
  private static final MethodHandle DUP =
      LinuxCalls.call(
          "posix_spawn_file_actions_adddup2", FunctionDescriptor.of(INT, ADDRESS, INT, INT));
  private static final MethodHandle OPEN =
      LinuxCalls.call(
          "posix_spawn_file_actions_addopen",
          FunctionDescriptor.of(INT, ADDRESS, INT, ADDRESS, INT, INT));
  private static final MethodHandle DESTROY =
      LinuxCalls.call("posix_spawn_file_actions_destroy", FunctionDescriptor.of(INT, ADDRESS));
  private static final MethodHandle WAIT =
      LinuxCalls.call("waitpid", FunctionDescriptor.of(INT, INT, ADDRESS, INT));

  private ChildProcess() {}

  /**
   * Starts a program.
   *
   * @param descriptor becomes {@link #INHERITED} in the child
   * @param errors an existing file that gets what the program writes to its standard error
   * @return the process, or a negated error number
   */
  static int start(List<String> command, List<String> environment, int descriptor, Path errors) {
    MemorySegment state = LinuxCalls.newState();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(ACTIONS_BYTES, Long.BYTES);
      check((int) INIT.invokeExact(state, actions));
      try {
        check((int) DUP.invokeExact(state, actions, descriptor, INHERITED));
        MemorySegment file = arena.allocateFrom(errors.toString());
        check((int) OPEN.invokeExact(state, actions, STDERR, file, WRITE_TRUNCATING, 0));
        MemorySegment pid = arena.allocate(INT);
        int error =
            (int)
                SPAWN.invokeExact(
                    state,
                    pid,
                    arena.allocateFrom(command.getFirst()),
                    actions,
                    MemorySegment.NULL,
                    strings(arena, command),
                    strings(arena, environment));
        return error == 0 ? pid.get(INT, 0) : -error;
      } finally {
        check((int) DESTROY.invokeExact(state, actions));
      }
    } catch (Throwable e) {
      throw LinuxCalls.unexpected(e);
    }
  }

  /** Waits for a process to end; returns its exit status, or 128 if a signal ended it. */
  static int await(int pid) {
    MemorySegment state = LinuxCalls.newState();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(INT);
      int ended;
      do {
        ended = (int) LinuxCalls.value((int) WAIT.invokeExact(state, pid, status, 0), state);
      } while (ended == -Errno.EINTR);
      int bits = status.get(INT, 0);
      return ended < 0 || (bits & 0x7f) != 0 ? 128 : bits >>> 8 & 0xff;
    } catch (Throwable e) {
      throw LinuxCalls.unexpected(e);
    }
  }

  /** An array of strings that ends with a null pointer. */
  private static MemorySegment strings(Arena arena, List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }

  private static void check(int error) {
    if (error != 0) {
      throw new IllegalStateException("posix_spawn_file_actions: error " + error);
    }
  }
}
