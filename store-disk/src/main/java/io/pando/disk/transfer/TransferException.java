package io.pando.disk.transfer;

import java.io.IOException;

/** A stream is no export, is incomplete, or does not fit the store that it is for. */
public final class TransferException extends IOException {
  TransferException(String message) {
    super(message);
  }

  TransferException(String message, Throwable cause) {
    super(message, cause);
  }
}
