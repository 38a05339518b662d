package io.pando.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Input and output of a command.
 *
 * @param in standard input
 * @param out results
 * @param err errors and progress
 * @param live whether progress may redraw its line: {@code err} is a terminal
 */
public record Console(InputStream in, PrintStream out, PrintStream err, boolean live) {
  /** Standard input and output of the process, in UTF-8. */
  public static Console ofProcess() {
    boolean live = System.getProperty("pando.terminal", "").contains("err");
    return new Console(
        StandardInput.open(),
        ResultStream.to(new FileOutputStream(FileDescriptor.out)),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        live);
  }

  /** Flushes the results; returns the failure if some were lost, or null. */
  public @Nullable OutputLostException lost() {
    if (out instanceof ResultStream results) {
      return results.lost();
    }
    out.flush();
    return null;
  }

  /** Whether results go to a terminal, so that they may be redrawn. */
  public boolean drawsResults() {
    return out instanceof ResultStream && isTerminal(Path.of("/proc/self/fd/1"));
  }

  /** The launcher tells about standard error alone, so the system is asked. */
  private static boolean isTerminal(Path descriptor) {
    try {
      String target = descriptor.toRealPath().toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException unknown) {
      // A pipe or a socket has no path, and another system no such link.
      return false;
    }
  }
}
