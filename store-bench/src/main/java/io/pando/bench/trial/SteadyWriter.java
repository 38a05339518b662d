package io.pando.bench.trial;

import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Clients that write small objects one after the other until they are closed, and record the
 * latency of each write.
 */
public final class SteadyWriter implements AutoCloseable {
  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int OBJECTS = 512;

  private final Pool pool;
  private final int sizeBytes;
  private final LoadThreads threads = new LoadThreads();
  private volatile Histogram latencies = fresh();
  private volatile boolean stopping;

  /** Starts clients that write objects of that many bytes. */
  public SteadyWriter(Pool pool, int clients, int sizeBytes) {
    this.pool = pool;
    this.sizeBytes = sizeBytes;
    for (int i = 0; i < clients; i++) {
      int client = i;
      threads.start(() -> write(client));
    }
  }

  private static Histogram fresh() {
    return new ConcurrentHistogram(HIGHEST_NANOS, 3);
  }

  private void write(int client) {
    ByteBuffer data = ByteBuffer.wrap(new byte[sizeBytes]);
    for (int turn = 0; !stopping; turn++) {
      long beganNanos = System.nanoTime();
      try {
        pool.writeFull("steady/" + client + "/" + turn % OBJECTS, data.duplicate());
        latencies.recordValue(Math.min(HIGHEST_NANOS, System.nanoTime() - beganNanos));
      } catch (PandoException failed) {
        // The write timed out: its latency is recorded as measured.
        latencies.recordValue(Math.min(HIGHEST_NANOS, System.nanoTime() - beganNanos));
      }
    }
  }

  /** Number of writes that have ended since the last {@link #take}. */
  public long written() {
    return latencies.getTotalCount();
  }

  /** Latencies since the last call, in nanoseconds. */
  public Histogram take() {
    Histogram taken = latencies;
    latencies = fresh();
    return taken;
  }

  @Override
  public void close() {
    stopping = true;
    threads.join();
  }
}
