package io.pando.fuse.files;

import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fuse.protocol.FileFlags;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * An open file. Any thread may use it.
 *
 * <p>A file that becomes lazy while it is open is opened again in the client; its handle of before
 * is closed with the new one, since calls may be under way on it.
 */
final class OpenHandle {
  private final long number;
  private final long node;
  private final Ino ino;
  private final FileFlags flags;
  private final List<Long> replaced = new ArrayList<>();
  private final TreeSet<Long> recordOwners = new TreeSet<>();
  private volatile long inClient;

  /**
   * A file that was opened.
   *
   * @param number to the kernel
   * @param inClient the handle to the client
   */
  OpenHandle(long number, long node, Ino ino, FileFlags flags, long inClient) {
    this.number = number;
    this.node = node;
    this.ino = ino;
    this.flags = flags;
    this.inClient = inClient;
  }

  long number() {
    return number;
  }

  long node() {
    return node;
  }

  Ino ino() {
    return ino;
  }

  FileFlags flags() {
    return flags;
  }

  /** The handle to the client. */
  long inClient() {
    return inClient;
  }

  /** The client has another handle for it from now on. */
  synchronized void replace(long other) {
    replaced.add(inClient);
    inClient = other;
  }

  /** All handles to the client, when the file is closed. */
  synchronized List<Long> allInClient() {
    List<Long> all = new ArrayList<>(replaced);
    all.add(inClient);
    return all;
  }

  /** An owner claims a lock of a range through this file. */
  synchronized void onClaim(LockClaim lock) {
    if (lock.family() == LockFamily.RECORD && lock.mode() != LockMode.NONE) {
      recordOwners.add(lock.owner());
    }
  }

  /** Whether an owner may have locks of ranges; it has none any more. */
  synchronized boolean releases(long owner) {
    return recordOwners.remove(owner);
  }

  /** The owners that may have locks of ranges. */
  synchronized List<Long> recordOwners() {
    return List.copyOf(recordOwners);
  }
}
