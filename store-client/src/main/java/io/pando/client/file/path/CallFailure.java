package io.pando.client.file.path;

import io.pando.fs.request.FsError;

/** The failure of a call, until it reaches the program: without a stack trace, for speed. */
final class CallFailure extends RuntimeException {
  private final FsError error;

  CallFailure(FsError error) {
    super(error.text(), null, false, false);
    this.error = error;
  }

  FsError error() {
    return error;
  }
}
