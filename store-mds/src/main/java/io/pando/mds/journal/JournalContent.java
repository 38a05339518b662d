package io.pando.mds.journal;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import java.util.List;

/** What is in a batch of a journal, for programs that count what a rank writes. */
public final class JournalContent {
  private JournalContent() {}

  /** The records of a batch, which was just written. */
  public static List<Payload> records(Payload batch) {
    JournalBatch.Header header =
        Invariant.present(JournalBatch.header(batch, 0), () -> "no batch begins here");
    return Invariant.present(
        JournalBatch.records(header, batch, 0), () -> "not the records of " + header);
  }
}
