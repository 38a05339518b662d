package io.pando.client.fs.open;

import io.pando.fs.call.FileCall;

/** A call on the bytes of an open file. */
final class FileOp {
  private static final long NEVER = -1;

  final long call;
  final FileHandle handle;
  final FileCall.OnHandle what;

  /** Number of the session in which it was begun. */
  long session;

  /** {@link OpenFile#cuts} when the server said the size for this call. */
  private long sizedIn = NEVER;

  FileOp(long call, FileHandle handle, FileCall.OnHandle what) {
    this.call = call;
    this.handle = handle;
    this.what = what;
  }

  OpenFile file() {
    return handle.file;
  }

  /** How often the append was overtaken. */
  int overtaken;

  /** The server said the size after the call began. */
  void sized() {
    sizedIn = handle.file.cuts;
  }

  /** Whether the size that is known has been the size since the call began. */
  boolean isSized() {
    return handle.file.knowsSize() || sizedIn == handle.file.cuts;
  }
}
