package io.pando.mds.follow;

import io.pando.bytes.Payload;
import io.pando.mds.journal.JournalEnd;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal as far as it was followed. The successor compares the last batch with the journal and
 * reads on from there: everything before it is durable and never changes.
 *
 * @param segments where the segments begin whose rows are known, in order; at least one
 * @param place where the last batch is
 * @param records records of the last batch
 * @param rows the rows, those of the last batch included
 */
public record FollowedJournal(
    List<JournalEnd.Segment> segments,
    JournalEnd.Segment place,
    List<Payload> records,
    FollowedRows rows) {
  public FollowedJournal {
    segments = new ArrayList<>(segments);
  }

  /** How far it is known, as a clause. */
  public String describe() {
    return "record %d on, which was followed".formatted(place.first());
  }

  /** Whether the rows are those of the journal that begins with this record, or an earlier one. */
  public boolean reaches(long sequence) {
    return segments.stream().anyMatch(each -> each.first() == sequence);
  }

  /** The same of a journal that was cut since. */
  public FollowedJournal cut(long sequence) {
    rows.forgetBefore(sequence);
    return new FollowedJournal(
        segments.stream().filter(each -> each.first() >= sequence).toList(), place, records, rows);
  }
}
