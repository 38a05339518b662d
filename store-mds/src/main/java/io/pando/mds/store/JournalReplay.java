package io.pando.mds.store;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the store of a rank from its journal (paper 003, 4.4.3.1: replay). A rank that never was
 * active has none, and begins with an empty one.
 */
public final class JournalReplay {
  private static final int READ_AHEAD = 4;

  private final StoreLimits limits;
  private final JournalLayout layout;
  private final RankMetadata metadata;
  private final boolean begun;
  private final Consumer<StoreEffect> out;
  private final Calls calls;
  private final List<Segment> segments = new ArrayList<>();
  private final List<JournalEnd.Segment> places = new ArrayList<>();
  private @Nullable JournalReader reader;
  private @Nullable MetadataStore store;
  private boolean over;

  /**
   * Begins to read.
   *
   * @param metadata no tables; they are filled
   * @param begun whether the rank was active before, so that it must have a journal
   * @param out effects of the replay, and later of the store
   */
  public JournalReplay(
      StoreLimits limits,
      JournalLayout layout,
      RankMetadata metadata,
      boolean begun,
      Consumer<StoreEffect> out) {
    this.limits = limits;
    this.layout = layout;
    this.metadata = metadata;
    this.begun = begun;
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

  private void onHead(OpOutcome outcome) {
    try {
      Payload bytes =
          ObjectAnswer.of(layout.headName(), outcome).attributes().get(MetadataStore.JOURNAL_HEAD);
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
    List<JournalReader.Step> early = new ArrayList<>();
    JournalReader begun =
        new JournalReader(
            layout,
            head,
            READ_AHEAD,
            step -> {
              if (reader == null) {
                early.add(step);
              } else {
                onStep(head, step);
              }
            });
    reader = begun;
    early.forEach(step -> onStep(head, step));
  }

  private void onStep(JournalHead head, JournalReader.Step step) {
    switch (step) {
      case JournalReader.Step.Read it ->
          calls.call(
              it.name(),
              List.of(new ObjectOp.Read(new ByteRange(0, layout.objectBytes()))),
              outcome -> onObject(it, outcome));
      case JournalReader.Step.Batched it -> replay(it.place(), it.records());
      case JournalReader.Step.Ended it -> {
        if (!over) {
          over = true;
          JournalEnd end = new JournalEnd(head, it.position(), it.sequence(), places);
          MetadataStore continued =
              MetadataStore.continued(limits, new JournalWriter(layout, end), metadata, calls, out);
          segments.forEach(continued::add);
          store = continued;
        }
      }
      case JournalReader.Step.Damaged it -> damaged(it.object(), it.offset(), it.what());
    }
  }

  private void onObject(JournalReader.Step.Read read, OpOutcome outcome) {
    if (over) {
      return;
    }
    JournalReader by = Invariant.present(reader, () -> "an object of no journal");
    switch (outcome) {
      case OpOutcome.Succeeded it -> by.onObject(read.object(), dataOf(it));
      case OpOutcome.Failed it -> {
        if (it.error() == OpError.NOT_FOUND) {
          by.onObject(read.object(), null);
        } else {
          fail(new CallFailedException(read.name(), it));
        }
      }
    }
  }

  private static Payload dataOf(OpOutcome.Succeeded outcome) {
    return outcome.results().getFirst() instanceof OpResult.Data data ? data.data() : Payload.EMPTY;
  }

  private void replay(JournalEnd.Segment place, List<Payload> records) {
    for (int i = 0; i < records.size() && !over; i++) {
      long number = place.first() + i;
      try {
        replay(place, number, MetadataRecords.JOURNAL.decode(records.get(i)));
      } catch (FormatException e) {
        damaged(layout.headName(), place.begin(), "record " + number + ": " + e.getMessage());
      }
    }
  }

  private void replay(JournalEnd.Segment place, long number, JournalRecord record) {
    if (record instanceof JournalRecord.SegmentStart) {
      segments.add(new Segment(number));
      places.add(place);
    }
    if (segments.isEmpty()) {
      damaged(layout.headName(), place.begin(), "the journal does not begin with a segment");
      return;
    }
    for (RowChange change : record.changes()) {
      metadata.replay(change, segments.getLast());
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
