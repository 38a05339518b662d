package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.account.Account;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.DeviceFullException;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * The operation log, used by one thread and blocking: it has no queue and no callbacks. Records
 * gather, and {@link #flush} makes them durable with one write and one flush of the device. When
 * the store holds them durably elsewhere, {@link #release} frees their segments.
 *
 * <p>After an {@link IOException} the state of the batch on the device is unknown: the log accepts
 * nothing more, and its owner must give up. Only if the medium has no space ({@link
 * DeviceFullException#isCause}) can the flush be repeated: it writes the same bytes to the same
 * place, or begins the next segment again. Space is sought in advance, and nothing is acknowledged
 * without one spare segment, with which a full log can still be opened.
 *
 * <p>Invariants: flushed bytes are never written again; a segment's first record follows the last
 * record of the segment before it; all segments from the oldest to the current one exist.
 */
public final class OperationLog implements AutoCloseable {
  /**
   * Segments to reserve: the next one, which allows the current one to be released when there is no
   * space for others, and one for the next opening.
   */
  private static final int RESERVED = 2;

  private final LogMedium medium;
  private final LogConfig config;
  private final LogOwner owner;
  private final Random64 random;
  private final Account account;
  private final SortedMap<Long, LogScan.Extent> closed;
  private SegmentHeader current;
  private LogSegment segment;
  private ByteBuffer stage;
  private long at = BLOCK_BYTES;
  private long next;
  private int records;
  private long writtenBytes;
  private boolean broken;

  /** Segments that can be created whatever happens; there may be more. */
  private int reserved;

  private OperationLog(
      LogMedium medium,
      LogConfig config,
      LogOwner owner,
      LogScan scan,
      Random64 random,
      Account account)
      throws IOException {
    this.medium = medium;
    this.config = config;
    this.owner = owner;
    this.random = random;
    this.account = account;
    this.closed = new TreeMap<>(scan.extents());
    closed
        .values()
        .removeIf(
            extent -> extent.first() == extent.next() || extent.next() <= owner.checkpoint() + 1);
    this.next = scan.next();
    this.stage = Batch.buffer(config.batchBytes());
    SegmentHeader unused = hasSpaceForAnother(scan) ? null : scan.unused();
    if (unused == null) {
      this.segment = medium.create(scan.newest() + 1);
      this.current = header(scan.newest() + 1);
      begin();
    } else {
      Probe.reached("log: an unused segment is taken again");
      this.segment = medium.open(unused.number());
      this.current = unused;
    }
    stage.position(Batch.HEADER_BYTES);
  }

  /**
   * Opens a log, or begins one. All flushed records are reported, and perhaps unflushed ones.
   * Writing continues in a new segment, away from remains of a crash. If there is no space for one,
   * it continues in the newest existing segment, provided that nothing was acknowledged in it yet.
   *
   * @param random source of the segments' salts
   * @param account counts the writes
   * @throws LogDamagedException if acknowledged records are missing
   */
  public static OperationLog open(
      LogMedium medium,
      LogConfig config,
      LogOwner owner,
      Random64 random,
      Account account,
      LogReader reader)
      throws IOException, LogDamagedException {
    LogScan scan = new LogScan(medium, config, owner, reader);
    scan.run();
    OperationLog log = new OperationLog(medium, config, owner, scan, random, account);
    for (long number : medium.segments()) {
      if (number != log.segment() && !log.closed.containsKey(number)) {
        Probe.reached("log: a segment that is not needed is retired at the start");
        medium.retire(number);
      }
    }
    boolean _ = log.reserve(RESERVED);
    return log;
  }

  /** Tries to get a segment, if necessary by releasing segments without needed records. */
  private boolean hasSpaceForAnother(LogScan scan) throws IOException {
    SortedSet<Long> there = medium.segments();
    if (there.contains(scan.newest() + 1) || medium.reserve(1) > 0) {
      return true;
    }
    for (long old : there.headSet(scan.newest())) {
      Probe.reached("log: segments are given up for space at the start");
      if (!closed.containsKey(old)) {
        medium.retire(old);
      }
    }
    return medium.reserve(1) > 0;
  }

  /** Reports the contents like {@link #open}, without changing anything. */
  public static void read(LogMedium medium, LogConfig config, LogOwner owner, LogReader reader)
      throws IOException, LogDamagedException {
    new LogScan(medium, config, owner, reader).run();
  }

  /** Sequence number of the next record; the very first is 1. */
  public long next() {
    return next + records;
  }

  /** Number of the current segment, for the {@link LogOwner} of the next opening. */
  public long segment() {
    return current.number();
  }

  /** Alignment of batches in the current segment, in bytes. */
  public int unitBytes() {
    return current.unitBytes();
  }

  /** How the log is written, for people. */
  public String accessMode() {
    return segment.accessMode();
  }

  /** Bytes of all segments. */
  public long bytes() {
    return (closed.size() + 1) * config.segmentBytes();
  }

  /** Bytes written since the log was opened, including padding. */
  public long writtenBytes() {
    return writtenBytes;
  }

  /** Size of the longest possible record in bytes. */
  public int maxRecordBytes() {
    return config.maxRecordBytes();
  }

  /** Whether records wait for a flush. */
  public boolean isPending() {
    return records > 0;
  }

  /** Whether a record of {@code recordBytes} bytes can be appended before the next flush. */
  public boolean fits(int recordBytes) {
    return records == 0 || stage.remaining() >= Batch.RECORD_BYTES + recordBytes;
  }

  /**
   * Whether the medium has space for the pending records and for further ones, either all in one
   * batch, or one after another, each but the last of maximum length. If it has none, nothing has
   * changed, and {@link #release} may free some.
   *
   * @param bytes total size of the further records' bodies
   * @param count number of further records
   */
  public boolean hasSpaceFor(long bytes, int count) throws IOException {
    long together = stage.position() + (long) count * Batch.RECORD_BYTES + bytes;
    if (together + current.unitBytes() <= config.segmentBytes() - at) {
      return reserve(1);
    }
    long segments = Math.ceilDiv(bytes, config.maxRecordBytes()) + (records > 0 ? 1 : 0);
    return reserve(Math.toIntExact(segments) + 1);
  }

  /** Whether the medium has no space, so that only space of released segments can be written. */
  public boolean lacksSpace() {
    return reserved < RESERVED;
  }

  /** Makes sure that {@code count} segments can be created; returns whether it succeeded. */
  private boolean reserve(int count) throws IOException {
    if (reserved < count) {
      reserved = medium.reserve(count);
    }
    return reserved >= count;
  }

  /**
   * Appends a record; it must fit before the next flush.
   *
   * @param body the record's bytes in consecutive parts; at most {@link LogConfig#maxRecordBytes}
   * @return its sequence number
   */
  public long append(List<Payload> body) {
    Invariant.check(!broken, "a record for a log that could not be written");
    int length = lengthOf(body);
    Invariant.check(length <= config.maxRecordBytes(), () -> "a record of " + length + " bytes");
    Invariant.check(fits(length), "a record that does not fit");
    grow(Batch.RECORD_BYTES + length);
    stage.putInt(length);
    for (Payload part : body) {
      stage.put(part.asByteBuffer());
    }
    records++;
    return next + records - 1;
  }

  private static int lengthOf(List<Payload> parts) {
    int length = 0;
    for (Payload part : parts) {
      length += part.size();
    }
    return length;
  }

  private void grow(int bytes) {
    if (stage.remaining() < bytes) {
      Probe.reached("log: a record is longer than a batch");
      stage = Batch.buffer(Batch.HEADER_BYTES + bytes);
      stage.position(Batch.HEADER_BYTES);
    }
  }

  /**
   * Makes all appended records durable.
   *
   * @throws DeviceFullException if there is no space for another segment; {@link
   *     DeviceFullException#isCause} detects other failures for lack of space. In both cases the
   *     flush can be repeated
   */
  public void flush() throws IOException {
    Invariant.check(!broken, "a flush of a log that could not be written");
    if (records == 0) {
      return;
    }
    int bytes = stage.position();
    boolean fits = Batch.padded(bytes, current.unitBytes()) <= config.segmentBytes() - at;
    if (!reserve(fits ? 1 : RESERVED)) {
      throw new DeviceFullException(
          medium.describe()
              + ": no space for another segment of "
              + config.segmentBytes()
              + " bytes. Give its file system space");
    }
    broken = true;
    try {
      write(bytes, fits);
    } catch (IOException e) {
      if (DeviceFullException.isCause(e)) {
        Probe.reached("log: a flush found no space");
        stage.clear().position(bytes);
        broken = false;
      }
      throw e;
    }
    broken = false;
  }

  private void write(int bytes, boolean fits) throws IOException {
    if (!fits) {
      roll();
    }
    Batch batch = new Batch(bytes, records, current.salt(), next);
    int padded = batch.paddedBytes(current.unitBytes());
    while (stage.position() < padded) {
      stage.put((byte) 0);
    }
    batch.seal(stage);
    segment.writeDurably(at, stage.flip());
    writtenBytes += padded;
    account.log(bytes, padded - bytes);
    account.flush();
    at += padded;
    next = batch.next();
    records = 0;
    if (stage.capacity() > config.batchBytes()) {
      stage = Batch.buffer(config.batchBytes());
    }
    stage.clear().position(Batch.HEADER_BYTES);
  }

  /** Begins the next segment; if that fails, the current one remains. */
  private void roll() throws IOException {
    Probe.reached("log: rolls to the next segment");
    LogSegment before = segment;
    SegmentHeader headerBefore = current;
    long atBefore = at;
    LogSegment fresh = medium.create(current.number() + 1);
    boolean begun = false;
    try {
      segment = fresh;
      current = header(headerBefore.number() + 1);
      begin();
      begun = true;
    } finally {
      if (!begun) {
        Probe.reached("log: the next segment could not be begun");
        segment = before;
        current = headerBefore;
        at = atBefore;
        fresh.close();
      }
    }
    closed.put(headerBefore.number(), new LogScan.Extent(headerBefore.first(), next));
    before.close();
    reserved--;
    boolean _ = reserve(RESERVED);
  }

  private SegmentHeader header(long number) {
    return new SegmentHeader(owner.store(), number, random.nextLong(), next, segment.unitBytes());
  }

  /** Writes the header of the current segment. */
  private void begin() throws IOException {
    ByteBuffer first = AlignedBuffers.blocks(1);
    current.put(first);
    segment.writeDurably(0, first);
    account.log(0, BLOCK_BYTES);
    account.flush();
    at = BLOCK_BYTES;
  }

  /** Releases the segments whose records, up to {@code upTo}, are not needed any more. */
  public void release(long upTo) throws IOException {
    Invariant.check(upTo < next, () -> "record " + upTo + " was not flushed");
    for (Map.Entry<Long, LogScan.Extent> entry : List.copyOf(closed.entrySet())) {
      if (entry.getValue().next() > upTo + 1) {
        return;
      }
      closed.remove(entry.getKey());
      medium.retire(entry.getKey());
    }
  }

  @Override
  public void close() throws IOException {
    segment.close();
    medium.close();
  }
}
