package io.pando.cli.output;

/** A line of progress: redrawn on a terminal, otherwise printed again periodically. Thread-safe. */
public final class ProgressLine {
  private static final long REDRAW_NANOS = 200_000_000;
  private static final long NEW_LINE_NANOS = 30_000_000_000L;

  private final Console console;
  private long drawnNanos = System.nanoTime();
  private int drawnWidth;

  /** Creates a line that is not shown yet. */
  public ProgressLine(Console console) {
    this.console = console;
  }

  /** Shows a new text. */
  public synchronized void show(String line) {
    long now = System.nanoTime();
    if (now - drawnNanos < (console.live() ? REDRAW_NANOS : NEW_LINE_NANOS)) {
      return;
    }
    drawnNanos = now;
    if (console.live()) {
      draw(line);
    } else {
      console.err().println(line);
    }
  }

  /** Draws a text at once, over the one before. */
  synchronized void draw(String line) {
    console.err().print("\r" + line + " ".repeat(Math.max(0, drawnWidth - line.length())));
    console.err().flush();
    drawnWidth = line.length();
  }

  /** Removes the line before other output. */
  public synchronized void clear() {
    if (drawnWidth > 0) {
      console.err().print("\r" + " ".repeat(drawnWidth) + "\r");
      console.err().flush();
      drawnWidth = 0;
    }
  }
}
