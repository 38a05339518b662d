package io.pando.mds.journal;

import io.pando.bytes.Payload;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal while another daemon writes it: each look gives out the batches that were added
 * since the one before.
 *
 * <p>A batch is one write to one object, so a look sees all of it or nothing. What a look finds odd
 * is not damage yet: the journal may have been cut meanwhile. The owner then begins again at the
 * head; whether the journal is damaged is decided by {@link JournalReader}.
 */
public final class JournalTail {
  /** What a tail does. */
  public sealed interface Step {
    /**
     * Reads a part of an object, or less at its end: {@link JournalTail#onBytes}.
     *
     * @param name name of the object
     * @param offset where the part begins
     * @param length at least 1
     */
    record Read(String name, long offset, int length) implements Step {}

    /** A batch, in order; as {@link JournalReader.Step.Batched}. */
    record Batched(JournalEnd.Segment place, List<Payload> records) implements Step {}

    /** The look is over: nothing more was there. */
    record Rested() implements Step {}

    /**
     * The look is over, and there cannot be another one.
     *
     * @param why as a clause, of the object that it begins with
     */
    record Lost(String why) implements Step {}
  }

  private final JournalLayout layout;
  private final Consumer<Step> out;
  private long position;
  private long previousEnd;
  private long sequence;
  private boolean probing;

  /** A tail that begins where the head says. */
  public JournalTail(JournalLayout layout, JournalHead head, Consumer<Step> out) {
    this.layout = layout;
    this.out = out;
    this.position = head.begin();
    this.previousEnd = head.previousEnd();
    this.sequence = head.sequence();
  }

  /** Number of the next record. */
  public long sequence() {
    return sequence;
  }

  /** Position behind the last batch. */
  public long position() {
    return position;
  }

  /** Begins a look; it ends with {@link Step.Rested} or {@link Step.Lost}. */
  public void look() {
    probing = false;
    out.accept(new Step.Read(name(0), layout.offsetOf(position), layout.roomAt(position)));
  }

  private String name(int behind) {
    return layout.nameOf(layout.objectOf(position) + behind);
  }

  /**
   * The part that was asked for last was read.
   *
   * @param bytes null if the object does not exist
   */
  public void onBytes(@Nullable Payload bytes) {
    if (probing) {
      onNext(bytes == null ? Payload.EMPTY : bytes);
    } else if (bytes == null && layout.offsetOf(position) > 0) {
      lost(name(0), "does not exist any more");
    } else {
      onRest(bytes == null ? Payload.EMPTY : bytes);
    }
  }

  /** The rest of the object at the position. */
  private void onRest(Payload rest) {
    long object = layout.objectOf(position);
    int at = 0;
    JournalBatch.Header header = JournalBatch.header(rest, at);
    while (header != null) {
      if (!take(header, rest, at)) {
        return;
      }
      if (layout.objectOf(position) != object) {
        look();
        return;
      }
      at += JournalBatch.padded(JournalBatch.HEADER_BYTES + header.bytes());
      header = JournalBatch.header(rest, Math.min(at, rest.size()));
    }
    if (!JournalReader.isZero(rest, at)) {
      lost(name(0), "is neither a batch nor free at byte " + layout.offsetOf(position));
    } else if (layout.offsetOf(position) == 0) {
      out.accept(new Step.Rested());
    } else {
      probing = true;
      out.accept(new Step.Read(name(1), 0, JournalBatch.HEADER_BYTES));
    }
  }

  private boolean take(JournalBatch.Header header, Payload rest, int at) {
    boolean next =
        header.position() == position
            && header.previousEnd() == previousEnd
            && header.first() == sequence;
    List<Payload> records = next ? JournalBatch.records(header, rest, at) : null;
    if (records == null) {
      lost(name(0), "has not the batch of record %d at %d".formatted(sequence, position));
      return false;
    }
    out.accept(new Step.Batched(new JournalEnd.Segment(sequence, position, previousEnd), records));
    sequence = header.next();
    position = header.end();
    previousEnd = position;
    return true;
  }

  /** The beginning of the next object: the journal may continue there. */
  private void onNext(Payload begin) {
    JournalBatch.Header header = JournalBatch.header(begin, 0);
    // Another end of the batch before: more was written to this object since it was read.
    if (header != null && header.previousEnd() == previousEnd && header.first() == sequence) {
      position = layout.beginOf(layout.objectOf(position) + 1);
      look();
    } else {
      out.accept(new Step.Rested());
    }
  }

  private void lost(String object, String what) {
    out.accept(new Step.Lost(object + " " + what));
  }
}
