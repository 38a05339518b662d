package io.pando.disk.metadata;

import io.pando.disk.device.DeviceFullException;

/** The metadata cannot be read or written; the message comes from the library. */
public final class MetadataException extends Exception {
  public MetadataException(String message) {
    super(message);
  }

  MetadataException(Throwable cause) {
    super(cause.getMessage(), cause);
  }

  /** Whether the metadata's file system has no space; a later attempt may succeed. */
  public boolean isNoSpace() {
    return DeviceFullException.isCause(this);
  }
}
