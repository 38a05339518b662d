package io.pando.bench.trial;

import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Clients that write an object and read one, in turns, until they are closed. Each has objects of
 * its own, so it knows what a read must return.
 */
final class RollingLoad implements AutoCloseable {
  /** Objects of each client. */
  private static final int OBJECTS = 64;

  private final Pool pool;
  private final int sizeBytes;
  private final LoadThreads threads = new LoadThreads();
  private volatile boolean stopping;
  private Span span = new Span();
  private final Span before = new Span();

  /** The operations that ended in a span of time. */
  static final class Span {
    private long operations;
    private long longestNanos;
    private String longest = "none";
    private final List<String> failures = new ArrayList<>();

    private void add(String what, long nanos) {
      operations++;
      if (nanos > longestNanos) {
        longestNanos = nanos;
        longest = what;
      }
    }

    /** Adds the operations of another span. */
    void add(Span other) {
      operations += other.operations;
      failures.addAll(other.failures);
      if (other.longestNanos > longestNanos) {
        longestNanos = other.longestNanos;
        longest = other.longest;
      }
    }

    /** Number of operations, failed ones included. */
    long operations() {
      return operations;
    }

    double longestSeconds() {
      return longestNanos / 1e9;
    }

    /** Which operation took longest. */
    String longest() {
      return longest;
    }

    /** Operations that failed, or read something else than was written, with the reason. */
    List<String> failures() {
      return failures;
    }
  }

  RollingLoad(Pool pool, int clients, int sizeBytes) {
    this.pool = pool;
    this.sizeBytes = sizeBytes;
    for (int i = 0; i < clients; i++) {
      int client = i;
      threads.start(() -> run(client));
    }
  }

  private void run(int client) {
    for (int turn = 0; !stopping; turn++) {
      String name = "rolling/" + client + "/" + turn % OBJECTS;
      int content = turn;
      timed(
          "write of " + name,
          () -> {
            pool.writeFull(name, content(content));
            return true;
          });
      int other = Math.max(0, turn - OBJECTS / 2);
      String known = "rolling/" + client + "/" + other % OBJECTS;
      timed("read of " + known, () -> pool.read(known).asByteBuffer().equals(content(other)));
    }
  }

  private ByteBuffer content(int turn) {
    return ByteBuffer.allocate(sizeBytes).putInt(0, turn);
  }

  private void timed(String what, BooleanSupplier operation) {
    long beganNanos = System.nanoTime();
    String failure = null;
    try {
      failure =
          operation.getAsBoolean() ? null : what + ": its content is not that of the last write";
    } catch (PandoException failed) {
      failure = what + ": " + failed.getMessage();
    }
    synchronized (this) {
      span.add(what, System.nanoTime() - beganNanos);
      if (failure != null) {
        span.failures.add(failure);
      }
      notifyAll();
    }
  }

  /** Operations since the last call; those under way count in the next span. */
  synchronized Span take() {
    Span taken = span;
    span = new Span();
    before.add(taken);
    return taken;
  }

  /** All operations of spans that were taken. */
  synchronized Span all() {
    return before;
  }

  /** Waits for further operations, at most for a time. */
  synchronized void awaitMore(long count, long seconds) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    long goal = span.operations + count;
    while (span.operations < goal && System.nanoTime() < deadlineNanos) {
      TimeUnit.MILLISECONDS.timedWait(this, 100);
    }
  }

  @Override
  public void close() {
    stopping = true;
    threads.join();
  }
}
