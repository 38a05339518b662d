package io.pando.disk.raw.pipeline.apply;

import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.volume.GrantedExtent;
import java.util.List;
import java.util.function.Consumer;

/** A request to the store's worker. */
public sealed interface StoreItem {
  /** Whether all updates before this item must be committed first. */
  default boolean needsCommitted() {
    return false;
  }

  /**
   * Updates that are durable in the log.
   *
   * @param ticket ticket of the last update
   * @param extent where the log holds them
   * @param weightBytes approximate heap that the updates keep
   * @param unused blocks that were promised to them and are not needed
   */
  record Batch(
      List<RawTransaction> updates,
      long ticket,
      LogExtent extent,
      long weightBytes,
      List<GrantedExtent> unused)
      implements StoreItem {}

  /**
   * The end of a batch in the log.
   *
   * @param sequence sequence number of its last record
   * @param segment segment of that record
   * @param bytes bytes of the log that the batch occupies
   */
  record LogExtent(long sequence, long segment, long bytes) {}

  /**
   * A query.
   *
   * @param settled whether everything applied must be durable first
   */
  record Query<T>(io.pando.disk.serve.Query<T> query, boolean settled, Consumer<T> done)
      implements StoreItem {
    @Override
    public boolean needsCommitted() {
      return settled;
    }
  }

  /**
   * A request for blocks; the answer is a {@link Grant}.
   *
   * @param back promised blocks that are returned and may be used for it
   * @param placedBlocks number of blocks to be promised
   * @param loggedBlocks number of further blocks that must be available
   * @param urgent whether a transaction waits for it, so that everything must be tried
   * @param binding whether that transaction must not be refused
   */
  record SpaceRequest(
      List<GrantedExtent> back,
      long placedBlocks,
      long loggedBlocks,
      boolean urgent,
      boolean binding)
      implements StoreItem {
    @Override
    public boolean needsCommitted() {
      return urgent;
    }
  }

  /** Returns promised blocks that are not needed. */
  record GiveBack(List<GrantedExtent> unused) implements StoreItem {}

  /** The owner's loop no longer counts on blocks announced to go back to the medium. */
  record Discard() implements StoreItem {}

  /** A request to check the space of the medium. */
  record CheckSpace() implements StoreItem {}

  /** The last item. */
  record Stop() implements StoreItem {
    @Override
    public boolean needsCommitted() {
      return true;
    }
  }

  /**
   * A report of the available space.
   *
   * @param ticket ticket of the last applied transaction at the time of the report
   * @param runs blocks promised from now on
   * @param availableBlocks number of further available blocks
   * @param freeBlocks total of free blocks, whether the medium has space for them or not
   * @param answer whether it answers a {@link SpaceRequest} that was not urgent
   * @param last whether the store broke, so that no more space will come
   */
  record Grant(
      long ticket,
      List<GrantedExtent> runs,
      long availableBlocks,
      long freeBlocks,
      boolean answer,
      boolean last) {
    public Grant(
        long ticket,
        List<GrantedExtent> runs,
        long availableBlocks,
        long freeBlocks,
        boolean answer) {
      this(ticket, runs, availableBlocks, freeBlocks, answer, false);
    }
  }
}
