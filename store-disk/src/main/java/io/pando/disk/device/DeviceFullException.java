package io.pando.disk.device;

import java.io.IOException;

/** The medium below has no room left. */
public final class DeviceFullException extends IOException {
  private static final long serialVersionUID = 1;

  public DeviceFullException(String message) {
    super(message);
  }
}
