package io.pando.disk.raw.volume;

/** Bytes that were asked for are not what was written, or cannot be read. */
final class DamagedBlockException extends Exception {
  private static final long serialVersionUID = 1;

  DamagedBlockException(String message) {
    super(message);
  }
}
