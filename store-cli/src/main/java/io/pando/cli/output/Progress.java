package io.pando.cli.output;

import io.pando.cli.text.ByteSize;
import java.util.Locale;

/**
 * Prints the progress of a long copy: a bar that is redrawn on a terminal, otherwise a line at each
 * quarter. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  private static final int BAR = 30;
  private static final long REDRAW_NANOS = 100_000_000;
  private static final long QUIET_NANOS = 1_000_000_000;

  private final Console console;
  private final ProgressLine bar;
  private final String what;
  private final long totalBytes;
  private final long startNanos = System.nanoTime();
  private long doneBytes;
  private long drawnNanos = startNanos;
  private int quarter;

  /**
   * Begins the progress of a copy.
   *
   * @param totalBytes size of the copy; 0 or less if not known
   */
  public Progress(Console console, String what, long totalBytes) {
    this.console = console;
    this.bar = new ProgressLine(console);
    this.what = what;
    this.totalBytes = totalBytes;
  }

  /** Adds bytes that were copied. */
  public synchronized void add(long bytes) {
    reached(doneBytes + bytes);
  }

  /** Sets the number of bytes copied so far. */
  public synchronized void reached(long bytes) {
    doneBytes = bytes;
    long now = System.nanoTime();
    if (console.live()) {
      if (now - drawnNanos >= REDRAW_NANOS) {
        drawnNanos = now;
        bar.draw(line(now));
      }
    } else if (totalBytes > 0 && now - startNanos > QUIET_NANOS) {
      int reached = (int) Math.min(4, 4 * doneBytes / totalBytes);
      if (reached > quarter) {
        quarter = reached;
        console.err().println(line(now));
      }
    }
  }

  /** Removes the bar. */
  @Override
  public synchronized void close() {
    bar.clear();
  }

  private String line(long now) {
    double seconds = Math.max(1e-3, (now - startNanos) / 1e9);
    String rate = ByteSize.format((long) (doneBytes / seconds)) + "/s";
    if (totalBytes <= 0) {
      return what + "  " + ByteSize.format(doneBytes) + "  " + rate;
    }
    double part = Math.min(1, (double) doneBytes / totalBytes);
    int full = (int) (part * BAR);
    String bar = "[" + "=".repeat(full) + " ".repeat(BAR - full) + "]";
    return String.format(
        Locale.ROOT,
        "%s  %s %3.0f%%  %s of %s  %s",
        what,
        bar,
        part * 100,
        ByteSize.format(doneBytes),
        ByteSize.format(totalBytes),
        rate);
  }
}
