package io.pando.disk.raw.volume;

/** Requested bytes fail their checksum, or cannot be read. */
final class DamagedBlockException extends Exception {
  private static final long serialVersionUID = 1;

  DamagedBlockException(String message) {
    super(message);
  }
}
