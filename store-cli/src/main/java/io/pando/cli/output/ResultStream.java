package io.pando.cli.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Standard output, in UTF-8. A plain {@link PrintStream} hides write errors; every method of this
 * one throws {@link OutputLostException} once bytes were lost, and {@link #lost} keeps the failure.
 * Bytes are buffered, for at most {@value #FLUSH_MILLIS} ms while output continues.
 */
public final class ResultStream extends PrintStream {
  private static final int BUFFER_BYTES = 8 << 10;
  private static final long FLUSH_MILLIS = 100;

  private final Sink sink;

  private ResultStream(Sink sink) {
    super(sink, false, StandardCharsets.UTF_8);
    this.sink = sink;
  }

  /** Writes results to a stream. */
  public static ResultStream to(OutputStream stream) {
    return new ResultStream(new Sink(stream));
  }

  /** Flushes the buffer; returns the failure if bytes were lost, or null. Never throws. */
  public @Nullable OutputLostException lost() {
    try {
      flush();
    } catch (OutputLostException now) {
      return now;
    }
    return sink.lost;
  }

  /** Flushes and closes; a loss at the end is kept for {@link #lost} too. */
  @Override
  public void close() {
    if (lost() == null) {
      super.close();
    }
  }

  /**
   * The buffer. Guarded by the print stream's lock, or, in {@link #lost}, no longer written by
   * other threads.
   */
  private static final class Sink extends OutputStream {
    private final OutputStream to;
    private volatile @Nullable OutputLostException lost;
    private long flushedNanos = System.nanoTime();

    Sink(OutputStream to) {
      this.to = new BufferedOutputStream(to, BUFFER_BYTES);
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      guard(() -> {
        to.write(bytes, offset, length);
        long now = System.nanoTime();
        if (now - flushedNanos > TimeUnit.MILLISECONDS.toNanos(FLUSH_MILLIS)) {
          flushedNanos = now;
          to.flush();
        }
      });
    }

    @Override
    public void flush() {
      guard(to::flush);
    }

    private interface Act {
      void run() throws IOException;
    }

    private void guard(Act act) {
      OutputLostException before = lost;
      if (before != null) {
        throw before;
      }
      try {
        act.run();
      } catch (IOException failure) {
        OutputLostException now = new OutputLostException(failure);
        lost = now;
        throw now;
      }
    }
  }
}
