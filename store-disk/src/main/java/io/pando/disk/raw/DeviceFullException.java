package io.pando.disk.raw;

import java.io.IOException;

/** The medium below has no room left. */
final class DeviceFullException extends IOException {
  private static final long serialVersionUID = 1;

  DeviceFullException(String message) {
    super(message);
  }
}
