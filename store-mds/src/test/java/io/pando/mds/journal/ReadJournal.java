package io.pando.mds.journal;

import io.pando.bytes.Payload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All of a journal as a reader gives it out.
 *
 * @param records its records
 * @param end where it ends; null if it is damaged
 * @param damage what is damaged; null if nothing is
 */
record ReadJournal(
    List<Payload> records, @Nullable JournalEnd end, JournalReader.Step.@Nullable Damaged damage) {
  /** Reads; a segment begins with each first record of a batch that is one by the predicate. */
  static ReadJournal of(
      JournalLayout layout, JournalObjects objects, int readAhead, Predicate<Payload> begins) {
    Deque<JournalReader.Step> steps = new ArrayDeque<>();
    JournalReader reader = new JournalReader(layout, objects.head(), readAhead, steps::addLast);
    List<Payload> records = new ArrayList<>();
    List<JournalEnd.Segment> segments = new ArrayList<>();
    while (!steps.isEmpty()) {
      switch (steps.removeFirst()) {
        case JournalReader.Step.Read it -> reader.onObject(it.object(), objects.object(it.name()));
        case JournalReader.Step.Batched it -> {
          if (begins.test(it.records().getFirst())) {
            segments.add(it.place());
          }
          records.addAll(it.records());
        }
        case JournalReader.Step.Ended it -> {
          JournalEnd end = new JournalEnd(objects.head(), it.position(), it.sequence(), segments);
          return new ReadJournal(records, end, null);
        }
        case JournalReader.Step.Damaged it -> {
          return new ReadJournal(records, null, it);
        }
      }
    }
    throw new AssertionError("the reader waits for nothing");
  }

  JournalEnd wholeEnd() {
    JournalEnd it = end;
    if (it == null) {
      throw new AssertionError("damaged: " + damage);
    }
    return it;
  }
}
