package io.pando.cli.command.bench;

import io.pando.cli.command.UserError;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Objects of a benchmark: a prefix that nobody else has, and a number from 0.
 *
 * @param workers how many are made or removed at a time
 */
public record BenchObjects(Pool pool, String prefix, int workers) {
  /** Objects with a prefix of their own. */
  public static BenchObjects in(Pool pool, int workers) {
    return new BenchObjects(
        pool,
        "benchmark_" + ProcessHandle.current().pid() + "_" + System.currentTimeMillis() + "_",
        workers);
  }

  /** Name of one of them. */
  public String name(long number) {
    return prefix + number;
  }

  /** Makes so many, all with the same bytes. */
  void fill(long count, ByteBuffer data) throws InterruptedException {
    each(count, number -> pool.writeFull(name(number), data.duplicate()));
  }

  /** Removes so many. */
  void remove(long count) throws InterruptedException {
    each(
        count,
        number -> {
          try {
            pool.remove(name(number));
          } catch (PandoException.NotFound neverWritten) {
            // Its write failed, or came after the end.
          }
        });
  }

  private interface Numbered {
    void run(long number);
  }

  /** Runs something for every number below {@code count}; the first failure ends it. */
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
      for (Future<Long> worker : running) {
        worker.get();
      }
    } catch (ExecutionException failed) {
      throw UserError.failed("the benchmark could not prepare or clean up: " + failed.getCause());
    }
  }
}
