package io.pando.cli.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The program that this process runs: its command line, and its replacement ({@code execv}), which
 * the class library does not offer. The process keeps its number, its parent, its environment and
 * its standard streams, so its parent notices nothing.
 */
final class ProcessImage {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
  private static final String PROGRAM = "/proc/self/exe";
  private static final FunctionDescriptor EXECV =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

  /** Every byte is a character of its own, so arguments in any encoding stay as they are. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private ProcessImage() {}

  /** The command line of this process; only Linux tells it. */
  static List<String> commandLine() throws IOException {
    String line = new String(Files.readAllBytes(COMMAND_LINE), BYTES);
    return List.of(line.substring(0, line.length() - 1).split("\0", -1));
  }

  /**
   * Replaces the program of this process; all of its threads end without further ado. Returns only
   * by an exception, and then nothing has changed.
   */
  static void replace(List<String> commandLine) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment arguments = arena.allocate(ValueLayout.ADDRESS, commandLine.size() + 1L);
      for (int i = 0; i < commandLine.size(); i++) {
        arguments.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(commandLine.get(i), BYTES));
      }
      arguments.setAtIndex(ValueLayout.ADDRESS, commandLine.size(), MemorySegment.NULL);
      MemorySegment program = arena.allocateFrom(PROGRAM, BYTES);
      int status = (int) execv().invokeExact(program, arguments);
      throw new IOException("execv returned " + status);
    } catch (RuntimeException | Error | IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("execv", e);
    }
  }

  /**
   * Native access is restricted because a wrong signature crashes the process; this signature is
   * right.
   */
  @SuppressWarnings("restricted")
  private static MethodHandle execv() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow("execv"), EXECV);
  }
}
