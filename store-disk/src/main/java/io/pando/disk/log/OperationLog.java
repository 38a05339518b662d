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
 * The log as one thread writes it: no queue, no call-backs, it simply blocks. Records gather, and
 * {@link #flush} makes all that gathered durable with one write and one flush of the device. When
 * the store has them too, {@link #release} gives their segments back.
 *
 * <p>After an {@link IOException} nobody knows what of the batch is there: the log takes nothing
 * any more, and whoever owns it gives up. Only if the medium has no room ({@link
 * DeviceFullException#isCause}) the flush can be tried again: it writes the same bytes to the same
 * place, or begins the next segment again. Room is sought beforehand, and nothing is promised
 * without one segment more, with which a full log can still be opened.
 *
 * <p>Invariants: what was flushed is never written again; a segment begins where the one before it
 * ends; all segments from the oldest to the current one are there.
 */
public final class OperationLog implements AutoCloseable {
  /**
   * Segments that shall be reserved: the next one, which gives the current one back where there is
   * no room for others, and one for the next opening.
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

  /** Segments that can be made whatever happens; perhaps there are more. */
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
    SegmentHeader unused = hasRoomForAnother(scan) ? null : scan.unused();
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
   * Opens a log, or begins one. Whatever was flushed is told, above all; what was not may be told
   * too. From then on a new segment is written: nothing that a crash left over is near. Where there
   * is no room for one, it is the newest that was there, if nothing was promised in that yet.
   *
   * @param random for the salts of segments
   * @param account told what is written
   * @throws LogDamagedException if something is missing that was promised
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
        Probe.reached("log: a segment that is not needed is given up at the start");
        medium.retire(number);
      }
    }
    boolean _ = log.reserve(RESERVED);
    return log;
  }

  /** If need be, by giving up segments that hold nothing which is needed. */
  private boolean hasRoomForAnother(LogScan scan) throws IOException {
    SortedSet<Long> there = medium.segments();
    if (there.contains(scan.newest() + 1) || medium.reserve(1) > 0) {
      return true;
    }
    for (long old : there.headSet(scan.newest())) {
      Probe.reached("log: segments are given up for room at the start");
      if (!closed.containsKey(old)) {
        medium.retire(old);
      }
    }
    return medium.reserve(1) > 0;
  }

  /** Tells what is there, as {@link #open} does, and leaves it as it is. */
  public static void read(LogMedium medium, LogConfig config, LogOwner owner, LogReader reader)
      throws IOException, LogDamagedException {
    new LogScan(medium, config, owner, reader).run();
  }

  /** Sequence number that the next record will have; the first ever has 1. */
  public long next() {
    return next + records;
  }

  /** Number of the segment that is being written, for the {@link LogOwner} of the next opening. */
  public long segment() {
    return current.number();
  }

  /** Batches begin at multiples of so many bytes of the current segment. */
  public int unitBytes() {
    return current.unitBytes();
  }

  /** How it is written, for people. */
  public String manner() {
    return segment.manner();
  }

  /** Bytes of all segments. */
  public long bytes() {
    return (closed.size() + 1) * config.segmentBytes();
  }

  /** Bytes that were written since it was opened, with those that only fill up units. */
  public long writtenBytes() {
    return writtenBytes;
  }

  /** Bytes of the longest record. */
  public int maxRecordBytes() {
    return config.maxRecordBytes();
  }

  /** Whether records wait for a flush. */
  public boolean isPending() {
    return records > 0;
  }

  /** Whether a record of so many bytes can be taken before the next flush. */
  public boolean hasRoomFor(int recordBytes) {
    return records == 0 || stage.remaining() >= Batch.RECORD_BYTES + recordBytes;
  }

  /**
   * Whether there is space on the medium for what is pending and for more records: all of them in
   * one batch, or one after the other, each as long as possible but for the last. If there is none,
   * nothing has changed, and {@link #release} may give some.
   *
   * @param bytes of their bodies
   * @param count how many they are
   */
  public boolean hasSpaceFor(long bytes, int count) throws IOException {
    long together = stage.position() + (long) count * Batch.RECORD_BYTES + bytes;
    if (together + current.unitBytes() <= config.segmentBytes() - at) {
      return reserve(1);
    }
    long segments = Math.ceilDiv(bytes, config.maxRecordBytes()) + (records > 0 ? 1 : 0);
    return reserve(Math.toIntExact(segments) + 1);
  }

  /** Whether the medium has no room, so that only what is released can be written again. */
  public boolean isCramped() {
    return reserved < RESERVED;
  }

  /** Makes sure that so many segments can be made; whether that is so. */
  private boolean reserve(int count) throws IOException {
    if (reserved < count) {
      reserved = medium.reserve(count);
    }
    return reserved >= count;
  }

  /**
   * Takes a record; there must be room for it.
   *
   * @param body its bytes, one part behind the other; no more than {@link LogConfig#maxRecordBytes}
   * @return its sequence number
   */
  public long append(List<Payload> body) {
    Invariant.check(!broken, "a record for a log that could not be written");
    int length = lengthOf(body);
    Invariant.check(length <= config.maxRecordBytes(), () -> "a record of " + length + " bytes");
    Invariant.check(hasRoomFor(length), "a record without room for it");
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
   * Makes all records durable that were taken.
   *
   * @throws DeviceFullException if there is no room for another segment; other failures for lack of
   *     room are told by {@link DeviceFullException#isCause}. The flush can be tried again then
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
              + ": no room for another segment of "
              + config.segmentBytes()
              + " bytes. Give its file system space");
    }
    broken = true;
    try {
      write(bytes, fits);
    } catch (IOException e) {
      if (DeviceFullException.isCause(e)) {
        Probe.reached("log: a flush found no room");
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

  /** Begins the next segment; if that fails, the one before stays the current one. */
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

  /** Records up to this one are not needed any more. */
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
