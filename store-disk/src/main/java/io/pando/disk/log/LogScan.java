package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.probe.Probe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from beginning to end. A batch is written only after the batch before it was flushed.
 * So an incomplete batch is either the last one, which was never acknowledged, or damaged; damage
 * is recognised by batches that follow it.
 */
final class LogScan {
  /** The records of a segment that was read; {@code next} is exclusive. */
  record Extent(long first, long next) {}

  private final LogMedium medium;
  private final LogConfig config;
  private final LogOwner owner;
  private final LogReader reader;
  private final SortedMap<Long, Extent> extents = new TreeMap<>();
  private long next;
  private long newest;
  private @Nullable SegmentHeader unused;
  private final ReadAhead ahead;
  private ByteBuffer buffer;
  private ByteBuffer whole;

  LogScan(LogMedium medium, LogConfig config, LogOwner owner, LogReader reader) {
    this.medium = medium;
    this.config = config;
    this.owner = owner;
    this.reader = reader;
    this.next = owner.checkpoint() + 1;
    this.buffer = Batch.buffer(config.batchBytes());
    this.whole = buffer;
    this.ahead = new ReadAhead(config.segmentBytes());
  }

  /** Records of every valid segment, by the segment's number. */
  SortedMap<Long, Extent> extents() {
    return extents;
  }

  /** Sequence number that the next record would have. */
  long next() {
    return next;
  }

  /** Number of the newest segment that was created; 0 if there is none. */
  long newest() {
    return newest;
  }

  /**
   * The newest segment, if it has a header and no records; a batch may have been interrupted in it.
   */
  @Nullable SegmentHeader unused() {
    return unused;
  }

  /** Reads the log; records that the owner's checkpoint covers are not reported. */
  void run() throws IOException, LogDamagedException {
    SortedMap<Long, SegmentHeader> headers = new TreeMap<>();
    SortedSet<Long> numbers = medium.segments();
    for (long number : numbers) {
      SegmentHeader header = header(number);
      if (header != null) {
        headers.put(number, header);
        newest = number;
      } else if (number != numbers.last()) {
        throw damaged("the header of segment " + number + " is damaged");
      }
    }
    if (owner.segment() > newest) {
      throw damaged("segment " + owner.segment() + " or a later one is missing");
    }
    read(headers);
    if (!numbers.isEmpty() && numbers.last() != newest) {
      Probe.reached("log: the last segment has no header");
      refuseIfUsed(numbers.last());
    }
  }

  /**
   * Handles a segment without a valid header. Its creation was interrupted, perhaps in the space of
   * an older segment. Throws if it holds newer records than all other segments.
   */
  private void refuseIfUsed(long number) throws IOException, LogDamagedException {
    try (LogSegment segment = medium.open(number)) {
      int step = LogSegment.LEAST_UNIT_BYTES;
      for (long at = BLOCK_BYTES; at < config.segmentBytes(); at += step) {
        Batch batch = headAt(segment, at, step);
        if (batch != null && batch.first() >= next && isWhole(segment, at, batch)) {
          throw damaged("the header of segment " + number + " is damaged");
        }
      }
    }
  }

  /**
   * Header of a segment; null if there is none, or if it belongs to an earlier user of the space.
   */
  private @Nullable SegmentHeader header(long number) throws IOException, LogDamagedException {
    SegmentHeader header;
    try (LogSegment segment = medium.open(number)) {
      if (segment.bytes() < config.segmentBytes()) {
        throw damaged("segment " + number + " is shorter than it was made");
      }
      segment.read(0, buffer.clear().limit(BLOCK_BYTES));
      header = SegmentHeader.of(buffer.clear().limit(BLOCK_BYTES).slice());
    } catch (SegmentHeader.UnknownVersionException e) {
      throw damaged("segment " + number + ": " + e.getMessage());
    }
    if (header == null || header.number() != number) {
      return null;
    }
    if (!header.store().equals(owner.store())) {
      throw damaged(
          "segment " + number + " belongs to " + header.store() + ", not to " + owner.store());
    }
    return header;
  }

  private void read(SortedMap<Long, SegmentHeader> headers)
      throws IOException, LogDamagedException {
    SortedMap<Long, SegmentHeader> needed = needed(headers);
    if (needed.isEmpty()) {
      return;
    }
    SegmentHeader oldest = needed.get(needed.firstKey());
    if (oldest != null && oldest.first() > owner.checkpoint() + 1) {
      throw missing(owner.checkpoint() + 1, oldest.first() - 1);
    }
    long expected = -1;
    for (Map.Entry<Long, SegmentHeader> entry : needed.entrySet()) {
      SegmentHeader header = entry.getValue();
      if (expected >= 0 && header.first() != expected) {
        throw missing(expected, header.first() - 1);
      }
      expected = readSegment(header, entry.getKey().equals(needed.lastKey()));
      extents.put(entry.getKey(), new Extent(header.first(), expected));
      Probe.reachedIf(expected == header.first(), "log: the last segment has no records");
      unused = expected == header.first() ? header : null;
    }
    if (expected <= owner.checkpoint()) {
      throw missing(expected, owner.checkpoint());
    }
    next = expected;
  }

  /**
   * The segments from the last one that begins at or before the first record behind the checkpoint.
   */
  private SortedMap<Long, SegmentHeader> needed(SortedMap<Long, SegmentHeader> headers) {
    long from = 0;
    for (Map.Entry<Long, SegmentHeader> entry : headers.entrySet()) {
      if (entry.getValue().first() <= owner.checkpoint() + 1) {
        from = entry.getKey();
      }
    }
    return headers.tailMap(from);
  }

  private LogDamagedException missing(long from, long to) {
    return damaged("records " + from + " to " + to + " are missing or damaged");
  }

  private LogDamagedException damaged(String what) {
    return new LogDamagedException(
        medium.describe()
            + ": "
            + what
            + ". The store may lack what it acknowledged: bring the log's files back, or remove the"
            + " store, format it again and let the cluster backfill it");
  }

  /** Returns the sequence number behind the segment's last record. */
  private long readSegment(SegmentHeader header, boolean last)
      throws IOException, LogDamagedException {
    try (LogSegment segment = medium.open(header.number())) {
      long at = BLOCK_BYTES;
      long sequence = header.first();
      Batch batch = batchAt(segment, header, at, sequence);
      while (batch != null) {
        tell(batch);
        sequence = batch.next();
        at += batch.paddedBytes(header.unitBytes());
        batch = batchAt(segment, header, at, sequence);
      }
      if (last) {
        refuseSuccessor(segment, header, at, sequence);
      }
      return sequence;
    }
  }

  private void tell(Batch batch) throws IOException, LogDamagedException {
    List<ByteBuffer> records = batch.records(whole);
    for (int i = 0; i < records.size(); i++) {
      if (batch.first() + i > owner.checkpoint()) {
        reader.onRecord(batch.first() + i, records.get(i));
      }
    }
  }

  /** The batch at a position; null if there is none with this sequence number. */
  private @Nullable Batch batchAt(LogSegment segment, SegmentHeader header, long at, long sequence)
      throws IOException {
    Batch batch = headAt(segment, at, header.unitBytes());
    return batch != null
            && batch.salt() == header.salt()
            && batch.first() == sequence
            && isWhole(segment, at, batch)
        ? batch
        : null;
  }

  private @Nullable Batch headAt(LogSegment segment, long at, int unitBytes) throws IOException {
    long space = config.segmentBytes() - at;
    return space <= 0 ? null : Batch.of(ahead.at(segment, at, unitBytes), space);
  }

  /** Reads a batch, in whole blocks. */
  private boolean isWhole(LogSegment segment, long at, Batch batch) throws IOException {
    int before = (int) (at % BLOCK_BYTES);
    int bytes = Batch.padded(before + batch.bytes(), BLOCK_BYTES);
    if (bytes > buffer.capacity()) {
      Probe.reached("log: a long batch is read");
      buffer = Batch.buffer(bytes);
    }
    segment.read(at - before, buffer.clear().limit(bytes));
    whole = buffer.slice(before, batch.bytes());
    if (batch.isWhole(whole)) {
      return true;
    }
    Probe.reached("log: a batch is torn");
    return false;
  }

  /** Checks that nothing follows the end of the log: a later batch means that one was damaged. */
  private void refuseSuccessor(LogSegment segment, SegmentHeader header, long from, long sequence)
      throws IOException, LogDamagedException {
    int unit = header.unitBytes();
    for (long at = from + unit; at < config.segmentBytes(); at += unit) {
      Batch batch = headAt(segment, at, unit);
      if (batch != null
          && batch.salt() == header.salt()
          && batch.first() > sequence
          && isWhole(segment, at, batch)) {
        throw missing(sequence, batch.first() - 1);
      }
    }
  }
}
