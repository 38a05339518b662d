package io.pando.cli.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How late the timers of a thread may fire on an idle processor ({@code PR_SET_TIMERSLACK} of
 * Linux). A thread inherits it from the thread that starts it, and a program from the one before
 * it. On a busy processor timers fire with the next interrupt, so a wide slack costs nothing where
 * it would matter.
 *
 * <p>The threads of the JVM look at the heap 100 times a second, in a process at rest too. With the
 * slack of a daemon they do that 20 times a second while nothing happens. Other systems than Linux
 * have no such setting; there all threads keep the usual one.
 */
public final class TimerSlack {
  /** Slack of the threads of a daemon; the launchers set the same. */
  static final long DAEMON_NANOS = 40_000_000;

  private static final long EXACT_NANOS = 50_000;

  private TimerSlack() {}

  /** A command line that starts a daemon, with the slack of a daemon. */
  public static List<String> daemon(List<String> line) {
    if (!Files.exists(Path.of("/proc/self/timerslack_ns"))) {
      return line;
    }
    List<String> all = new ArrayList<>();
    all.add("/bin/sh");
    all.add("-c");
    all.add(
        "{ echo %d > /proc/self/timerslack_ns; } 2> /dev/null; exec \"$@\""
            .formatted(DAEMON_NANOS));
    all.add("sh");
    all.addAll(line);
    return all;
  }

  /**
   * Gives the calling thread exact timers, as they are without this class.
   *
   * @return what prevented it; empty if nothing did
   */
  public static String makeExact() {
    Path self = Path.of("/proc/thread-self");
    if (!Files.exists(self)) {
      return "";
    }
    try {
      Path thread = Files.readSymbolicLink(self).getFileName();
      Path slack = Path.of("/proc").resolve(thread).resolve("timerslack_ns");
      Files.writeString(slack, String.valueOf(EXACT_NANOS), StandardCharsets.US_ASCII);
      return "";
    } catch (IOException failure) {
      return "timers of event loops may be %d ms late: %s"
          .formatted(DAEMON_NANOS / 1_000_000, failure);
    }
  }
}
