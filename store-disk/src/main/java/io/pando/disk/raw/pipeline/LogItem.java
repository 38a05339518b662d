package io.pando.disk.raw.pipeline;

import io.pando.bytes.Payload;
import io.pando.format.RawUpdate;
import io.pando.store.CommitOutcome;
import java.util.List;
import java.util.function.Consumer;

/** What comes from the owner's loop, in the order in which it was wanted there. */
sealed interface LogItem {
  /** Bytes on the way to the blocks that they were given: whole ones. */
  record Placement(long place, Payload bytes) {}

  /**
   * A transaction with a place for all of it.
   *
   * @param ticket counts transactions, from 1
   * @param record of the log
   * @param data that go to their place before
   * @param weightBytes heap that it keeps until it is applied, roughly
   * @param submittedNanos when it was submitted
   */
  record Update(
      long ticket,
      RawUpdate update,
      Payload record,
      List<Placement> data,
      boolean binding,
      long weightBytes,
      long submittedNanos,
      Consumer<CommitOutcome> done)
      implements LogItem {}

  /** A transaction that there is no room for; told in its turn. */
  record Refusal(
      long ticket, CommitOutcome.NoSpace outcome, boolean binding, Consumer<CommitOutcome> done)
      implements LogItem {}

  /** Something for the store, once what came before is on its way there. */
  record Forward(StoreItem item) implements LogItem {}

  /** Nothing comes any more. */
  record Stop() implements LogItem {}
}
