package io.pando.cli.output;

import java.io.IOException;

/**
 * Results could not be written. Unchecked, since every print may throw it: a command ends with it,
 * and must not go on as if its output had been read.
 */
public final class OutputLostException extends RuntimeException {
  private final boolean readerGone;

  OutputLostException(IOException cause) {
    super("standard output could not be written: " + cause.getMessage(), cause);
    String why = String.valueOf(cause.getMessage());
    this.readerGone = why.contains("Broken pipe");
  }

  /** Whether the reader of a pipe has ended, such as {@code head}; this needs no report. */
  public boolean readerGone() {
    return readerGone;
  }
}
