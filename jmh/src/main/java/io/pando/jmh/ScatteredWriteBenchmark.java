package io.pando.jmh;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.disk.device.DataIo;
import io.pando.disk.device.FileDevice;
import io.pando.disk.device.uring.RingDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A batch of blocks to scattered places of a file below the temporary directory, past the page
 * cache, durable at its end.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xmx256m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class ScatteredWriteBenchmark {
  private static final int BLOCKS = 65_536;

  /** How they get there. */
  @Param({"PLAIN", "URING"})
  public DataIo io = DataIo.PLAIN;

  /** Blocks in a batch. */
  @Param({"1", "4", "16", "64"})
  public int blocks;

  /** Processor time of the whole process, threads of the kernel's for it included. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Use {
    public long batches;
    public long cpuMicros;
    private long beforeNanos;

    @Setup(Level.Iteration)
    public void begin() {
      batches = 0;
      cpuMicros = 0;
      beforeNanos = cpuNanos();
    }

    @TearDown(Level.Iteration)
    public void end() {
      cpuMicros = (cpuNanos() - beforeNanos) / 1000;
    }

    private static long cpuNanos() {
      return ManagementFactory.getOperatingSystemMXBean()
              instanceof com.sun.management.OperatingSystemMXBean system
          ? system.getProcessCpuTime()
          : 0;
    }
  }

  private final Random64 random = new Random64(1);
  private Path directory = Path.of("");
  private @Nullable BlockDevice device;
  private @Nullable BlockWriter writer;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** Makes a file that was written everywhere. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    directory = Files.createTempDirectory("scattered");
    Path path = directory.resolve("block");
    FileDevice.create(path, BLOCKS);
    BlockDevice opened = RingDevice.over(FileDevice.open(path, BLOCKS, true), io);
    long _ = opened.reserve(0, BLOCKS);
    device = opened;
    writer = opened.writer();
    buffer = AlignedBuffers.blocks(blocks);
  }

  /** Removes it. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    if (device != null) {
      device.close();
    }
    Files.delete(directory.resolve("block"));
    Files.delete(directory);
  }

  /** One batch. */
  @Benchmark
  public void batch(Use use) throws IOException {
    BlockWriter to = writer;
    if (to == null) {
      throw new IllegalStateException("not set up");
    }
    for (int i = 0; i < blocks; i++) {
      to.add(random.nextInt(BLOCKS), buffer.slice(i * BLOCK_BYTES, BLOCK_BYTES));
    }
    to.drainDurably();
    use.batches++;
  }
}
