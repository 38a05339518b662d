package io.pando.disk.device;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The underlying medium has no space left. */
public final class DeviceFullException extends IOException {
  /** Message of the C library for ENOSPC and EDQUOT; all libraries pass it on. */
  private static final String NO_SPACE = "No space left on device";

  private static final String QUOTA = "Disk quota exceeded";

  public DeviceFullException(String message) {
    super(message);
  }

  /** Whether a failure, or one of its causes, is a file system without space. */
  public static boolean isCause(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof DeviceFullException
          || message.contains(NO_SPACE)
          || message.contains(QUOTA)) {
        return true;
      }
    }
    return false;
  }
}
