package io.pando.disk.serve;

import io.pando.disk.account.Account;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore.Usage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a store that blocks on its devices. It takes requests in order. A batch grows while
 * requests are waiting and it is not full; then it is committed.
 */
final class StorageThread implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StorageThread.class);

  /** Entries of the thread's queue. */
  private sealed interface Item {}

  private record Work(Request request, long sinceNanos) implements Item {}

  private record Stop() implements Item {}

  private final CommitLoop loop;
  private final String name;
  private final Account account;
  private final LinkedBlockingQueue<Item> items = new LinkedBlockingQueue<>();
  private final AtomicBoolean lookWanted = new AtomicBoolean();

  /** Counted down when the owner closes the store. */
  private final CountDownLatch stopWanted = new CountDownLatch(1);

  private boolean stopping;

  StorageThread(Volume volume, BatchLimits limits, EventLoop owner, ThreadedStore.Watch watch) {
    this.name = watch.description();
    this.account = watch.account();
    this.loop = new CommitLoop(volume, limits, name, new Answers(owner, name)::execute);
  }

  void add(Request request) {
    items.add(new Work(request, System.nanoTime()));
  }

  /** Requests a check of the medium's space. */
  void look() {
    if (lookWanted.compareAndSet(false, true)) {
      add(new Request.Look());
    }
  }

  void stop() {
    stopWanted.countDown();
    items.add(new Stop());
  }

  Usage usage() {
    return loop.usage();
  }

  @Override
  public void run() {
    while (!stopping) {
      Item item = await();
      while (item != null) {
        item = serve(item) ? items.poll() : null;
      }
      commit();
    }
  }

  private @Nullable Item await() {
    try {
      return items.take();
    } catch (InterruptedException e) {
      LOG.debug("{}: an interrupt is ignored; a stop is a request", name, e);
      return null;
    }
  }

  private boolean serve(Item item) {
    return switch (item) {
      case Stop _ -> {
        stopping = true;
        yield false;
      }
      case Work work -> serve(work);
    };
  }

  private boolean serve(Work work) {
    if (work.request() instanceof Request.Look) {
      lookWanted.set(false);
    }
    if (!(work.request() instanceof Request.Submit)) {
      return loop.serve(work.request());
    }
    long beganNanos = System.nanoTime();
    account.took(Account.Stage.WAIT, beganNanos - work.sinceNanos());
    boolean more = loop.serve(work.request());
    account.took(Account.Stage.APPLY, System.nanoTime() - beganNanos);
    return more;
  }

  /**
   * Commits the batch. A request that was deferred until the batch is durable, or until there is
   * space, begins another batch.
   */
  private void commit() {
    loop.endBatch();
    while (loop.phase() != CommitPhase.SERVE || loop.hasApplied() || loop.isWaiting()) {
      if (loop.isWaiting() && isStoppedIn(loop.pauseNanos())) {
        loop.giveUp();
        stopping = true;
        return;
      }
      if (loop.phase() == CommitPhase.SERVE) {
        loop.endBatch();
      } else {
        commitStep();
      }
    }
  }

  /** Waits; returns whether the owner closes the store meanwhile. */
  private boolean isStoppedIn(long nanos) {
    try {
      return stopWanted.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      LOG.debug("{}: an interrupt is ignored; a stop is a request", name, e);
      return false;
    }
  }

  private void commitStep() {
    CommitPhase phase = loop.phase();
    long beganNanos = System.nanoTime();
    loop.step();
    boolean ofData = phase != CommitPhase.COMMIT_METADATA;
    account.took(
        ofData ? Account.Stage.DATA : Account.Stage.METADATA, System.nanoTime() - beganNanos);
  }
}
