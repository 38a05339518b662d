package io.pando.fuse.files.kernel;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fuse.FuseNotifier;
import io.pando.port.FileCalls;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's caches, as the client of a file system sees them: drops what lost its capability. Of
 * a node that the kernel was given nothing of, or long ago, there is nothing to drop. Answers are
 * written on the client's thread before it tells a later loss, so what is found here is what the
 * kernel may have. Any thread may use it.
 */
public final class KernelCaches implements FileCalls.OuterCache {
  private static final Caches ALL = new Caches(true, true, true);
  private static final ByteRange EVERYWHERE = new ByteRange(0, Long.MAX_VALUE);

  private final KernelNodes nodes;
  private final LongSupplier clock;
  private final Notices notices;
  private final AtomicLong changes = new AtomicLong();
  private volatile @Nullable NodeNumbers numbers;

  /**
   * Caches of a session that has not begun.
   *
   * @param clock nanoseconds since any moment, positive
   */
  public KernelCaches(KernelNodes nodes, LongSupplier clock) {
    this.nodes = nodes;
    this.clock = clock;
    this.notices = new Notices(clock);
  }

  /** The session begins. */
  public void begin(NodeNumbers of, FuseNotifier notifier) {
    notices.begin(notifier);
    numbers = of;
  }

  /** The session has ended. */
  public void end() {
    numbers = null;
    notices.end();
  }

  /** Whether the kernel can drop all names without waiting for requests. */
  boolean dropsAllNames() {
    return notices.dropsAllNames();
  }

  /** Number of losses, and of changes by this mount, so far. */
  public long changes() {
    return changes.get();
  }

  /** This mount changes something, or has changed it. */
  public void onChange() {
    changes.incrementAndGet();
  }

  @Override
  public void drop(Ino ino, Caches caches, Runnable done) {
    changes.incrementAndGet();
    NodeNumbers known = numbers;
    KernelNode node = known == null ? null : nodes.get(known.node(ino));
    if (node == null) {
      done.run();
    } else {
      drop(node, node.lose(caches, clock.getAsLong()), done);
    }
  }

  private void drop(KernelNode node, CacheLoss loss, Runnable done) {
    AtomicInteger left = new AtomicInteger(1);
    Runnable part =
        () -> {
          if (left.decrementAndGet() == 0) {
            done.run();
          }
        };
    if (!loss.names().isEmpty()) {
      left.incrementAndGet();
      notices.dropNames(node.number(), loss.names(), part);
    }
    if (loss.pages()) {
      left.incrementAndGet();
      notices.dropPages(node, EVERYWHERE, part);
    } else if (loss.attributes()) {
      left.incrementAndGet();
      notices.dropAttributes(node.number(), part);
    }
    part.run();
  }

  private static void nothing() {}

  @Override
  public void dropAll() {
    changes.incrementAndGet();
    if (numbers == null) {
      return;
    }
    boolean allAtOnce = notices.dropsAllNames();
    if (allAtOnce) {
      notices.dropAllNames(KernelCaches::nothing);
    }
    long now = clock.getAsLong();
    for (KernelNode node : nodes.all()) {
      CacheLoss loss = node.lose(ALL, now);
      drop(
          node,
          new CacheLoss(
              loss.attributes(), loss.pages(), allAtOnce ? CacheLoss.Names.NONE : loss.names()),
          KernelCaches::nothing);
    }
  }

  /** Drops attributes that this mount changed without the kernel's doing. */
  public void dropAttributes(long node, Runnable then) {
    notices.dropAttributes(node, then);
  }

  /** Drops pages of a range, if there may be any, because a program writes there. */
  public void dropPages(KernelNode node, ByteRange range, Runnable then) {
    if (numbers != null && node.mayHavePages(range)) {
      notices.dropPages(node, range, then);
    } else {
      then.run();
    }
  }

  /** Drops pages that were read without a capability to keep them. */
  public void dropRange(long node, ByteRange range) {
    notices.dropRange(node, range);
  }
}
