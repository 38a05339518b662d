package io.pando.jmh;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.random.Random64;
import java.util.concurrent.TimeUnit;
import net.openhft.hashing.LongHashFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one XXH3 digest of a heap array costs in each of the two libraries. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HashBenchmark {
  private static final long KEY = 0x7EE5;
  private static final int PIECE = 1 << 14;

  /** Of the input: a tree's item with a short name, with a usual one, a block, and an object. */
  @Param({"32", "58", "200", "4096", "4194304"})
  private int bytes;

  private final Hasher64 dynatrace = Hashing.xxh3_64(KEY);
  private final HashStream64 stream = dynatrace.hashStream();
  private final LongHashFunction openhft = LongHashFunction.xx3(KEY);
  private byte[] input = {};

  /** Makes the input. */
  @Setup
  public void fill() {
    Random64 random = new Random64(7);
    input = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      input[i] = (byte) random.between(0, 255);
    }
  }

  /** The whole array, by hash4j. */
  @Benchmark
  public long hash4j() {
    return dynatrace.hashBytesToLong(input, 0, bytes);
  }

  /** The whole array, by zero-allocation-hashing. */
  @Benchmark
  public long zeroAllocationHashing() {
    return openhft.hashBytes(input, 0, bytes);
  }

  /** In pieces of up to 16 KiB, by hash4j; the other library cannot. */
  @Benchmark
  public long hash4jInPieces() {
    stream.reset();
    for (int from = 0; from < bytes; from += PIECE) {
      stream.putBytes(input, from, Math.min(PIECE, bytes - from));
    }
    return stream.getAsLong();
  }
}
