package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Pool;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Writes and reads objects, small ones and now and then a large one, and looks at every answer. */
final class WorkingClient implements AutoCloseable {
  private static final int SMALL_BYTES = 4 << 10;
  private static final int LARGE_BYTES = 4 << 20;
  private static final int LARGE_EVERY = 20;
  private static final int NAMES = 100;

  private final Pool pool;
  private final byte[] bytes = new byte[LARGE_BYTES];
  private final AtomicLong done = new AtomicLong();
  private volatile boolean stopped;

  private final CompletableFuture<Void> running;

  /** Begins at once. */
  WorkingClient(Pool pool) {
    this.pool = pool;
    new Random64(3).nextBytes(bytes);
    this.running = CompletableFuture.runAsync(this::run, task -> new Thread(task).start());
  }

  private void run() {
    for (int i = 0; !stopped; i++) {
      String name = "work " + i % NAMES;
      int from = i % 1_000;
      int size = i % LARGE_EVERY == 0 ? LARGE_BYTES - from : SMALL_BYTES;
      ByteBuffer content = ByteBuffer.wrap(bytes, from, size);
      pool.writeFull(name, content);
      ByteBuffer read = pool.read(name).asByteBuffer();
      if (!read.equals(content)) {
        throw new AssertionError(name + " is not what was written");
      }
      done.incrementAndGet();
    }
  }

  /** Waits until the client has written and read a number of further objects. */
  void awaitMore(int count) {
    long from = done.get();
    Progress.await(
        count + " more objects",
        () -> running.isDone() ? Long.MAX_VALUE : done.get(),
        from + count);
    assertThat(running).isNotDone();
  }

  @Override
  public void close() {
    stopped = true;
    running.join();
  }
}
