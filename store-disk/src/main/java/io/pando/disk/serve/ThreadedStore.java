package io.pando.disk.serve;

import io.pando.disk.LocalStore;
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
 * A store of one shard. A thread of its own executes the calls of the port; answers are delivered
 * on the owner's loop. A transaction is visible to later reads as soon as it is applied, and is
 * reported when it is durable.
 *
 * <p>The queue is not limited here: the owner must bound what it submits.
 */
public class ThreadedStore extends QueryStore implements LocalStore {
  private final StorageThread storage;
  private final Thread thread;
  private final Volume volume;
  private final Watch watch;

  /**
   * Information about a store, for people.
   *
   * @param description description of the store
   * @param account account of its work; the volume reports its writes there
   */
  public record Watch(String description, Account account) {}

  /** Begins to serve a volume; the store takes ownership of it. */
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
  public final void refreshUsage() {
    storage.look();
  }

  @Override
  public final StorePerformance performance() {
    return watch.account().performance();
  }

  /** Description of the store and of the access to its device, for people. */
  public final String describe() {
    return watch.description();
  }

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
