package io.pando.mds.names;

import io.pando.fs.request.FsError;

/** A request fails with an error of POSIX. */
final class FsException extends Exception {
  private static final long serialVersionUID = 1;

  private final FsError error;

  FsException(FsError error) {
    super(error.text(), null, false, false);
    this.error = error;
  }

  FsError error() {
    return error;
  }

  /** Throws the error if a condition holds. */
  static void when(boolean condition, FsError error) throws FsException {
    if (condition) {
      throw new FsException(error);
    }
  }
}
