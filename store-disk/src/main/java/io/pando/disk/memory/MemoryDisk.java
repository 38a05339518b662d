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
 * What survives the daemon: the simulated medium below a {@link MemoryStore}. It knows what is
 * durable and what was only submitted. A crash keeps a prefix of the submitted, loses the rest, and
 * silences the store that was open; another is opened on the same disk. Single-threaded.
 *
 * <p>Invariant: {@code visible} is {@code durable} with all accepted pending transactions applied.
 */
public final class MemoryDisk {
  /**
   * A transaction on its way.
   *
   * @param transaction null if it was refused, so that nothing is to be applied
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

  /** A transaction was lost, so that nothing behind it may stay: until the disk is opened anew. */
  private boolean gap;

  /** An empty disk that holds at most so many bytes of data, in whole blocks. */
  public MemoryDisk(long capacityBytes) {
    Invariant.check(capacityBytes >= 0, "capacity must not be negative");
    this.capacityBytes = capacityBytes;
  }

  /** Transactions submitted and not yet reported, refused ones among them. */
  public int unreported() {
    return pending.size();
  }

  /**
   * The power goes. What was reported stays; of what was not, the first {@code kept} transactions
   * stay. The store that was open never answers again.
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
   * Spoils the block in which an offset lies: reads that touch it come back damaged until it is
   * written anew as a whole. Says whether the object holds data there.
   */
  public boolean damage(CollectionId collection, ObjectId object, long offset) {
    boolean hit = damage(visible, collection, object, offset);
    damage(durable, collection, object, offset);
    return hit;
  }

  /** From now on nothing becomes durable: what is pending and what comes ends as broken. */
  public void fail(String what) {
    failure = what;
  }

  /** What comes becomes durable again; the store that was open stays as it is. */
  public void mend() {
    failure = null;
  }

  long capacityBytes() {
    return capacityBytes;
  }

  /** Counts openings and crashes; a store whose number is an older one is dead. */
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
