package io.pando.mds.follow;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.journal.JournalEnd;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.journal.JournalTail;
import io.pando.mds.update.JournalRecord;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.proto.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the journal of a rank. One read is under way at a time.
 *
 * <pre>
 *  no journal ─ its head was read ─▶ following ─ cut past the position, or odd ─▶ no journal
 * </pre>
 *
 * <p>It looks each half a second, and at once again while it is behind. An idle journal costs two
 * small reads for each look. The head, which says where the journal begins, is read when the
 * journal continued in another object, and every tenth time.
 *
 * <p>Reads return durable bytes only, so a batch that was seen stays. Nothing depends on that
 * alone: the successor compares the last batch ({@link FollowedJournal}).
 */
public final class JournalFollower {
  /** Time between two looks. */
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final int LOOKS_PER_HEAD = 10;

  private final JournalLayout layout;
  private final Consumer<FollowEffect> out;
  private @Nullable Following following;
  private long token;
  private boolean underWay;
  private boolean readsHead;
  private int looks;
  private boolean begun;
  private long nextNanos;

  /** A journal from its head on. */
  private static final class Following {
    private final JournalTail tail;
    private final FollowedRows rows = new FollowedRows();
    private final List<JournalEnd.Segment> segments = new ArrayList<>();
    private long headOf;
    private JournalTail.Step.@Nullable Batched last;

    Following(JournalLayout layout, JournalHead head, Consumer<JournalTail.Step> out) {
      tail = new JournalTail(layout, head, out);
    }

    void cut(long sequence) {
      if (!segments.isEmpty() && segments.getFirst().first() < sequence) {
        segments.removeIf(each -> each.first() < sequence);
        rows.forgetBefore(sequence);
      }
    }

    boolean take(JournalTail.Step.Batched batch) throws FormatException {
      for (Payload bytes : batch.records()) {
        JournalRecord record = MetadataRecords.JOURNAL.decode(bytes);
        if (record instanceof JournalRecord.SegmentStart) {
          segments.add(batch.place());
        }
        if (segments.isEmpty()) {
          return false;
        }
        long segment = segments.getLast().first();
        record.changes().forEach(change -> rows.add(change, segment));
      }
      last = batch;
      return true;
    }
  }

  /** A follower that begins at the first {@link #onTime}. */
  public JournalFollower(JournalLayout layout, Consumer<FollowEffect> out) {
    this.layout = layout;
    this.out = out;
  }

  // Time

  /** Begins a look if one is due. */
  public void onTime(long nowNanos) {
    if (underWay || (begun && nowNanos - nextNanos < 0)) {
      return;
    }
    begun = true;
    nextNanos = nowNanos + PERIOD_NANOS;
    Following of = following;
    if (of == null || looks % LOOKS_PER_HEAD == 0 || of.headOf != object(of)) {
      readsHead = true;
      call(layout.headName(), new ObjectOp.ListAttributes());
    } else {
      look(of);
    }
    looks++;
  }

  /** When the next look is due; a look that is under way may take longer. */
  public long nextNanos(long nowNanos) {
    return underWay || !begun ? nowNanos + PERIOD_NANOS : nextNanos;
  }

  private long object(Following of) {
    return of.tail.position() / layout.objectBytes();
  }

  private void look(Following of) {
    readsHead = false;
    of.tail.look();
  }

  private void call(String object, ObjectOp operation) {
    underWay = true;
    token++;
    out.accept(new FollowEffect.Call(token, object, List.of(operation)));
  }

  // Answers

  /** A read was answered. */
  public void onAnswer(long ofToken, OpOutcome outcome) {
    if (!underWay || ofToken != token) {
      return;
    }
    underWay = false;
    switch (outcome) {
      case OpOutcome.Succeeded it -> onResult(it.results().getFirst());
      case OpOutcome.Failed it when it.error() == OpError.NOT_FOUND -> onAbsent();
      case OpOutcome.Failed _ -> {}
    }
  }

  /** A read was not answered; the next look repeats it. */
  public void onUnanswered(long ofToken) {
    underWay &= ofToken != token;
  }

  private void onAbsent() {
    if (!readsHead && following != null) {
      following.tail.onBytes(null);
    }
  }

  private void onResult(OpResult result) {
    Following of = following;
    if (readsHead && result instanceof OpResult.Attributes it) {
      onHead(it.attributes().get(JournalHead.ATTRIBUTE));
    } else if (!readsHead && of != null && result instanceof OpResult.Data it) {
      of.tail.onBytes(it.data());
    }
  }

  private void onHead(@Nullable Payload bytes) {
    if (bytes == null) {
      return;
    }
    JournalHead head;
    try {
      head = MetadataRecords.JOURNAL_HEAD.decode(bytes);
    } catch (FormatException damaged) {
      lose("the head is damaged: " + damaged.getMessage());
      return;
    }
    Following of = following;
    if (of == null || of.tail.position() < head.begin()) {
      if (of != null) {
        out.accept(new FollowEffect.Note("the journal was cut faster than it was followed"));
      }
      of = new Following(layout, head, this::onStep);
      following = of;
    }
    of.cut(head.sequence());
    of.headOf = object(of);
    look(of);
  }

  private void onStep(JournalTail.Step step) {
    switch (step) {
      case JournalTail.Step.Read it ->
          call(it.name(), new ObjectOp.Read(new ByteRange(it.offset(), it.length())));
      case JournalTail.Step.Batched it -> onBatch(it);
      case JournalTail.Step.Rested _ -> {}
      case JournalTail.Step.Lost it -> lose(it.why());
    }
  }

  private void onBatch(JournalTail.Step.Batched batch) {
    Following of = following;
    try {
      if (of != null && !of.take(batch)) {
        lose("it does not begin with a segment");
      }
    } catch (FormatException damaged) {
      lose("a record is damaged: " + damaged.getMessage());
    }
  }

  private void lose(String why) {
    if (following != null) {
      following = null;
      out.accept(new FollowEffect.Note("follows the journal from its beginning again: " + why));
    }
  }

  // Handing over

  /** The journal as far as it is known, for the successor; null if nothing is. */
  public @Nullable FollowedJournal handOver() {
    Following of = following;
    JournalTail.Step.Batched last = of == null ? null : of.last;
    return of == null || last == null
        ? null
        : new FollowedJournal(of.segments, last.place(), last.records(), of.rows);
  }
}
