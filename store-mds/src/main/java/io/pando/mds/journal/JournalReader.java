package io.pando.mds.journal;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal from its beginning to its end. Objects are read ahead, and given out in order.
 *
 * <p>Batches are whole or absent, and none is absent before another one, so each byte behind the
 * last batch is zero or does not exist. Anything else is damage: the reader says where, and skips
 * nothing, since each record depends on those before it.
 */
public final class JournalReader {
  /** What a reader does. */
  public sealed interface Step {
    /**
     * Reads all of an object: {@link JournalReader#onObject}.
     *
     * @param object number of it, for the answer
     * @param name its name
     */
    record Read(long object, String name) implements Step {}

    /**
     * A batch, in order.
     *
     * @param place where it is: a segment begins here if the first record says so
     * @param records what was appended
     */
    record Batched(JournalEnd.Segment place, List<Payload> records) implements Step {}

    /**
     * All records were given out.
     *
     * @param position where the last batch ends
     * @param sequence number of the next record
     */
    record Ended(long position, long sequence) implements Step {}

    /**
     * The journal is damaged. Nothing follows.
     *
     * @param object name of the object
     * @param offset where in the object
     * @param what what is there, as a clause
     */
    record Damaged(String object, long offset, String what) implements Step {}
  }

  /** The object that is read, one that may be missing, and the one behind that. */
  public static final int FEWEST_AHEAD = 3;

  private final JournalLayout layout;
  private final int readAhead;
  private final SortedMap<Long, Payload> objects = new TreeMap<>();
  private final JournalHead head;
  private final Consumer<Step> out;
  private long asked;
  private long position;
  private long previousEnd;
  private long sequence;
  private boolean over;

  /**
   * A reader that begins at once, where the head says.
   *
   * @param readAhead number of objects that are read at a time, at least {@value #FEWEST_AHEAD}
   */
  public JournalReader(JournalLayout layout, JournalHead head, int readAhead, Consumer<Step> out) {
    this(
        layout,
        head,
        new JournalEnd.Segment(head.sequence(), head.begin(), head.previousEnd()),
        readAhead,
        out);
  }

  /**
   * A reader that begins at once, at a batch.
   *
   * @param from a batch that was read before
   * @param readAhead number of objects that are read at a time, at least {@value #FEWEST_AHEAD}
   */
  public JournalReader(
      JournalLayout layout,
      JournalHead head,
      JournalEnd.Segment from,
      int readAhead,
      Consumer<Step> out) {
    Invariant.check(readAhead >= FEWEST_AHEAD, "a missing object shows in the one behind it");
    this.layout = layout;
    this.readAhead = readAhead;
    this.head = head;
    this.out = out;
    this.position = from.begin();
    this.previousEnd = from.previousEnd();
    this.sequence = from.first();
    this.asked = layout.objectOf(position);
    ask();
  }

  private void ask() {
    while (asked < layout.objectOf(position) + readAhead) {
      out.accept(new Step.Read(asked, layout.nameOf(asked)));
      asked++;
    }
  }

  /**
   * An object was read.
   *
   * @param bytes all of it; null if it does not exist
   */
  public void onObject(long object, @Nullable Payload bytes) {
    if (over) {
      return;
    }
    objects.put(object, bytes == null ? Payload.EMPTY : bytes);
    while (!over && objects.containsKey(layout.objectOf(position)) && readOn()) {
      objects.headMap(layout.objectOf(position)).clear();
    }
    if (!over) {
      ask();
    }
  }

  /** Gives out batches of one object; false if nothing can be done before more is read. */
  private boolean readOn() {
    long object = layout.objectOf(position);
    Payload bytes = at(object);
    int offset = layout.offsetOf(position);
    JournalBatch.Header header = JournalBatch.header(bytes, offset);
    if (header != null) {
      return take(header, bytes, offset);
    }
    if (!isZero(bytes, offset)) {
      return damaged(object, offset, "is neither a batch nor free");
    }
    return objects.get(object + 1) != null && lookBehind(object, offset);
  }

  /** The rest of this object is free: the next batch is in the next object, or there is none. */
  private boolean lookBehind(long object, int offset) {
    Payload next = at(object + 1);
    boolean begun = JournalBatch.header(next, 0) != null;
    if (begun && offset > 0) {
      position = layout.beginOf(object + 1);
      return true;
    }
    if (!begun && !isZero(next, 0)) {
      return damaged(object + 1, 0, "is neither a batch nor free");
    }
    for (long later = object + 1; later < asked; later++) {
      Payload bytes = objects.get(later);
      if (bytes == null) {
        return false;
      }
      if (!isZero(bytes, 0)) {
        return damaged(object, offset, "is free, but " + layout.nameOf(later) + " is not");
      }
    }
    if (sequence == head.sequence() && !head.equals(JournalHead.EMPTY)) {
      return damaged(object, offset, "has no batch, but the journal begins here");
    }
    over = true;
    out.accept(new Step.Ended(previousEnd, sequence));
    return false;
  }

  private Payload at(long object) {
    return Invariant.present(objects.get(object), () -> "object " + object + " was not read");
  }

  private boolean take(JournalBatch.Header header, Payload bytes, int offset) {
    long object = layout.objectOf(position);
    if (header.position() != position
        || header.previousEnd() != previousEnd
        || header.first() != sequence) {
      return damaged(
          object,
          offset,
          "has record %d for position %d, behind %d; expected %d, %d, %d"
              .formatted(
                  header.first(),
                  header.position(),
                  header.previousEnd(),
                  sequence,
                  position,
                  previousEnd));
    }
    List<Payload> records = JournalBatch.records(header, bytes, offset);
    if (records == null) {
      return damaged(object, offset, "has a batch whose checksum does not match");
    }
    JournalEnd.Segment place = new JournalEnd.Segment(sequence, position, previousEnd);
    out.accept(new Step.Batched(place, records));
    sequence = header.next();
    position = header.end();
    previousEnd = position;
    return true;
  }

  private boolean damaged(long object, long offset, String what) {
    over = true;
    out.accept(new Step.Damaged(layout.nameOf(object), offset, what));
    return false;
  }

  /** Whether all bytes from one on are zero. */
  static boolean isZero(Payload bytes, int from) {
    if (from >= bytes.size()) {
      return true;
    }
    for (ByteBuffer part : bytes.slice(from, bytes.size() - from).asByteBuffers()) {
      while (part.hasRemaining()) {
        if (part.get() != 0) {
          return false;
        }
      }
    }
    return true;
  }
}
