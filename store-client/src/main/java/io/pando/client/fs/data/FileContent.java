package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.request.FsError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client has of one file. */
final class FileContent {
  final Ino ino;
  final ChunkMap chunks;
  final FileReadAhead readAhead;

  /** Reads of objects under way. */
  final List<OpenCall.Fill> fills = new ArrayList<>();

  /** Writes of objects under way. */
  final OpenCall.Flights flights = new OpenCall.Flights();

  final List<Waiter> waiters = new ArrayList<>();

  /** Reads that the capabilities do not allow now. */
  final Deque<DataInput.Read> refusedReads = new ArrayDeque<>();

  private FileLayout layout;
  private CapabilitySet held;
  private long size;
  private long writableTo;

  /** Why bytes were lost since an answer told it; null if none were. */
  @Nullable FsError error;

  /** Whether the session in which the file was opened has ended. */
  boolean ended;

  FileContent(DataInput.Opened opened, FileDataConfig config, CacheBudget budget) {
    this.ino = opened.ino();
    this.chunks = new ChunkMap(this, budget);
    this.readAhead = new FileReadAhead(config);
    this.layout = opened.layout();
    this.held = opened.held();
    this.size = opened.size();
    this.writableTo = opened.writableTo();
  }

  /** The file is opened in another session, or once more. */
  void reopen(DataInput.Opened opened) {
    layout = opened.layout();
    held = opened.held();
    size = Math.max(opened.size(), chunks.unwrittenEnd());
    writableTo = opened.writableTo();
    ended = false;
  }

  void grant(DataInput.Granted granted) {
    held = granted.held();
    writableTo = granted.writableTo();
  }

  void keepOnly(CapabilitySet left) {
    held = held.intersection(left);
    if (!mayCache()) {
      forgetClean(Ranges.ALL);
    }
  }

  /** Drops clean bytes, and lets none be cached that are being read. */
  void forgetClean(ByteRange range) {
    chunks.remove(range, chunk -> chunk.state == Chunk.State.CLEAN);
    spoilFills(range);
  }

  /** Bytes of a range that are being read now are not cached. */
  void spoilFills(ByteRange range) {
    for (OpenCall.Fill fill : fills) {
      fill.keep &= !fill.overlaps(range);
    }
  }

  /** Sets the size; bytes behind it are dropped. */
  void cutOff(long newSize) {
    if (newSize < size) {
      ByteRange behind = new ByteRange(newSize, Long.MAX_VALUE - newSize);
      chunks.remove(behind, _ -> true);
      spoilFills(behind);
    }
    size = newSize;
  }

  void growTo(long end) {
    size = Math.max(size, end);
  }

  boolean mayRead() {
    return held.contains(Capability.READ) || held.contains(Capability.LAZY);
  }

  boolean mayCache() {
    return held.contains(Capability.CACHE)
        || held.contains(Capability.BUFFER)
        || held.contains(Capability.LAZY);
  }

  boolean mayWrite(long end) {
    return end <= writableTo && (held.contains(Capability.WRITE) || held.contains(Capability.LAZY));
  }

  boolean mayBuffer() {
    return held.contains(Capability.BUFFER) || held.contains(Capability.LAZY);
  }

  boolean isUnderWay(ByteRange range) {
    return flights.overlap(range);
  }

  boolean isUnderWay(ByteRange range, long sequence) {
    return flights.overlap(range, sequence);
  }

  /** Whether objects are being read for requests that began before the bytes were written. */
  boolean isBeingRead(ByteRange range) {
    return fills.stream().anyMatch(fill -> !fill.readers.isEmpty() && fill.overlaps(range));
  }

  FileLayout layout() {
    return layout;
  }

  long size() {
    return size;
  }

  long writableTo() {
    return writableTo;
  }

  void checkThoroughly() {
    chunks.checkThoroughly();
    flights.checkThoroughly();
    Invariant.check(
        mayCache() || fills.stream().noneMatch(fill -> fill.keep),
        "bytes are to be cached without permission");
    Invariant.check(!ended || (fills.isEmpty() && flights.isEmpty()), "calls of an ended session");
  }
}
