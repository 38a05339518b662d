package io.pando.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Fields of a process in {@code /proc/PID/stat} on Linux, as far as they are used here. Hand-made:
 * OSHI does not report whether a process is being killed, and it loads native code at every start.
 *
 * @param state a letter
 * @param flags flags of the kernel
 * @param startTicks start time, in clock ticks since the machine booted
 */
record ProcStat(char state, long flags, long startTicks) {
  private static final int STATE = 0;
  private static final int FLAGS = 6;
  private static final int START = 19;

  /** {@code PF_EXITING} of the kernel. */
  private static final long EXITING = 0x4;

  /** The bit of {@code SIGKILL} in a set of signals. */
  private static final long KILL = 1L << 8;

  /** Reads a process; empty if it does not exist or there is no {@code /proc}. */
  static Optional<ProcStat> read(Path proc, long pid) {
    try {
      return Optional.of(
          parse(Files.readString(proc.resolve(String.valueOf(pid)).resolve("stat"))));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * Parses the line. The name of the program is in parentheses and may itself contain parentheses
   * and blanks.
   */
  static ProcStat parse(String line) {
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return new ProcStat(
        fields[STATE].charAt(0), Long.parseLong(fields[FLAGS]), Long.parseLong(fields[START]));
  }

  boolean isZombie() {
    return "ZXx".indexOf(state) >= 0;
  }

  boolean isExiting() {
    return (flags & EXITING) != 0;
  }

  /** Whether {@code SIGKILL} was sent to a process and is still pending. */
  static boolean isKilled(Path proc, long pid) {
    List<String> lines;
    try {
      lines = Files.readAllLines(proc.resolve(String.valueOf(pid)).resolve("status"));
    } catch (IOException gone) {
      return true;
    }
    return lines.stream()
        .filter(line -> line.startsWith("SigPnd:") || line.startsWith("ShdPnd:"))
        .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & KILL) != 0);
  }
}
