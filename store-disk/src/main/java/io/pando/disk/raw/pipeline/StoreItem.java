package io.pando.disk.raw.pipeline;

import io.pando.disk.raw.volume.Allotment;
import io.pando.disk.serve.Query;
import io.pando.format.RawUpdate;
import java.util.List;
import java.util.function.Consumer;

/** What the store is to do. */
sealed interface StoreItem {
  /**
   * Updates that are durable in the log.
   *
   * @param ticket of the last of them
   * @param sequence of the log's record of the last of them
   * @param segment of the log that was there then
   * @param logBytes of the log that they take
   * @param weightBytes heap that they keep, roughly
   * @param unused blocks that were promised to them and are not wanted any more
   */
  record Batch(
      List<RawUpdate> updates,
      long ticket,
      long sequence,
      long segment,
      long logBytes,
      long weightBytes,
      List<Allotment> unused)
      implements StoreItem {}

  /**
   * A question.
   *
   * @param settled whether all that was applied must be durable first
   */
  record Ask<T>(Query<T> query, boolean settled, Consumer<T> done) implements StoreItem {}

  /** Blocks are wanted; the answer is a {@link Grant}. */
  record Room(RoomWanted wanted) implements StoreItem {}

  /** Blocks that were promised are not wanted any more. */
  record GiveBack(List<Allotment> unused) implements StoreItem {}

  /** Nobody counts any more on blocks that were announced to go back to the medium. */
  record Discard() implements StoreItem {}

  /** A look at the medium is wanted. */
  record Look() implements StoreItem {}

  /** Nothing comes any more. */
  record Stop() implements StoreItem {}

  /**
   * How much room is wanted.
   *
   * @param back promised blocks that may be used for it
   * @param placedBlocks to be promised
   * @param loggedBlocks to be available beside those
   * @param urgent whether a transaction waits for it, so that nothing is left untried
   * @param binding whether its owner cannot go on without that
   */
  record RoomWanted(
      List<Allotment> back,
      long placedBlocks,
      long loggedBlocks,
      boolean urgent,
      boolean binding) {}

  /**
   * What there is.
   *
   * @param ticket of the last transaction that was applied when this was said
   * @param runs promised from now on
   * @param availableBlocks beside those
   * @param freeBlocks of them all, whether the medium has room for them or not
   * @param answer whether it answers a {@link Room} that was not urgent
   * @param last whether the store broke, so that there will never be more
   */
  record Grant(
      long ticket,
      List<Allotment> runs,
      long availableBlocks,
      long freeBlocks,
      boolean answer,
      boolean last) {
    Grant(
        long ticket, List<Allotment> runs, long availableBlocks, long freeBlocks, boolean answer) {
      this(ticket, runs, availableBlocks, freeBlocks, answer, false);
    }
  }
}
