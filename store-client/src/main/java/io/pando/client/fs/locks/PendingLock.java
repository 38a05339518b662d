package io.pando.client.fs.locks;

import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockMode;
import io.pando.message.FileMessage;
import org.jspecify.annotations.Nullable;

/** A request for a lock that has not ended. */
final class PendingLock {
  /** What it asks for. */
  enum Kind {
    TEST,
    TRY,
    WAIT
  }

  private final long number;
  private final @Nullable Long call;
  private final Ino ino;
  private final LockClaim claim;
  private final Kind kind;

  /** Whether it was sent to the holder of the rank, or to a former one. */
  boolean sent;

  /** Whether the caller wants it to end. */
  boolean cancelled;

  /**
   * Whether a successor was told of less than the owner had, since a former holder may have
   * executed this request.
   */
  boolean lowered;

  /**
   * A request.
   *
   * @param call of the caller; null if the client makes it of its own accord
   */
  PendingLock(long number, @Nullable Long call, Ino ino, LockClaim claim, Kind kind) {
    this.number = number;
    this.call = call;
    this.ino = ino;
    this.claim = claim;
    this.kind = kind;
  }

  long number() {
    return number;
  }

  @Nullable Long call() {
    return call;
  }

  Ino ino() {
    return ino;
  }

  LockClaim claim() {
    return claim;
  }

  LockHolder holder() {
    return LockHolder.of(ino, claim);
  }

  boolean isTest() {
    return kind == Kind.TEST;
  }

  boolean isRelease() {
    return kind != Kind.TEST && claim.mode() == LockMode.NONE;
  }

  /** Whether it is a request that waits for a lock like this one. */
  boolean waitsFor(Ino onInode, LockClaim wanted) {
    return kind == Kind.WAIT && ino.equals(onInode) && claim.equals(wanted);
  }

  /** The request as a message; {@code seen} is as in {@link FileMessage.AskLock}. */
  FileMessage message(long seen) {
    return kind == Kind.TEST
        ? new FileMessage.AskConflict(number, seen, ino, claim)
        : new FileMessage.AskLock(number, seen, ino, claim, kind == Kind.WAIT);
  }

  @Override
  public String toString() {
    return "%d: %s %s of inode %s".formatted(number, kind, claim, ino);
  }
}
