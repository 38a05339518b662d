package io.pando.disk.metadata;

/** Bytes of an object cannot be read, or fail their checksum; the message says which bytes. */
public final class DamagedBytesException extends Exception {
  public DamagedBytesException(String message) {
    super(message);
  }

  /** Damage of the bytes {@code from} to {@code to}, exclusive. */
  public static DamagedBytesException of(StoredObject object, long from, long to, String why) {
    return new DamagedBytesException(
        String.format(
            "object %s of %s, bytes %d to %d: %s",
            object.id(), object.collection(), from, to - 1, why));
  }
}
