package io.pando.jmh;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.RawStore;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
 * The raw store on the file system of the temporary directory: durable writes as a daemon makes
 * them, with the object's record and a log entry in the same transaction, and reads. {@code depth}
 * operations are kept in flight.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xmx512m"})
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 5)
public class StoreBenchmark {
  private static final ReplicaId COPY = new ReplicaId(new PgId(new PoolId(1), 0), 2);
  private static final CollectionId GROUP = CollectionId.of(COPY);
  private static final CollectionId ASIDE = CollectionId.aside(COPY);
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(0), 0);
  private static final int OBJECTS = 64;
  private static final int OBJECT_BYTES = 4 << 20;

  /** Operations under way. */
  @Param({"1", "16", "64"})
  public int depth;

  private final Random64 random = new Random64(1);
  private final StoreLoop loop = new StoreLoop();
  private final Payload small = payload(4096);
  private final Payload large = payload(OBJECT_BYTES);
  private final Payload info = payload(200);
  private final ArrayDeque<Kept> keptAside = new ArrayDeque<>();
  private Path directory = Path.of("");
  private @Nullable RawStore opened;
  private int underWay;
  private long sequence;

  /** An object kept aside, and the time when it was made. */
  private record Kept(long nanos, ObjectId object) {}

  /** Makes a store with objects in it. */
  @Setup(Level.Trial)
  public void open() throws IOException, StoreException, InterruptedException {
    directory = Files.createTempDirectory("store-benchmark");
    RawStoreConfig config = RawStoreConfig.DEFAULT.withCapacityBytes(4L << 30);
    RawStore.format(directory.resolve("s"), config, IDENTITY);
    opened = RawStore.open(directory.resolve("s"), config, IDENTITY, loop);
    submit(new StoreOp.CreateCollection(GROUP), new StoreOp.CreateCollection(ASIDE));
    for (int i = 0; i < OBJECTS; i++) {
      submit(new StoreOp.Write(GROUP, object(i), 0, large));
      await(0);
    }
  }

  /** Closes the store and removes it. */
  @TearDown(Level.Trial)
  public void close() throws IOException, StoreException, InterruptedException {
    await(0);
    store().close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Overwrites 4 KiB somewhere. */
  @Benchmark
  public void write4KiB() throws InterruptedException {
    long offset = random.nextInt(OBJECT_BYTES / 4096) * 4096L;
    submitAsDaemon(new StoreOp.Write(GROUP, anyObject(), offset, small));
  }

  /**
   * The same as a member of an erasure-coded group does it: what is replaced is kept aside, and
   * dropped with a write about 10 ms later.
   */
  @Benchmark
  public void write4KiBKeptAside() throws InterruptedException {
    ObjectId object = anyObject();
    long offset = random.nextInt(OBJECT_BYTES / 4096) * 4096L;
    List<StoreOp> steps = new ArrayList<>();
    ObjectId kept = new ObjectId((int) (sequence * 0x9E3779B9L), "kept-" + sequence);
    StoreOp.Origin from = new StoreOp.Origin(GROUP, object);
    steps.add(new StoreOp.CloneRange(ASIDE, kept, from, new ByteRange(offset, 4096)));
    long now = System.nanoTime();
    keptAside.add(new Kept(now, kept));
    while (now - keptAside.getFirst().nanos() > 10_000_000) {
      steps.add(new StoreOp.Remove(ASIDE, keptAside.removeFirst().object()));
    }
    steps.add(new StoreOp.Write(GROUP, object, offset, small));
    submitAsDaemon(object, steps);
  }

  /** Overwrites 4 MiB. */
  @Benchmark
  public void write4MiB() throws InterruptedException {
    submitAsDaemon(new StoreOp.Write(GROUP, anyObject(), 0, large));
  }

  /** Reads 4 KiB somewhere. */
  @Benchmark
  public void read4KiB() throws InterruptedException {
    read(random.nextInt(OBJECT_BYTES / 4096) * 4096L, 4096);
  }

  /** Reads 4 MiB. */
  @Benchmark
  public void read4MiB() throws InterruptedException {
    read(0, OBJECT_BYTES);
  }

  private void read(long offset, int length) throws InterruptedException {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(offset, length)), List.of(), false);
    underWay++;
    store().read(GROUP, anyObject(), query, this::onRead);
    await(depth - 1);
  }

  private void submitAsDaemon(StoreOp.OnObject write) throws InterruptedException {
    submitAsDaemon(write.object(), List.of(write));
  }

  private void submitAsDaemon(ObjectId object, List<StoreOp> steps) throws InterruptedException {
    String entry = String.format("log.%016x", sequence++ % 3000);
    List<StoreOp> all = new ArrayList<>(steps);
    all.add(new StoreOp.PutAttributes(GROUP, object, map("_", info)));
    all.add(new StoreOp.PutMeta(GROUP, map(entry, info)));
    submit(all.toArray(StoreOp[]::new));
    await(depth - 1);
  }

  private void submit(StoreOp... ops) {
    underWay++;
    store().submit(Transaction.of(ops), this::onCommit);
  }

  private void onCommit(CommitOutcome outcome) {
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw new IllegalStateException(outcome.toString());
    }
    underWay--;
  }

  private void onRead(ReadOutcome outcome) {
    if (!(outcome instanceof ReadOutcome.Found)) {
      throw new IllegalStateException(outcome.toString());
    }
    underWay--;
  }

  private void await(int atMost) throws InterruptedException {
    while (underWay > atMost) {
      loop.turn();
    }
  }

  private ObjectId anyObject() {
    return object(random.nextInt(OBJECTS));
  }

  private RawStore store() {
    return Objects.requireNonNull(opened, "the store is open during a trial");
  }

  private static ObjectId object(int number) {
    return new ObjectId(number * 0x9E3779B9, "object-" + number);
  }

  private static SortedMap<String, Payload> map(String key, Payload value) {
    SortedMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
    map.put(key, value);
    return map;
  }

  private Payload payload(int sizeBytes) {
    byte[] bytes = new byte[sizeBytes];
    random.nextBytes(bytes);
    return Payload.wrap(bytes);
  }
}
