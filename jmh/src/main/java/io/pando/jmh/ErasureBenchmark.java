package io.pando.jmh;

import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.Positions;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.choice.KernelChoice;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.digest.DigestKey;
import io.pando.erasure.digest.FragmentDigest;
import io.pando.erasure.digest.LinearDigest;
import io.pando.erasure.kernel.ByteRows;
import io.pando.random.Random64;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * What the stripe of an object costs: its parity, the delta of its parity, two lost fragments, and
 * the digest of a fragment. The counter {@code gigabytesPerCpuSecond} is in bytes of data (of the
 * digest: of the fragment) per second of processor time of the thread, so that a busy machine does
 * not falsify it. JMH adds up counters of iterations, so there is one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 1, time = 2)
public class ErasureBenchmark {
  /** The code's technique and its k and m. */
  @Param({"ISA_REED_SOL_VAN 4 2", "ISA_CAUCHY 4 2"})
  private String code = "";

  /** The kernel that computes. */
  @Param({"isal", "vector", "plain"})
  private String kernel = "";

  /** Bytes of each fragment. */
  @Param({"16384", "1048576"})
  private int unit;

  private int dataFragments;
  private FragmentTransform encoder = none();
  private FragmentTransform delta = none();
  private FragmentTransform decoder = none();
  private ByteRows data = new ByteRows(0);
  private ByteRows parity = new ByteRows(0);
  private ByteRows one = new ByteRows(0);
  private ByteRows alive = new ByteRows(0);
  private ByteRows lost = new ByteRows(0);
  private byte[] fragment = {};
  private final LinearDigest digest = new LinearDigest(new DigestKey(0x1234567890ABCDEFL, 42));

  /** Processor time and bytes of one iteration. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Cpu {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private long bytes;
    private long nanos;
    private long began;

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void begin() {
      bytes = 0;
      began = THREADS.getCurrentThreadCpuTime();
    }

    /** Ends an iteration. */
    @TearDown(Level.Iteration)
    public void end() {
      nanos = THREADS.getCurrentThreadCpuTime() - began;
    }

    /** Bytes per nanosecond of processor time. */
    public double gigabytesPerCpuSecond() {
      return (double) bytes / nanos;
    }
  }

  private static FragmentTransform none() {
    return LinearCode.of(CodeParameters.of(2, 1), KernelChoice.of("plain").kernel()).encoder(2);
  }

  /** Makes the code and its fragments. */
  @Setup
  public void prepare() {
    KernelChoice choice = KernelChoice.of(kernel);
    if (!choice.kernel().name().equals(kernel)) {
      throw new IllegalStateException(choice.reason());
    }
    String[] words = code.split(" ", 3);
    dataFragments = Integer.parseInt(words[1]);
    CodeParameters parameters =
        new CodeParameters(
            Technique.valueOf(words[0]), dataFragments, Integer.parseInt(words[2]), 0);
    prepare(LinearCode.of(parameters, choice.kernel()));
  }

  private void prepare(LinearCode linear) {
    Random64 random = new Random64(1);
    encoder = linear.encoder(dataFragments);
    delta = linear.delta(Positions.of(1));
    Positions missing = Positions.of(0, 1);
    Positions rest = Positions.first(linear.positions()).minus(missing);
    decoder = ((ReadPlan.Decodable) linear.plan(missing, rest)).transform();
    data = rows(dataFragments, random);
    parity = rows(encoder.to().size(), random);
    one = rows(1, random);
    alive = rows(decoder.from().size(), random);
    lost = rows(decoder.to().size(), random);
    fragment = one.array(0);
  }

  private ByteRows rows(int count, Random64 random) {
    return ByteRows.of(
        IntStream.range(0, count)
            .mapToObj(row -> {
              byte[] bytes = new byte[unit];
              random.nextBytes(bytes);
              return bytes;
            })
            .toArray(byte[][]::new));
  }

  /** All parity of a stripe; bytes of data. */
  @Benchmark
  public void encode(Cpu cpu) {
    encoder.coder().overwrite(data, parity, unit);
    cpu.bytes += (long) dataFragments * unit;
  }

  /** What one data fragment adds to all parity; bytes of that fragment. */
  @Benchmark
  public void delta(Cpu cpu) {
    delta.coder().accumulate(one, parity, unit);
    cpu.bytes += unit;
  }

  /** Two lost data fragments; bytes of the stripe's data. */
  @Benchmark
  public void decodeTwo(Cpu cpu) {
    decoder.coder().overwrite(alive, lost, unit);
    cpu.bytes += (long) dataFragments * unit;
  }

  /** The digest of a fragment, which needs no kernel. */
  @Benchmark
  public FragmentDigest digest(Cpu cpu) {
    cpu.bytes += unit;
    return digest.of(fragment);
  }
}
