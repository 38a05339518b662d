package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import io.pando.fuse.FuseNotifier;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseNotification;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends notifications, which may block in the kernel until requests are answered: one about a name
 * waits for requests about names in its directory, one about pages for reads of them. Such a
 * request may wait in the client for another client, which waits for the notification. So no drop
 * depends on a notification alone:
 *
 * <ul>
 *   <li>Names are dropped all at once, which waits for nothing ({@link
 *       FuseNotification.InvalidateNames}), if a request about names in the directory is under way,
 *       or if a notification is not done within {@value #STUCK_MILLIS} ms. A kernel that cannot do
 *       that keeps names for a second only, and the drop is done when that is over.
 *   <li>Pages that are being read are left out. If a read began in between, the drop is tried again
 *       by another thread.
 * </ul>
 *
 * Any thread may use it.
 */
final class Notices {
  /** After this time a notification counts as stuck. */
  static final long STUCK_MILLIS = 100;

  private static final int NAME_THREADS = 4;
  private static final int NODE_THREADS = 8;
  private static final int IDLE_SECONDS = 10;

  /** From this number of names on, all are dropped at once. */
  private static final int MANY_NAMES = 256;

  private static final int MOST_BACKOFF = 16;

  private final LongSupplier clock;
  private final ThreadPoolExecutor names = threads("names", NAME_THREADS);
  private final ThreadPoolExecutor nodes = threads("nodes", NODE_THREADS);
  private final ScheduledThreadPoolExecutor timer;
  private volatile @Nullable FuseNotifier notifier;
  private volatile boolean dropsAllNames;

  /** A drop that several threads may complete. */
  private static final class Drop {
    private final AtomicBoolean done = new AtomicBoolean();
    private final Runnable then;

    Drop(Runnable then) {
      this.then = then;
    }

    boolean isDone() {
      return done.get();
    }

    void complete() {
      if (done.compareAndSet(false, true)) {
        then.run();
      }
    }
  }

  Notices(LongSupplier clock) {
    this.clock = clock;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("fuse notices").factory(), (task, _) -> {});
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static ThreadPoolExecutor threads(String name, int count) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("fuse notices of " + name + " ", 0).factory(),
            // The session has ended, and nothing is sent any more.
            (task, _) -> task.run());
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** The session begins. */
  void begin(FuseNotifier of) {
    dropsAllNames = of.send(new FuseNotification.InvalidateNames()) == 0;
    notifier = of;
  }

  /** Whether the kernel can drop all names without waiting. */
  boolean dropsAllNames() {
    return dropsAllNames;
  }

  /** The session has ended: no drop is left to do. */
  void end() {
    notifier = null;
    timer.shutdown();
    names.shutdown();
    nodes.shutdown();
  }

  private void send(FuseNotification notification) {
    FuseNotifier to = notifier;
    if (to != null) {
      int _ = to.send(notification);
    }
  }

  // Names

  void dropNames(long directory, CacheLoss.Names loss, Runnable then) {
    if (dropsAllNames && (loss.busy() || loss.names().size() >= MANY_NAMES)) {
      dropAllNames(then);
      return;
    }
    Drop drop = new Drop(then);
    names.execute(() -> {
      for (FuseName name : loss.names()) {
        if (!drop.isDone()) {
          send(new FuseNotification.InvalidateEntry(directory, name, true));
        }
      }
      drop.complete();
    });
    if (dropsAllNames) {
      after(
          STUCK_MILLIS,
          () -> {
            if (!drop.isDone()) {
              send(new FuseNotification.InvalidateNames());
              drop.complete();
            }
          });
    } else {
      long nanos = loss.untilNanos() - clock.getAsLong();
      after(TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos)) + 1, drop::complete);
    }
  }

  /** Drops the names of all directories. */
  void dropAllNames(Runnable then) {
    if (notifier == null) {
      then.run();
      return;
    }
    timer.execute(() -> {
      send(new FuseNotification.InvalidateNames());
      then.run();
    });
  }

  // Nodes

  void dropAttributes(long node, Runnable then) {
    nodes.execute(() -> {
      send(new FuseNotification.InvalidateNode(node, -1, 0));
      then.run();
    });
  }

  /** Drops attributes, and pages of a range. */
  void dropPages(KernelNode node, ByteRange range, Runnable then) {
    node.beginPageDrop();
    Drop drop =
        new Drop(() -> {
          node.endPageDrop();
          then.run();
        });
    tryPages(node, range, drop, 1);
  }

  private void tryPages(KernelNode node, ByteRange range, Drop drop, int tries) {
    nodes.execute(() -> {
      if (drop.isDone()) {
        return;
      }
      for (ByteRange each : node.droppable(range)) {
        boolean toEnd = each.end() == Long.MAX_VALUE;
        send(
            new FuseNotification.InvalidateNode(
                node.number(), each.offset(), toEnd ? 0 : each.length()));
      }
      drop.complete();
    });
    after(
        STUCK_MILLIS * Math.min(MOST_BACKOFF, tries),
        () -> {
          if (!drop.isDone()) {
            tryPages(node, range, drop, 2 * tries);
          }
        });
  }

  /** Drops the pages of a range, some time. */
  void dropRange(long node, ByteRange range) {
    nodes.execute(
        () -> send(new FuseNotification.InvalidateNode(node, range.offset(), range.length())));
  }

  private void after(long millis, Runnable action) {
    ScheduledFuture<?> _ = timer.schedule(action, millis, TimeUnit.MILLISECONDS);
  }
}
