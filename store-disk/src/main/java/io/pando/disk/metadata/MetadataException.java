package io.pando.disk.metadata;

import io.pando.disk.device.DeviceFullException;

/** The metadata cannot be read or written; the message is the library's. */
public final class MetadataException extends Exception {
  private static final long serialVersionUID = 1;

  public MetadataException(String message) {
    super(message);
  }

  MetadataException(Throwable cause) {
    super(cause.getMessage(), cause);
  }

  /** Whether the file system of the metadata has no room: then a later try may succeed. */
  public boolean isNoSpace() {
    return DeviceFullException.isCause(this);
  }
}
