package io.pando.cli.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How late the timers of a thread may fire ({@code PR_SET_TIMERSLACK} of Linux), so that the kernel
 * wakes several threads at once. A thread inherits it from the thread that starts it, and a program
 * from the one before it. Other systems have no such setting; there all threads keep the usual one.
 */
public final class TimerSlack {
  /** Slack of the threads of a monitor; the launchers set the same. */
  static final long MONITOR_NANOS = 40_000_000;

  private TimerSlack() {}

  /** A command line that starts a monitor, with the slack of a monitor. */
  public static List<String> monitor(List<String> line) {
    if (!Files.exists(Path.of("/proc/self/timerslack_ns"))) {
      return line;
    }
    List<String> all = new ArrayList<>();
    all.add("/bin/sh");
    all.add("-c");
    all.add(
        "{ echo %d > /proc/self/timerslack_ns; } 2> /dev/null; exec \"$@\""
            .formatted(MONITOR_NANOS));
    all.add("sh");
    all.addAll(line);
    return all;
  }
}
