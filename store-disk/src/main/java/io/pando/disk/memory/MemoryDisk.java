package io.pando.disk.memory;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link MemoryStore} that survives the daemon: a simulated medium. It knows which
 * transactions are durable and which were only submitted. A crash keeps a prefix of the submitted
 * ones, loses the rest, and silences the open store; then another store can be opened on the same
 * disk. Single-threaded.
 *
 * <p>Invariant: {@code visible} is {@code durable} with all accepted pending transactions applied.
 */
public final class MemoryDisk {
  /**
   * A submitted transaction that is not durable yet.
   *
   * @param transaction null if it was refused and must not be applied
   */
  record Pending(
      @Nullable Transaction transaction, CommitOutcome outcome, Consumer<CommitOutcome> done) {}

  private static final String LOST_BEFORE = "an earlier transaction was lost";

  private final long capacityBytes;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private MemoryImage durable = new MemoryImage();
  private MemoryImage visible = new MemoryImage();
  private int incarnation;
  private @Nullable String failure;

  /**
   * Whether a transaction was lost; then no later one may survive, until the disk is opened again.
   */
  private boolean gap;

  /** An empty disk that holds at most {@code capacityBytes} of data, in whole blocks. */
  public MemoryDisk(long capacityBytes) {
    Invariant.check(capacityBytes >= 0, "capacity must not be negative");
    this.capacityBytes = capacityBytes;
  }

  /** Number of transactions submitted and not yet reported, including refused ones. */
  public int unreported() {
    return pending.size();
  }

  /**
   * Simulates a power failure. Reported transactions survive, and so do the first {@code kept}
   * unreported ones. The open store never answers again.
   */
  public void crash(int kept) {
    Invariant.check(kept >= 0 && kept <= pending.size(), "kept must not exceed what is unreported");
    for (int i = 0; i < kept && !gap; i++) {
      Transaction transaction = pending.remove().transaction();
      if (transaction != null) {
        durable.apply(transaction);
      }
    }
    pending.clear();
    gap = false;
    visible = durable.copy();
    incarnation++;
  }

  /**
   * Damages the block at an offset: reads that touch it report damage until the whole block is
   * written again. Returns whether the object holds data there.
   */
  public boolean damage(CollectionId collection, ObjectId object, long offset) {
    boolean hit = damage(visible, collection, object, offset);
    damage(durable, collection, object, offset);
    return hit;
  }

  /** From now on nothing becomes durable: pending and future transactions end as broken. */
  public void fail(String what) {
    failure = what;
  }

  /** Transactions can become durable again; the state of the open store does not change. */
  public void mend() {
    failure = null;
  }

  long capacityBytes() {
    return capacityBytes;
  }

  /**
   * Number of openings and crashes so far; a store that was opened with an older number is dead.
   */
  int incarnation() {
    return incarnation;
  }

  int open() {
    Invariant.check(pending.isEmpty(), "the disk must have crashed or be idle before it is opened");
    return ++incarnation;
  }

  MemoryImage visible() {
    return visible;
  }

  void accept(Transaction transaction, Consumer<CommitOutcome> done) {
    visible.apply(transaction);
    pending.add(new Pending(transaction, new CommitOutcome.Committed(), done));
  }

  void refuse(CommitOutcome outcome, Consumer<CommitOutcome> done) {
    pending.add(new Pending(null, outcome, done));
  }

  /** Makes the oldest pending transaction durable and reports it. */
  void flushOldest() {
    Pending oldest = pending.remove();
    if (failure != null || gap) {
      gap = true;
      oldest.done().accept(new CommitOutcome.Broken(failure == null ? LOST_BEFORE : failure));
      return;
    }
    if (oldest.transaction() != null) {
      durable.apply(oldest.transaction());
    }
    oldest.done().accept(oldest.outcome());
  }

  private static boolean damage(
      MemoryImage image, CollectionId collection, ObjectId object, long offset) {
    MemoryCollection in = image.collections().get(collection);
    MemoryObject found = in == null ? null : in.objects.get(object);
    return found != null && found.damage(offset);
  }
}
