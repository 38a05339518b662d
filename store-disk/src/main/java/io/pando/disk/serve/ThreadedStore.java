package io.pando.disk.serve;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.port.EventLoop;
import io.pando.report.StorePerformance;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A store of one shard. What the calls of the port hand in is done on a thread of the store's own;
 * its answers come back on the owner's loop. A transaction that has begun is seen by every later
 * read, and is reported when it is durable.
 *
 * <p>The queue has no limit of its own: the owner keeps {@link #pendingBytes} in bounds.
 */
public class ThreadedStore extends QueryStore implements AutoCloseable {
  private final StorageThread storage;
  private final Thread thread;
  private final Volume volume;
  private final Watch watch;

  /**
   * What people see of a store.
   *
   * @param description what it is
   * @param account what it does; the volume tells it what it writes
   */
  public record Watch(String description, Account account) {}

  /** Begins to serve a volume, which is the store's from now on. */
  protected ThreadedStore(
      Volume volume, BatchLimits limits, StoreIdentity identity, EventLoop owner, Watch watch) {
    this.volume = volume;
    this.watch = watch;
    this.storage = new StorageThread(volume, limits, owner, watch);
    String who = identity.osd() + "/" + identity.shard();
    this.thread = Thread.ofPlatform().name("store-" + who).daemon(true).start(storage);
  }

  @Override
  public final void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    storage.add(new Request.Submit(transaction, done));
  }

  @Override
  protected final <T> void ask(Query<T> query, boolean settled, Consumer<T> done) {
    storage.add(new Request.Ask<>(query, settled, done));
  }

  @Override
  protected final Account account() {
    return watch.account();
  }

  @Override
  public final Usage usage() {
    return storage.usage();
  }

  @Override
  public final void look() {
    storage.look();
  }

  @Override
  public final StorePerformance performance() {
    return watch.account().performance();
  }

  /** Data of transactions that were submitted and not reported yet, in bytes. */
  public final long pendingBytes() {
    return storage.pendingBytes();
  }

  /** Transactions that were submitted and not reported yet. */
  public final int pendingTransactions() {
    return storage.pendingOps();
  }

  /** What it is and how it reaches its device, for people. */
  public final String describe() {
    return watch.description();
  }

  /**
   * Makes durable what was submitted, and closes. Blocks until that is done, so the owner's loop
   * must not call it; it may still get answers. Nothing may be called any more afterwards.
   */
  @Override
  public final void close() throws StoreException {
    storage.stop();
    try {
      thread.join();
      volume.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(describe() + ": interrupted while it was closed", e);
    } catch (IOException e) {
      throw new StoreException(describe() + ": cannot be closed: " + e, e);
    }
  }
}
