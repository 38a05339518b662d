package io.pando.fuse.memory;

/** A request fails with an error number. */
final class FailedRequest extends Exception {
  final int errno;

  FailedRequest(int errno) {
    super("error " + errno);
    this.errno = errno;
  }
}
