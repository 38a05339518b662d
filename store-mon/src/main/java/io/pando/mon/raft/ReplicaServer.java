package io.pando.mon.raft;

import io.pando.port.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Ratis server of a replica. It is closed while its disk is full, and opened again when there
 * is space: the log keeps its commands, and the state in memory stays valid. A full disk is not a
 * damaged log. All methods except {@link #close} are called on the event loop.
 *
 * <pre>
 *   RUNNING ──disk full, or the log failed for lack of space──▶ WAITING ──space, opened──▶ RUNNING
 * </pre>
 */
final class ReplicaServer {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaServer.class);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RaftOptions options;
  private final EventLoop loop;
  private final Supplier<LoopStateMachine> bridges;
  private final Consumer<Throwable> onBroken;
  private final Thread watch;
  private volatile @Nullable RatisLink link;
  private volatile DiskLimits.Space space;
  private volatile boolean failed;
  private volatile boolean closed;

  /** Creates the server without opening it. */
  ReplicaServer(
      RaftOptions options,
      EventLoop loop,
      Supplier<LoopStateMachine> bridges,
      Consumer<Throwable> onBroken) {
    this.options = options;
    this.loop = loop;
    this.bridges = bridges;
    this.onBroken = onBroken;
    this.space = new DiskLimits.Space(0, 0);
    this.watch =
        Thread.ofPlatform().daemon().name("raft-disk-" + options.self()).unstarted(this::run);
  }

  /**
   * Opens the replica; if its disk is full, waits for space instead. Must not be called on the
   * loop.
   */
  void open() throws LogOpenException {
    RatisLink opened = tryToOpen();
    link = opened;
    if (opened == null) {
      LOG.warn("{}", whyWaiting());
    }
    watch.start();
  }

  /** The running server; null while the disk is full. */
  @Nullable RatisLink link() {
    return link;
  }

  /** Why no server runs, for people. */
  String whyWaiting() {
    return "the disk of %s is full (%s bytes are free at %s): free some space, and it continues by itself"
        .formatted(options.self(), space.usableBytes(), options.directory());
  }

  /** Space of the file system, as last measured. */
  DiskLimits.Space space() {
    return space;
  }

  /**
   * Called when the log failed. Returns whether lack of space is the cause, so that the replica
   * will be opened again.
   */
  boolean onFailure(Throwable cause) {
    if (DiskLimits.isCause(cause) || options.disk().isFull(space)) {
      failed = true;
      LockSupport.unpark(watch);
      return true;
    }
    return false;
  }

  private void run() {
    while (!closed) {
      DiskLimits.Space now = DiskLimits.Space.of(options.directory());
      space = now;
      RatisLink running = link;
      if (running != null && (failed || options.disk().isFull(now))) {
        link = null;
        failed = false;
        LOG.warn("{}", whyWaiting());
        running.close();
      } else if (running == null && options.disk().hasRoom(now)) {
        reopen();
      }
      LockSupport.parkNanos(this, LOOK_NANOS);
    }
  }

  private void reopen() {
    try {
      RatisLink opened = tryToOpen();
      if (opened != null) {
        link = opened;
        LOG.info("{} has space again and continues", options.self());
      }
    } catch (LogOpenException e) {
      closed = true;
      loop.execute(() -> onBroken.accept(e));
    }
  }

  private @Nullable RatisLink tryToOpen() throws LogOpenException {
    try {
      return Opening.open(options, loop, bridges.get());
    } catch (LogOpenException e) {
      if (e.problem() != LogOpenException.Problem.FULL) {
        throw e;
      }
      LOG.warn("{}", e.getMessage());
      return null;
    }
  }

  /** Must not be called on the loop, which must run until this returns. */
  void close() {
    closed = true;
    LockSupport.unpark(watch);
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    RatisLink running = link;
    if (running != null) {
      running.close();
    }
  }
}
