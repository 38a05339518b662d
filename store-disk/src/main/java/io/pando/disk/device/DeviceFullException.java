package io.pando.disk.device;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The medium below has no room left. */
public final class DeviceFullException extends IOException {
  private static final long serialVersionUID = 1;

  /** What the C library says of ENOSPC and EDQUOT, whichever library passes it on. */
  private static final String NO_SPACE = "No space left on device";

  private static final String QUOTA = "Disk quota exceeded";

  public DeviceFullException(String message) {
    super(message);
  }

  /** Whether a failure, or what caused it, is that a file system has no room. */
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
