package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.fs.call.FileCall;

/** A call on the bytes of an open file. */
final class FileOp {
  private static final long NEVER = -1;
  private static final long NO_LOCK = 0;

  final long call;
  final FileHandle handle;
  final FileCall.OnHandle what;

  /** Its place in the order of {@link OpenChanges}. */
  long order;

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

  /** Where the write ends that is under way. */
  long writesTo;

  /** Whether the server is not told that the file is so long before the write is done. */
  boolean grows;

  // The lock of its bytes

  /** Number of the owner of the lock. */
  private long lock = NO_LOCK;

  private long lockSession;
  private ByteRange locked = new ByteRange(0, 0);

  /** The call asks for the lock of a range as an owner of its own. */
  void locks(long owner, long ofSession, ByteRange range) {
    lock = owner;
    lockSession = ofSession;
    locked = range;
  }

  boolean hasLock() {
    return lock != NO_LOCK;
  }

  /** Whether it has a lock that did not end with its session. */
  boolean hasLockOf(long ofSession) {
    return lock != NO_LOCK && lockSession == ofSession;
  }

  /** The range that it has locked, or asked for. */
  ByteRange locked() {
    return locked;
  }

  /** Forgets the lock; returns its owner. */
  long dropLock() {
    long owner = lock;
    lock = NO_LOCK;
    return owner;
  }

  /** The server said the size after the call began. */
  void sized() {
    sizedIn = handle.file.cuts;
  }

  /** Whether the size that is known has been the size since the call began. */
  boolean isSized() {
    return handle.file.knowsSize() || sizedIn == handle.file.cuts;
  }
}
