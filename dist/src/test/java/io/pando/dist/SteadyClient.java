package io.pando.dist;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * A program that writes and reads objects until a file exists, and prints what happened: the number
 * of operations, of failures, and the longest operation in milliseconds.
 */
final class SteadyClient {
  private static final int THREADS = 4;
  private static final int OBJECTS = 50;

  private final Pool pool;
  private final Path end;
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong longestNanos = new AtomicLong();
  private final CountDownLatch begun = new CountDownLatch(THREADS);

  private SteadyClient(Pool pool, Path end) {
    this.pool = pool;
    this.end = end;
  }

  /** Arguments: the configuration, the pool, and the file at which it ends. */
  public static void main(String[] arguments) throws InterruptedException {
    try (Cluster cluster = CommandContext.connect(ClusterConfig.read(Path.of(arguments[0])))) {
      new SteadyClient(cluster.pool(arguments[1]), Path.of(arguments[2])).run();
    }
  }

  private void run() throws InterruptedException {
    List<Thread> threads =
        IntStream.range(0, THREADS)
            .mapToObj(i -> Thread.ofPlatform().start(() -> work(i)))
            .toList();
    begun.await();
    System.out.println("working");
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.printf(
        "operations %d failures %d longest %d ms%n",
        operations.get(), failures.get(), longestNanos.get() / 1_000_000);
  }

  private void work(int thread) {
    for (int turn = 0; !Files.exists(end); turn++) {
      String name = "steady/" + thread + "/" + turn % OBJECTS;
      ByteBuffer content = ByteBuffer.allocate(4096).putInt(0, turn);
      long beganNanos = System.nanoTime();
      try {
        pool.writeFull(name, content.duplicate());
        long wroteNanos = System.nanoTime();
        boolean same = pool.read(name).asByteBuffer().equals(content);
        long readNanos = System.nanoTime();
        failures.addAndGet(same ? 0 : 1);
        longestNanos.accumulateAndGet(wroteNanos - beganNanos, Math::max);
        longestNanos.accumulateAndGet(readNanos - wroteNanos, Math::max);
      } catch (PandoException failed) {
        failures.incrementAndGet();
        System.out.println(name + ": " + failed.getMessage());
      }
      operations.addAndGet(2);
      if (turn == 0) {
        begun.countDown();
      }
    }
  }
}
