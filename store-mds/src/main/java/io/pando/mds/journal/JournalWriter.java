package io.pando.mds.journal;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.RankFigures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal that a rank writes. Records get numbers, without gaps, in the order in which they are
 * appended, and become durable in this order.
 *
 * <p>One batch is written at a time. What is appended meanwhile waits and makes up the next batch:
 * a lone record is written at once, unless the caller {@link #hold}s the journal, and under load a
 * batch contains as many records as came while the one before was written (group commit). Since a
 * batch is one write to one object, a crash leaves no hole: the journal ends behind some batch.
 *
 * <p>Segments (paper 003, 4.4.1) begin shortly after an object was begun: see {@link
 * #segmentIsDue}. {@link #trim} removes the oldest ones, and their objects. A new segment may begin
 * only while fewer than two wait to be written, so positions of all but the last are known.
 *
 * <p>Invariants: durable &le; written &le; ordered; head.begin &le; begin of the oldest segment
 * that was not trimmed &le; end.
 */
public final class JournalWriter {
  private final JournalLayout layout;
  private final Deque<Payload> waiting = new ArrayDeque<>();
  private final Deque<JournalEnd.Segment> segments = new ArrayDeque<>();
  private final SortedSet<Long> removing = new TreeSet<>();
  private JournalHead head;
  private @Nullable JournalHead headUnderWay;
  private @Nullable JournalHead nextHead;
  private long position;
  private long written;
  private long durable;
  private long waitingBytes;
  private boolean held;
  private long startsSegment;
  private long objectOfSegment;
  private long appended;
  private long batches;
  private long batchBytes;

  /** Continues a journal at its end; nothing is under way. */
  public JournalWriter(JournalLayout layout, JournalEnd end) {
    this.layout = layout;
    this.head = end.head();
    this.position = end.position();
    this.written = end.sequence() - 1;
    this.durable = written;
    this.segments.addAll(end.segments());
    this.objectOfSegment = -1;
    for (long object = head.oldest(); object < layout.objectOf(head.begin()); object++) {
      removing.add(object);
    }
  }

  /** Most bytes of a record. */
  public int mostRecordBytes() {
    return layout.objectBytes() - JournalBatch.bytesFor(0, 1);
  }

  /** Number of the newest record. */
  public long ordered() {
    return written + waiting.size();
  }

  /** All records up to this number are durable. */
  public long durable() {
    return durable;
  }

  /** Bytes from the beginning of the journal to its end, including what waits. */
  public long bytes() {
    return position - head.begin() + waitingBytes;
  }

  /** The same after the trims that are under way. */
  public long bytesWhenTrimmed() {
    JournalHead newest = nextHead != null ? nextHead : headUnderWay != null ? headUnderWay : head;
    return position - newest.begin() + waitingBytes;
  }

  /** Bytes of the records that wait for a batch. */
  public long waitingBytes() {
    return waitingBytes;
  }

  /** Number of batches that were begun. */
  public long batches() {
    return batches;
  }

  /** Whether a batch is under way. */
  public boolean isWriting() {
    return durable < written;
  }

  /** Sets the figures of the writer. */
  public void report(RankFigures into) {
    into.count(MdsCount.JOURNAL_RECORDS, appended);
    into.count(MdsCount.JOURNAL_WRITTEN, batchBytes);
  }

  /** First records of the segments, the oldest first. */
  public List<Long> segments() {
    return segments.stream().map(JournalEnd.Segment::first).toList();
  }

  /** Whether the next record is to begin a segment: the last one began in an earlier object. */
  public boolean segmentIsDue() {
    return startsSegment == 0 && layout.objectOf(position) != objectOfSegment;
  }

  /**
   * The same for segments of at least some bytes: each mentions its directories once more, so short
   * ones make the journal longer. The first one of a writer is due at once.
   */
  public boolean segmentIsDue(long fewestBytes) {
    boolean first = objectOfSegment < 0 || segments.isEmpty();
    return segmentIsDue() && (first || position - segments.getLast().begin() >= fewestBytes);
  }

  /**
   * Appends a record that begins a segment; otherwise as {@link #append}. Only while {@link
   * #segmentIsDue}.
   */
  public long beginSegment(Payload record, Consumer<JournalEffect> out) {
    Invariant.check(segmentIsDue(), "a segment begins while another one waits to begin");
    startsSegment = ordered() + 1;
    return append(record, out);
  }

  /**
   * Appends a record, and returns its number.
   *
   * @param record at most {@link #mostRecordBytes}
   */
  public long append(Payload record, Consumer<JournalEffect> out) {
    Invariant.check(
        record.size() <= mostRecordBytes(), () -> "a record of " + record.size() + " bytes");
    waiting.addLast(record);
    appended++;
    waitingBytes += JournalBatch.RECORD_BYTES + record.size();
    long number = ordered();
    write(out);
    return number;
  }

  /** Begins no batch before {@link #release}: what is appended until then is one batch. */
  public void hold() {
    held = true;
  }

  /** Begins a batch with what waits, unless one is under way. */
  public void release(Consumer<JournalEffect> out) {
    held = false;
    write(out);
  }

  private void write(Consumer<JournalEffect> out) {
    if (held || isWriting() || waiting.isEmpty()) {
      return;
    }
    long previousEnd = position;
    if (JournalBatch.bytesFor(waiting.getFirst().size(), 1) > layout.roomAt(position)) {
      position = layout.beginOf(layout.objectOf(position) + 1);
    }
    List<Payload> records = take(layout.roomAt(position));
    JournalBatch batch = JournalBatch.of(records, position, previousEnd, written + 1);
    if (startsSegment == written + 1) {
      segments.addLast(new JournalEnd.Segment(startsSegment, position, previousEnd));
      objectOfSegment = layout.objectOf(position);
      startsSegment = 0;
    }
    out.accept(
        new JournalEffect.Write(
            layout.nameOf(layout.objectOf(position)), layout.offsetOf(position), batch.encode()));
    batches++;
    batchBytes += batch.header().end() - position;
    position = batch.header().end();
    written += records.size();
  }

  /** Takes records for a batch, which ends before a record that begins a segment. */
  private List<Payload> take(int room) {
    List<Payload> records = new ArrayList<>();
    int bytes = 0;
    while (!waiting.isEmpty()) {
      Payload next = waiting.getFirst();
      boolean begins = startsSegment == written + 1 + records.size() && !records.isEmpty();
      if (begins || JournalBatch.bytesFor(bytes + next.size(), records.size() + 1) > room) {
        break;
      }
      bytes += next.size();
      waitingBytes -= JournalBatch.RECORD_BYTES + next.size();
      records.add(waiting.removeFirst());
    }
    return records;
  }

  /** The batch under way is durable, so {@link #durable} is larger now. */
  public void onWritten(Consumer<JournalEffect> out) {
    Invariant.check(durable < written, "a batch is durable that was not written");
    durable = written;
    write(out);
  }

  /**
   * Removes all segments before one. Records of them must not be needed to recover anything.
   *
   * @param first number of the first record of the segment that becomes the oldest; durable
   */
  public void trim(long first, Consumer<JournalEffect> out) {
    Invariant.check(first <= durable, () -> "record " + first + " is not durable");
    while (!segments.isEmpty() && segments.getFirst().first() < first) {
      segments.removeFirst();
    }
    JournalEnd.Segment oldest = segments.peekFirst();
    Invariant.check(
        oldest != null && oldest.first() == first, () -> "no segment begins with " + first);
    if (oldest.begin() > head.begin()) {
      nextHead = new JournalHead(oldestObject(), oldest.begin(), oldest.previousEnd(), first);
      writeHead(out);
    }
  }

  private long oldestObject() {
    long first = layout.objectOf(head.begin());
    return removing.isEmpty() ? first : Math.min(first, removing.first());
  }

  /** Stores the head of a new journal; nothing may be appended before it is durable. */
  public void create(Consumer<JournalEffect> out) {
    nextHead = head;
    writeHead(out);
  }

  private void writeHead(Consumer<JournalEffect> out) {
    if (headUnderWay == null && nextHead != null) {
      headUnderWay = nextHead;
      nextHead = null;
      out.accept(new JournalEffect.WriteHead(layout.headName(), headUnderWay));
    }
  }

  /** The head under way is durable: the objects before its beginning are removed. */
  public void onHeadWritten(Consumer<JournalEffect> out) {
    JournalHead now = Invariant.present(headUnderWay, () -> "no head is under way");
    headUnderWay = null;
    head = now;
    removeBefore(now, out);
    writeHead(out);
  }

  /** Removes objects that the writer before may not have removed; to be called once, first. */
  public void removeLeftOver(Consumer<JournalEffect> out) {
    removing.forEach(object -> out.accept(remove(object)));
  }

  private void removeBefore(JournalHead now, Consumer<JournalEffect> out) {
    for (long object = now.oldest(); object < layout.objectOf(now.begin()); object++) {
      if (removing.add(object)) {
        out.accept(remove(object));
      }
    }
  }

  private JournalEffect.Remove remove(long object) {
    return new JournalEffect.Remove(layout.nameOf(object), object);
  }

  /** An object does not exist any more. */
  public void onRemoved(long object) {
    removing.remove(object);
  }
}
