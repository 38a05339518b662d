package io.pando.bench.load;

import io.pando.cli.command.UserError;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Objects of a benchmark: a unique prefix, and a number from 0.
 *
 * @param workers number of objects created or removed at a time
 */
public record BenchObjects(Pool pool, String prefix, int workers) {
  private static final int REMOVED_AT_ONCE = 10_000;

  /** Objects with a new prefix. */
  public static BenchObjects in(Pool pool, int workers) {
    return new BenchObjects(
        pool,
        "benchmark_" + ProcessHandle.current().pid() + "_" + System.currentTimeMillis() + "_",
        workers);
  }

  /**
   * Condition for objects that benchmarks left in a pool, because they were killed or were told to
   * leave them.
   */
  static Predicate<String> leftBehind() {
    return Pattern.compile("benchmark_[0-9]+_[0-9]+_[0-9]+").asMatchPredicate();
  }

  /** Removes objects that benchmarks left; returns their number. */
  static long removeLeftBehind(Pool pool, int workers) throws InterruptedException {
    AtomicLong removed = new AtomicLong();
    Iterator<String> names = pool.list().stream().filter(leftBehind()).iterator();
    while (names.hasNext()) {
      List<String> batch = new ArrayList<>();
      while (names.hasNext() && batch.size() < REMOVED_AT_ONCE) {
        batch.add(names.next());
      }
      new BenchObjects(pool, "", workers)
          .each(
              batch.size(),
              number -> {
                if (removeIfThere(pool, batch.get((int) number))) {
                  removed.incrementAndGet();
                }
              });
    }
    return removed.get();
  }

  private static boolean removeIfThere(Pool pool, String name) {
    try {
      pool.remove(name);
      return true;
    } catch (PandoException.NotFound never) {
      // Its write failed, or arrived after the end.
      return false;
    }
  }

  /** Name of the object with that number. */
  public String name(long number) {
    return prefix + number;
  }

  /** Writes {@code count} objects, all with the same bytes. */
  void fill(long count, ByteBuffer data) throws InterruptedException {
    each(count, number -> pool.writeFull(name(number), data.duplicate()));
  }

  /** Removes {@code count} objects. */
  void remove(long count) throws InterruptedException {
    each(count, number -> removeIfThere(pool, name(number)));
  }

  private interface Numbered {
    void run(long number);
  }

  /** Runs a task for every number below {@code count}; the first failure ends it. */
  private void each(long count, Numbered task) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        running.add(
            threads.submit(() -> {
              long number = next.getAndIncrement();
              for (; number < count; number = next.getAndIncrement()) {
                task.run(number);
              }
              return number;
            }));
      }
      try {
        for (Future<Long> worker : running) {
          worker.get();
        }
      } finally {
        // After an interruption or a failure no further task is started.
        next.set(count);
      }
    } catch (ExecutionException failed) {
      throw UserError.failed("the benchmark could not prepare or clean up: " + failed.getCause());
    }
  }
}
