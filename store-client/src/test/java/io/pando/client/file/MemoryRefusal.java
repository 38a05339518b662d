package io.pando.client.file;

import io.pando.fs.request.FsError;

/** A call on {@link MemoryFiles} that fails. */
final class MemoryRefusal extends RuntimeException {
  private final FsError error;

  MemoryRefusal(FsError error) {
    super(error.text());
    this.error = error;
  }

  FsError error() {
    return error;
  }

  static void when(boolean condition, FsError error) {
    if (condition) {
      throw new MemoryRefusal(error);
    }
  }
}
