package io.pando.bench.study;

import io.pando.cli.command.UserError;
import io.pando.client.Pool;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/** Writes objects of one size, some at a time. Used by one thread. */
final class ObjectFill {
  private final Pool pool;
  private final String prefix;
  private final int atATime;
  private final ByteBuffer data;
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private long count;

  /**
   * Objects to write.
   *
   * @param prefix begin of their names
   * @param atATime writes that are in flight at a time
   */
  ObjectFill(Pool pool, String prefix, int sizeBytes, int atATime) {
    this.pool = pool;
    this.prefix = prefix;
    this.atATime = atATime;
    byte[] bytes = new byte[sizeBytes];
    new Random64(sizeBytes).nextBytes(bytes);
    this.data = ByteBuffer.wrap(bytes);
  }

  /** Writes that many more objects; returns the duration in nanoseconds. */
  long write(long more) throws InterruptedException {
    long began = System.nanoTime();
    long end = count + more;
    InFlight writes = new InFlight();
    while (count < end && failures.isEmpty()) {
      writes.start(this::writeOne, count++);
    }
    writes.finish();
    return System.nanoTime() - began;
  }

  /** Writes objects for some time; returns bytes per second. */
  double writeFor(double seconds) throws InterruptedException {
    long began = System.nanoTime();
    long end = began + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    long first = count;
    InFlight writes = new InFlight();
    while (System.nanoTime() < end && failures.isEmpty()) {
      writes.start(this::writeOne, count++);
    }
    writes.finish();
    double took = (System.nanoTime() - began) / 1e9;
    return (count - first) * (double) data.capacity() / took;
  }

  /** Removes all objects that were written. */
  void remove() throws InterruptedException {
    InFlight removals = new InFlight();
    for (long i = 0; i < count && failures.isEmpty(); i++) {
      removals.start(number -> pool.removeAsync(prefix + number), i);
    }
    removals.finish();
    count = 0;
  }

  private CompletableFuture<?> writeOne(long number) {
    return pool.writeFullAsync(prefix + number, data.duplicate());
  }

  /** Requests of which at most {@link #atATime} are in flight. */
  private final class InFlight {
    private final Semaphore free = new Semaphore(atATime);

    void start(LongFunction<CompletableFuture<?>> request, long number)
        throws InterruptedException {
      free.acquire();
      var _ =
          request
              .apply(number)
              .whenComplete((_, failure) -> {
                if (failure != null) {
                  failures.add(failure);
                }
                free.release();
              });
    }

    void finish() throws InterruptedException {
      free.acquire(atATime);
      if (!failures.isEmpty()) {
        throw UserError.failed("the cluster could not be filled: " + failures.peek());
      }
    }
  }
}
