package io.pando.cli.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Standard output, in UTF-8. A {@link PrintStream} says nothing when it cannot write; every method
 * of this one throws {@link OutputLostException} once bytes were lost, and {@link #lost} remembers
 * it. Bytes are buffered, for {@value #FLUSH_MILLIS} ms at most while something is printed.
 */
public final class ResultStream extends PrintStream {
  private static final int BUFFER_BYTES = 8 << 10;
  private static final long FLUSH_MILLIS = 100;

  private final Sink sink;

  private ResultStream(Sink sink) {
    super(sink, false, StandardCharsets.UTF_8);
    this.sink = sink;
  }

  /** Results that go to a stream. */
  public static ResultStream to(OutputStream stream) {
    return new ResultStream(new Sink(stream));
  }

  /** Writes what is buffered; what was lost until now, or null. Never throws. */
  public @Nullable OutputLostException lost() {
    try {
      flush();
    } catch (OutputLostException now) {
      return now;
    }
    return sink.lost;
  }

  /** What is lost at the end is remembered, too. */
  @Override
  public void close() {
    if (lost() == null) {
      super.close();
    }
  }

  /** Locked by the print stream, or, in {@link #lost}, no longer written by others. */
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
