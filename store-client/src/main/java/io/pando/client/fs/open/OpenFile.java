package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.client.fs.data.DataInput;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.probe.Probe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A regular file that is open, or was and still has bytes in the cache.
 *
 * <p>The client says by {@code usable} what may be done; {@code given} is what the machine for
 * bytes was told, and a part of it, except for a moment. Between both is the size: it has to be
 * asked for whenever others may have changed it.
 */
final class OpenFile {
  /** Capabilities for bytes. */
  static final CapabilitySet DATA =
      CapabilitySet.of(
          Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER, Capability.LAZY);

  /** While a client has one of these, no other client truncates the file. */
  static final CapabilitySet UNCUT =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);

  /** Under these a client has what the server does not know. */
  static final CapabilitySet CHANGES =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER, Capability.LAZY);

  /** While a client has one of these, it knows the size; of a lazy file, as well as its bytes. */
  static final CapabilitySet SIZED =
      CapabilitySet.of(Capability.CACHE, Capability.BUFFER, Capability.LAZY);

  static final ByteRange ALL_BYTES = new ByteRange(0, Long.MAX_VALUE);

  /** Largest file. */
  static final long MOST_BYTES = 1L << 44;

  private static final long NEVER = -1;

  final Ino ino;
  final List<FileHandle> handles = new ArrayList<>();

  // Capabilities

  CapabilitySet usable = CapabilitySet.NONE;
  CapabilitySet given = CapabilitySet.NONE;
  long writableTo;

  /** The same as the machine for bytes knows it. */
  long givenTo;

  /** Whether the machine for bytes knows the file in this session. */
  boolean ready;

  /** Whether it knows the file at all. */
  boolean inData;

  /** Grows when a capability is lost, or this client changes the size. */
  long epoch;

  /** Grows when the size may have become smaller: then one that was asked for before is old. */
  long cuts;

  /** Epoch for which the size is being asked for, so that capabilities can be used. */
  long fetching = NEVER;

  /** Whether others may have truncated the file since its size was known. */
  boolean unsized = true;

  /** Where its bytes are; null if that is not known. */
  @Nullable FileLayout layout;

  /** Capabilities that the machine for bytes is giving up. */
  int revoking;

  /** Tokens to be confirmed when it has given them up. */
  final List<Long> confirmations = new ArrayList<>();

  // Calls

  /** Calls that wait for capabilities, for a lease, or for a change of the size. */
  final Deque<FileOp> waiting = new ArrayDeque<>();

  final FileOp.Order changes = new FileOp.Order();

  /** Writes that the machine for bytes has not answered. */
  int changing;

  /** Writes under way that make the file longer, and were not answered yet. */
  private int growing;

  /** The size without these. */
  private long sizeBefore;

  /** The append whose turn it is; null if there is none. */
  @Nullable FileOp appending;

  final Deque<FileResizing.Resize> resizes = new ArrayDeque<>();
  boolean resizing;

  // The range that may be written

  /** Offset up to which the server is asked to allow writing; 0 if it is not asked. */
  long asked;

  /** Number of the question. */
  long question;

  /** Size from which on the server is told the size early. */
  long tellAt;

  // What the client knows alone

  /** Times of what this client did; null if it did nothing since it has its capabilities. */
  @Nullable WriterRecord record;

  /** Times by the server, as far as they are known. */
  FileAges ages = FileAges.UNKNOWN;

  /** Number of changes after which objects may not show the size: it became larger, or a hole. */
  long hidden;

  /** How many of them the server's journal has, or are lost. */
  long hiddenAndTold;

  /** Whether the file is forgotten once the server's journal has them. */
  boolean forgottenLater;

  /** Number of truncations that the newest size of the server contains. */
  long truncations;

  // Errors

  /** Whether bytes were lost with a session: all its handles fail. */
  boolean dead;

  /** Why the file cannot be used; null if it can. */
  @Nullable FsError failure;

  /** Newest error of bytes that were written behind. */
  @Nullable FsError error;

  /** Number of such errors. */
  long errors;

  OpenFile(Ino ino) {
    this.ino = ino;
  }

  static boolean meet(CapabilitySet some, CapabilitySet others) {
    return !some.intersection(others).isEmpty();
  }

  boolean mayRead() {
    return given.contains(Capability.READ) || given.contains(Capability.LAZY);
  }

  boolean mayWrite() {
    return given.contains(Capability.WRITE) || given.contains(Capability.LAZY);
  }

  /** Whether bytes may be read that other clients write meanwhile. */
  boolean isReadShared() {
    return !meet(given, SIZED);
  }

  /** Whether bytes are written that other clients may read meanwhile. */
  boolean isWriteShared() {
    return !given.contains(Capability.BUFFER) && !given.contains(Capability.LAZY);
  }

  /** Whether the size is known without a question; otherwise it is a lower bound. */
  boolean knowsSize() {
    return meet(given, SIZED);
  }

  /** A write begins that makes the file longer than this, and is not answered at once. */
  void growsFrom(long size) {
    if (growing == 0) {
      sizeBefore = size;
    }
    growing++;
  }

  /** Whether bytes up to an offset may be a part of such a write, or a hole before it. */
  boolean isGrowingBelow(long end) {
    return growing > 0 && end > sizeBefore;
  }

  /** Such a write has ended; {@code size} is what it reached, 0 if it failed. */
  void grown(long size) {
    growing--;
    sizeBefore = Math.max(sizeBefore, size);
  }

  /** Makes the file longer. The client may write it up to there. */
  void lengthen(FileParts parts, long size) {
    parts.step(new DataInput.Resized(ino, size));
    reaches(size);
    obtainRecord().wrote(parts.now().time());
    hidden++;
    // A server could not find this size.
    parts.tell(ino);
  }

  /** Waits until the server's journal has the size, if objects may not show it. */
  void tellHidden(FileParts parts, Runnable then) {
    long told = hidden;
    if (told == hiddenAndTold) {
      then.run();
      return;
    }
    Probe.reached("files: a size that no object shows is journaled");
    parts.syncTold(
        ino,
        answer -> {
          if (answer instanceof FsAnswer.Failed(FsError why)) {
            lost(why);
          }
          hiddenAndTold = Math.max(hiddenAndTold, told);
          then.run();
        });
  }

  /** The file has this size at least. */
  void reaches(long size) {
    sizeBefore = Math.max(sizeBefore, size);
  }

  /**
   * The size as others may see it: a part of a write that has not ended must not be read.
   *
   * @param size with the writes under way
   */
  long sizeForOthers(long size) {
    return growing == 0 ? size : Math.min(size, sizeBefore);
  }

  /** Whether changes have to wait for a change of the size. */
  boolean isBlocked() {
    return resizing || !resizes.isEmpty();
  }

  /** The size may be smaller now. */
  void cut() {
    cuts++;
    epoch++;
    tellAt = 0;
  }

  boolean isFetching() {
    return fetching != NEVER;
  }

  void fetched() {
    fetching = NEVER;
  }

  /** What this client does with the bytes from now on. */
  WriterRecord obtainRecord() {
    WriterRecord known = record;
    if (known == null) {
      known = new WriterRecord();
      record = known;
    }
    return known;
  }

  /** Bytes that programs believe to be written are lost. */
  void lost(FsError why) {
    error = why;
    errors++;
  }
}
