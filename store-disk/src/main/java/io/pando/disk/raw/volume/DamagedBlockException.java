package io.pando.disk.raw.volume;

/** Requested bytes fail their checksum, or cannot be read. */
final class DamagedBlockException extends Exception {
  DamagedBlockException(String message) {
    super(message);
  }
}
