package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import io.pando.mds.life.MdsConfig;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that append to one file, and write and read ranges over several objects of another, all
 * at the same time, while metadata servers fail: no record is lost or torn, and no read sees a part
 * of a write.
 */
class SharedWritesHistoryTest {
  private static final String FILES = "photos";
  private static final int APPENDERS = 8;
  private static final int RECORDS = 8;
  private static final int CALLS = 16;
  private static final int MOST_BYTES = 8_000_000;
  private static final ByteRange RANGE = new ByteRange(10_000, 100_000);
  private static final OpenMode APPEND = new OpenMode(false, true, false, true, false);
  private static final OpenMode READ_APPEND = new OpenMode(true, true, false, true, false);

  private final List<SimMds> servers = new ArrayList<>();
  private final List<SimFiles> clients = new ArrayList<>();
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));
  private Random64 random = new Random64(1);
  private final List<Throwable> failures = new ArrayList<>();
  private int running;
  private int reads;

  private void begin(long seed) {
    random = new Random64(seed);
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    Cluster admin = cluster.connect();
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("names", 4, 3, 2, null)));
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("bytes", 4, 3, 2, null)));
    cluster.await(
        admin.admin().changeAsync(new Change.CreateFileSystem(FILES, "names", List.of("bytes"))));
    for (int i = 0; i < 2; i++) {
      SimMds server = new SimMds(cluster, i, MdsConfig.usual(""));
      servers.add(server);
      server.start();
    }
    for (int i = 0; i < 3; i++) {
      clients.add(SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT));
    }
    layout("pando.layout.stripe_unit", "16384");
    layout("pando.layout.object_size", "65536");
  }

  private void layout(String setting, String value) {
    FsRequest request =
        new FsRequest.SetXattr(Ino.ROOT, setting, Payload.utf8(value), FsRequest.XattrMode.EITHER);
    cluster.await(clients.getFirst().call(Caller.ROOT, new FileCall.Request(request)));
  }

  private SimFiles client(int number) {
    return clients.get(number % clients.size());
  }

  private long open(SimFiles client, String name, OpenMode mode) {
    NewName file =
        new NewName(Ino.ROOT, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome outcome =
        cluster.await(client.call(Caller.ROOT, new FileCall.Create(file, false, mode)));
    assertThat(outcome).isInstanceOf(FileOutcome.Opened.class);
    return ((FileOutcome.Opened) outcome).handle();
  }

  private void call(SimFiles client, FileCall what, Consumer<FileOutcome> then) {
    client
        .call(Caller.ROOT, what)
        .thenAccept(then)
        .exceptionally(failure -> {
          failures.add(failure);
          return null;
        });
  }

  private void soon(Runnable what) {
    long most = (random.oneIn(3) ? 1_000 : 10) * SimCluster.SECOND / 1_000;
    cluster.world().at(cluster.world().nowNanos() + random.between(1, most), what);
  }

  private void runAll() {
    long endNanos = cluster.world().nowNanos() + 300 * SimCluster.SECOND;
    while (running > 0 && failures.isEmpty() && cluster.world().nowNanos() < endNanos) {
      cluster.world().runFor(random.between(1, 6 * SimCluster.SECOND));
      SimMds server = servers.get(random.nextInt(servers.size()));
      if (!server.isAlive()) {
        server.start();
      } else if (random.oneIn(2)) {
        server.crash();
      } else {
        server.pause();
        cluster.world().runFor(random.between(1, 3 * SimCluster.SECOND));
        server.resume();
      }
    }
    servers.stream().filter(server -> !server.isAlive()).forEach(SimMds::start);
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.getFirst());
    }
    assertThat(running).as(() -> "programs that have not ended: " + clients).isZero();
    for (SimFiles client : clients) {
      assertThat(client.sessions()).as("sessions of a client that was never cut off").hasSize(1);
    }
  }

  // Appends

  /** Number, length, and bytes that depend on both. */
  private static byte[] record(int number, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) (number * 31 + length));
    ByteBuffer.wrap(bytes).putInt(number).putInt(length);
    return bytes;
  }

  private static List<Integer> records(byte[] bytes) {
    List<Integer> numbers = new ArrayList<>();
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      int at = left.position();
      int number = left.getInt();
      int length = left.getInt();
      assertThat(length).as("record %d at %d", number, at).isBetween(8, left.remaining() + 8);
      assertThat(
              Arrays.mismatch(Arrays.copyOfRange(bytes, at, at + length), record(number, length)))
          .as("first wrong byte of record %d of %d bytes at %d", number, length, at)
          .isEqualTo(-1);
      left.position(at + length);
      numbers.add(number);
    }
    return numbers;
  }

  private void append(SimFiles client, long handle, int number, int end) {
    if (number == end) {
      running--;
      return;
    }
    byte[] record = record(number, 8 + random.nextInt(random.oneIn(2) ? 200 : 150_000));
    call(
        client,
        new FileCall.Write(handle, 0, Payload.wrap(record)),
        outcome -> {
          assertThat(outcome).isInstanceOf(FileOutcome.At.class);
          soon(() -> append(client, handle, number + 1, end));
        });
  }

  private void readRecords(SimFiles client, long handle, int times) {
    if (times == 0) {
      running--;
      return;
    }
    call(
        client,
        new FileCall.Read(handle, new ByteRange(0, MOST_BYTES)),
        outcome -> {
          records(bytes(outcome));
          reads++;
          soon(() -> readRecords(client, handle, times - 1));
        });
  }

  private static byte[] bytes(FileOutcome outcome) {
    assertThat(outcome).isInstanceOf(FileOutcome.Bytes.class);
    return ((FileOutcome.Bytes) outcome).bytes().toByteArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void appendersLoseAndTearNoRecord(long seed) {
    begin(seed);
    for (int i = 0; i < APPENDERS; i++) {
      SimFiles client = client(i);
      long handle = open(client, "log", i % 2 == 0 ? APPEND : READ_APPEND);
      int first = i * RECORDS;
      running++;
      soon(() -> append(client, handle, first, first + RECORDS));
    }
    for (SimFiles client : clients) {
      long handle = open(client, "log", OpenMode.READ);
      running++;
      soon(() -> readRecords(client, handle, CALLS / 2));
    }
    runAll();
    SimFiles reader = client(random.nextInt(clients.size()));
    long handle = open(reader, "log", OpenMode.READ);
    FileCall all = new FileCall.Read(handle, new ByteRange(0, MOST_BYTES));
    List<Integer> numbers = records(bytes(cluster.await(reader.call(Caller.ROOT, all))));
    assertThat(numbers).hasSize(APPENDERS * RECORDS);
    for (int i = 0; i < APPENDERS; i++) {
      int first = i * RECORDS;
      assertThat(numbers.stream().filter(it -> it / RECORDS * RECORDS == first))
          .as("records in the order of their appender")
          .containsExactlyElementsOf(IntStream.range(first, first + RECORDS).boxed().toList());
    }
    assertThat(reads).isEqualTo(clients.size() * CALLS / 2);
  }

  // Ranges over several objects

  private void change(SimFiles client, long handle, int times) {
    if (times == 0) {
      running--;
      return;
    }
    byte[] bytes = new byte[(int) RANGE.length()];
    Arrays.fill(bytes, (byte) (1 + random.nextInt(100)));
    call(
        client,
        new FileCall.Write(handle, RANGE.offset(), Payload.wrap(bytes)),
        outcome -> {
          assertThat(outcome).isInstanceOf(FileOutcome.At.class);
          soon(() -> change(client, handle, times - 1));
        });
  }

  private void check(SimFiles client, long handle, int times) {
    if (times == 0) {
      running--;
      return;
    }
    int from = random.nextInt((int) RANGE.length());
    ByteRange range =
        new ByteRange(RANGE.offset() + from, 1 + random.nextInt((int) RANGE.length() - from));
    call(
        client,
        new FileCall.Read(handle, range),
        outcome -> {
          TreeSet<Byte> values = new TreeSet<>();
          for (byte each : bytes(outcome)) {
            values.add(each);
          }
          assertThat(values).as("values of %s", range).hasSizeLessThan(2);
          reads++;
          soon(() -> check(client, handle, times - 1));
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void readsSeeAllOfAWriteOrNothing(long seed) {
    begin(seed);
    for (int i = 0; i < 2 * clients.size(); i++) {
      SimFiles client = client(i);
      long handle = open(client, "data", OpenMode.READ_WRITE);
      running++;
      if (i < clients.size()) {
        soon(() -> change(client, handle, CALLS));
      } else {
        soon(() -> check(client, handle, 2 * CALLS));
      }
    }
    runAll();
    assertThat(reads).isEqualTo(clients.size() * 2 * CALLS);
  }
}
