package io.pando.jmh;

import io.pando.cluster.Compression;
import io.pando.disk.pack.Codec;
import io.pando.disk.pack.Codecs;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/** What compression takes of a core: an invocation is 1 MiB, in units of 64 KiB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xmx256m"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 2)
public class CompressionBenchmark {
  private static final int UNIT_BYTES = 65_536;
  private static final int UNITS = 16;
  private static final int WORDS = 2_000;

  /** By what. */
  @Param({"LZ4", "ZSTD"})
  public Compression how = Compression.LZ4;

  /** Whether native code is loaded for it. */
  @Param({"true", "false"})
  public boolean beside;

  /** Words, some of them more often than others; or random bytes. */
  @Param({"true", "false"})
  public boolean text;

  private final List<byte[]> units = new ArrayList<>();
  private final List<byte[]> packed = new ArrayList<>();
  private final byte[] into = new byte[UNIT_BYTES + 4096];
  private final byte[] back = new byte[UNIT_BYTES];
  private Path folder = Path.of("");
  private Codec codec = Codecs.portable().of(Compression.LZ4);

  /** Makes the bytes to be packed, and packs them. */
  @Setup(Level.Trial)
  public void setUp() throws IOException {
    folder = Files.createTempDirectory("pando-jmh");
    codec = (beside ? Codecs.beside(folder) : Codecs.portable()).of(how);
    Random64 random = new Random64(1);
    byte[] all = text ? text(random) : new byte[UNITS * UNIT_BYTES];
    if (!text) {
      random.nextBytes(all);
    }
    for (int i = 0; i < UNITS; i++) {
      units.add(Arrays.copyOfRange(all, i * UNIT_BYTES, (i + 1) * UNIT_BYTES));
      int length = codec.pack(units.getLast(), into);
      packed.add(Arrays.copyOf(into, length));
    }
  }

  private static byte[] text(Random64 random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      StringBuilder word = new StringBuilder();
      for (int letters = 2 + random.nextInt(8); letters > 0; letters--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words.add(word.append(' ').toString());
    }
    StringBuilder text = new StringBuilder();
    while (text.length() < UNITS * UNIT_BYTES) {
      text.append(words.get(random.nextInt(1 + random.nextInt(WORDS))));
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** Removes the native parts. */
  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Packs 1 MiB. */
  @Benchmark
  public int pack() {
    int bytes = 0;
    for (byte[] unit : units) {
      bytes += codec.pack(unit, into);
    }
    return bytes;
  }

  /** Brings 1 MiB back. */
  @Benchmark
  public boolean unpack() {
    boolean good = true;
    for (byte[] unit : packed) {
      good &= codec.unpack(unit, unit.length, back);
    }
    return good;
  }
}
