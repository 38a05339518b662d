package io.pando.mds.store;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.follow.FollowedRows;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.journal.JournalEnd;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.journal.JournalReader;
import io.pando.mds.journal.JournalWriter;
import io.pando.mds.table.Segment;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.proto.FormatException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the store of a rank from its journal (paper 003, 4.4.3.1: replay). A rank that never was
 * active has none, and begins with an empty one.
 *
 * <p>First it keeps the newest change of each row; once the journal was read, these are put into
 * the tables, in parts ({@link #advance}), since there may be many. A row of a build changes
 * several times in the journal, and a change costs less in a hash table than in an ordered one of
 * rows with all that follows them.
 *
 * <p>If the journal was followed before, only its end is read: from the last batch that the
 * follower had, which must be in the journal as it was. Otherwise the follower saw a batch that was
 * not durable, or the journal was cut too far, and all of it is read.
 */
public final class JournalReplay {
  private static final int READ_AHEAD = 4;
  private static final int ROWS_AT_ONCE = 10_000;

  private final StoreLimits limits;
  private final JournalLayout layout;
  private final RankMetadata metadata;
  private final boolean begun;
  private final Consumer<StoreEffect> out;
  private final Calls calls;
  private final List<JournalEnd.Segment> places = new ArrayList<>();
  private final Deque<JournalReader.Step> steps = new ArrayDeque<>();
  private FollowedRows rows = new FollowedRows();
  private @Nullable FollowedJournal followed;
  private @Nullable Reading reading;
  private @Nullable Filling filling;
  private @Nullable MetadataStore store;
  private boolean resumed;
  private boolean over;

  /** A journal that is being read from some batch on. */
  private final class Reading {
    private final JournalHead head;
    private @Nullable JournalReader reader;

    Reading(JournalHead head) {
      this.head = head;
    }

    void begin(JournalEnd.Segment from) {
      reader = new JournalReader(layout, head, from, READ_AHEAD, this::onStep);
    }

    private void onStep(JournalReader.Step step) {
      if (step instanceof JournalReader.Step.Read it) {
        calls.call(
            it.name(),
            List.of(new ObjectOp.Read(new ByteRange(0, layout.objectBytes()))),
            outcome -> onObject(it, outcome));
      } else if (reading == this) {
        steps.addLast(step);
      }
    }

    private void onObject(JournalReader.Step.Read read, OpOutcome outcome) {
      if (over || reading != this || reader == null) {
        return;
      }
      switch (outcome) {
        case OpOutcome.Succeeded it -> reader.onObject(read.object(), dataOf(it));
        case OpOutcome.Failed it -> {
          if (it.error() == OpError.NOT_FOUND) {
            reader.onObject(read.object(), null);
          } else {
            fail(new CallFailedException(read.name(), it));
          }
        }
      }
      takeSteps();
    }
  }

  /** Puts the rows that were read into the tables. */
  private final class Filling {
    private final JournalEnd end;
    private final NavigableMap<Long, Segment> segments = new TreeMap<>();
    private final Deque<FollowedRows.Kept> left;

    Filling(JournalEnd end) {
      this.end = end;
      places.forEach(each -> segments.put(each.first(), new Segment(each.first())));
      this.left = new ArrayDeque<>(rows.kept());
      rows = new FollowedRows();
    }

    /** Puts some rows; true once all are in the tables. */
    boolean advance() {
      for (int i = 0; i < ROWS_AT_ONCE && !left.isEmpty(); i++) {
        FollowedRows.Kept row = left.removeFirst();
        metadata.replay(
            row.change(),
            Invariant.present(segments.get(row.segment()), () -> "a row of no segment: " + row));
      }
      return left.isEmpty();
    }

    MetadataStore store() {
      MetadataStore continued =
          MetadataStore.continued(limits, new JournalWriter(layout, end), metadata, calls, out);
      segments.values().forEach(continued::add);
      return continued;
    }
  }

  /**
   * Begins to read.
   *
   * @param metadata no tables; they are filled
   * @param begun whether the rank was active before, so that it must have a journal
   * @param followed the journal as it was followed before; null if it was not
   * @param out effects of the replay, and later of the store
   */
  public JournalReplay(
      StoreLimits limits,
      JournalLayout layout,
      RankMetadata metadata,
      boolean begun,
      @Nullable FollowedJournal followed,
      Consumer<StoreEffect> out) {
    this.limits = limits;
    this.layout = layout;
    this.metadata = metadata;
    this.begun = begun;
    this.followed = followed;
    this.out = out;
    this.calls = new Calls(out);
    calls.call(layout.headName(), List.of(new ObjectOp.ListAttributes()), this::onHead);
  }

  /** The store, once the journal was read; null before, and if it is damaged. */
  public @Nullable MetadataStore store() {
    return store;
  }

  /** A call was answered. Once there is a store, answers are for that. */
  public void onAnswer(long token, OpOutcome outcome) {
    calls.onAnswer(token, outcome);
  }

  /** Whether calls are under way, whose answers change nothing after the end. */
  public boolean isBusy() {
    return calls.underWay() > 0;
  }

  /** Whether the journal was read on from where it was followed to. */
  public boolean isResumed() {
    return resumed;
  }

  /** Whether {@link #advance} has something to do. */
  public boolean isAdvancing() {
    return filling != null;
  }

  private void onHead(OpOutcome outcome) {
    try {
      Payload bytes =
          ObjectAnswer.of(layout.headName(), outcome).attributes().get(JournalHead.ATTRIBUTE);
      if (bytes != null) {
        read(MetadataRecords.JOURNAL_HEAD.decode(bytes));
      } else if (begun) {
        damaged(layout.headName(), 0, "does not exist, or has no head of a journal");
      } else {
        over = true;
        store = MetadataStore.create(limits, layout, metadata, calls, out);
      }
    } catch (FormatException damaged) {
      damaged(layout.headName(), 0, "has a damaged head: " + damaged.getMessage());
    } catch (CallFailedException failed) {
      fail(failed);
    }
  }

  private void read(JournalHead head) {
    FollowedJournal before = followed;
    if (before != null && before.reaches(head.sequence())) {
      followed = before.cut(head.sequence());
      begin(head, before.place());
    } else {
      followed = null;
      begin(head, new JournalEnd.Segment(head.sequence(), head.begin(), head.previousEnd()));
    }
  }

  private void begin(JournalHead head, JournalEnd.Segment from) {
    Reading next = new Reading(head);
    reading = next;
    next.begin(from);
  }

  /** Puts some more rows into the tables, once the journal was read. */
  public void advance() {
    if (filling != null && filling.advance()) {
      store = filling.store();
      filling = null;
    }
  }

  private void takeSteps() {
    while (!over && !steps.isEmpty()) {
      Reading of = reading;
      if (of != null) {
        onStep(of.head, steps.removeFirst());
      }
    }
    advance();
  }

  private void onStep(JournalHead head, JournalReader.Step step) {
    FollowedJournal before = followed;
    if (before != null) {
      followed = null;
      if (step instanceof JournalReader.Step.Batched it
          && it.place().equals(before.place())
          && it.records().equals(before.records())) {
        take(before);
      } else {
        steps.clear();
        begin(head, new JournalEnd.Segment(head.sequence(), head.begin(), head.previousEnd()));
      }
      return;
    }
    switch (step) {
      case JournalReader.Step.Read _ -> {}
      case JournalReader.Step.Batched it -> replay(it.place(), it.records());
      case JournalReader.Step.Ended it -> {
        over = true;
        filling = new Filling(new JournalEnd(head, it.position(), it.sequence(), places));
      }
      case JournalReader.Step.Damaged it -> damaged(it.object(), it.offset(), it.what());
    }
  }

  /** The journal continues from the follower's last batch. */
  private void take(FollowedJournal before) {
    resumed = true;
    places.addAll(before.segments());
    rows = before.rows();
  }

  private static Payload dataOf(OpOutcome.Succeeded outcome) {
    return outcome.results().getFirst() instanceof OpResult.Data data ? data.data() : Payload.EMPTY;
  }

  private void replay(JournalEnd.Segment place, List<Payload> records) {
    for (int i = 0; i < records.size() && !over; i++) {
      long number = place.first() + i;
      try {
        replay(place, MetadataRecords.JOURNAL.decode(records.get(i)));
      } catch (FormatException e) {
        damaged(layout.headName(), place.begin(), "record " + number + ": " + e.getMessage());
      }
    }
  }

  private void replay(JournalEnd.Segment place, JournalRecord record) {
    if (record instanceof JournalRecord.SegmentStart) {
      places.add(place);
    }
    if (places.isEmpty()) {
      damaged(layout.headName(), place.begin(), "the journal does not begin with a segment");
      return;
    }
    for (RowChange change : record.changes()) {
      rows.add(change, places.getLast().first());
    }
  }

  private void damaged(String object, long offset, String what) {
    if (!over) {
      over = true;
      out.accept(new StoreEffect.Damaged(object, offset, what));
    }
  }

  private void fail(CallFailedException failed) {
    if (!over) {
      over = true;
      out.accept(new StoreEffect.Failed(String.valueOf(failed.getMessage())));
    }
  }
}
