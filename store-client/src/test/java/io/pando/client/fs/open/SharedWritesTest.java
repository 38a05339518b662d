package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsRequest;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs on several mounts that append to one file, and that write and read ranges over several
 * objects, while connections break: appends are all there, and no read sees a part of a write.
 */
class SharedWritesTest {
  private static final int APPENDERS = 8;
  private static final int RECORDS = 12;
  private static final OpenMode APPEND = new OpenMode(false, true, false, true, false);
  private static final OpenMode READ_APPEND = new OpenMode(true, true, false, true, false);

  private FilesWorld world = new FilesWorld(1);
  private Random64 random = new Random64(1);
  private int running;
  private int reads;

  private void begin(long seed) {
    world = new FilesWorld(seed);
    random = new Random64(seed);
    for (int i = 0; i < 3; i++) {
      world.mount();
    }
  }

  private FilesMount anyMount() {
    return world.mounts.get(random.nextInt(world.mounts.size()));
  }

  private void soon(Runnable what) {
    int most = random.oneIn(4) ? 40 : 3;
    world.at(world.now + random.nextInt(most * (int) FilesWorld.MILLI), what);
  }

  private void runAll(String what) {
    while (running > 0) {
      world.run(world.now + random.nextInt(30) * FilesWorld.MILLI);
      if (random.oneIn(10)) {
        anyMount().reset();
      }
      assertThat(world.now)
          .as("%s by %s of %s", what, world.mounts, world.server)
          .isLessThan(200_000 * FilesWorld.MILLI);
    }
  }

  // Appends

  private void append(FilesMount mount, long handle, int number, int end) {
    if (number == end) {
      running--;
      return;
    }
    byte[] record = Records.of(number, 9 + random.nextInt(random.oneIn(2) ? 200 : 14_000));
    mount.call(
        new FileCall.Write(handle, 0, Payload.wrap(record)),
        outcome -> {
          assertThat(outcome).isInstanceOf(FileOutcome.At.class);
          soon(() -> append(mount, handle, number + 1, end));
        });
  }

  private void read(FilesMount mount, long handle, int times) {
    if (times == 0) {
      running--;
      return;
    }
    mount.call(
        new FileCall.Read(handle, new ByteRange(0, 4_000_000)),
        outcome -> {
          assertThat(outcome).isInstanceOf(FileOutcome.Bytes.class);
          Records.parse(((FileOutcome.Bytes) outcome).bytes().toByteArray());
          reads++;
          soon(() -> read(mount, handle, times - 1));
        });
  }

  /** Another program opens the file now and then, and asks for its size. */
  private void look(Ino ino, int times) {
    if (times == 0) {
      running--;
      return;
    }
    FilesMount mount = anyMount();
    mount.call(
        new FileCall.Open(ino, OpenMode.READ_WRITE),
        opened -> {
          long handle = FilesMount.opened(opened).handle();
          mount.call(
              new FileCall.Request(new FsRequest.GetInode(ino)),
              outcome -> {
                assertThat(FilesMount.errorOf(outcome)).isNull();
                mount.call(new FileCall.Close(handle), _ -> soon(() -> look(ino, times - 1)));
              });
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void appendersLoseAndTearNoRecord(long seed) {
    begin(seed);
    Ino ino = world.mounts.getFirst().create("log", OpenMode.READ_WRITE).inode().ino();
    for (int i = 0; i < APPENDERS; i++) {
      FilesMount mount = world.mounts.get(i % world.mounts.size());
      OpenMode mode = i % 2 == 0 ? APPEND : READ_APPEND;
      long handle = FilesMount.opened(mount.run(new FileCall.Open(ino, mode))).handle();
      int first = i * RECORDS;
      running++;
      soon(() -> append(mount, handle, first, first + RECORDS));
    }
    for (FilesMount mount : world.mounts) {
      long handle = FilesMount.opened(mount.run(new FileCall.Open(ino, OpenMode.READ))).handle();
      running++;
      soon(() -> read(mount, handle, 10));
    }
    running++;
    soon(() -> look(ino, 5));
    runAll("all appends");
    FilesMount reader = world.mount();
    long handle = FilesMount.opened(reader.run(new FileCall.Open(ino, OpenMode.READ))).handle();
    FileOutcome outcome = reader.run(new FileCall.Read(handle, new ByteRange(0, 4_000_000)));
    List<Integer> numbers =
        new ArrayList<>(Records.parse(((FileOutcome.Bytes) outcome).bytes().toByteArray()));
    assertThat(numbers).hasSize(APPENDERS * RECORDS);
    for (int i = 0; i < APPENDERS; i++) {
      int first = i * RECORDS;
      assertThat(numbers.stream().filter(it -> it / RECORDS * RECORDS == first))
          .as("records in the order of their appender")
          .containsExactlyElementsOf(IntStream.range(first, first + RECORDS).boxed().toList());
    }
    assertThat(reads).isEqualTo(30);
  }

  // Ranges over several objects

  private static final ByteRange RANGE = new ByteRange(3_000, 11_000);

  private void change(FilesMount mount, long handle, int times, Runnable then) {
    if (times == 0) {
      then.run();
      return;
    }
    byte[] bytes = new byte[(int) RANGE.length()];
    java.util.Arrays.fill(bytes, (byte) (1 + random.nextInt(100)));
    FileCall call =
        random.oneIn(5)
            ? new FileCall.Zero(handle, RANGE, random.nextBoolean())
            : new FileCall.Write(handle, RANGE.offset(), Payload.wrap(bytes));
    mount.call(
        call,
        outcome -> {
          assertThat(FilesMount.errorOf(outcome)).isNull();
          soon(() -> change(mount, handle, times - 1, then));
        });
  }

  private void check(FilesMount mount, long handle, int times, Runnable then) {
    if (times == 0) {
      then.run();
      return;
    }
    int from = random.nextInt((int) RANGE.length());
    ByteRange range =
        new ByteRange(RANGE.offset() + from, 1 + random.nextInt((int) RANGE.length() - from));
    mount.call(
        new FileCall.Read(handle, range),
        outcome -> {
          assertThat(outcome).isInstanceOf(FileOutcome.Bytes.class);
          TreeSet<Byte> values = new TreeSet<>();
          for (byte each : ((FileOutcome.Bytes) outcome).bytes().toByteArray()) {
            values.add(each);
          }
          assertThat(values).as("values of %s", range).hasSizeLessThan(2);
          reads++;
          soon(() -> check(mount, handle, times - 1, then));
        });
  }

  /** The file is shared only now and then. */
  private void reopen(Ino ino, boolean writes, int times) {
    if (times == 0) {
      running--;
      return;
    }
    FilesMount mount = anyMount();
    mount.call(
        new FileCall.Open(ino, writes ? OpenMode.READ_WRITE : OpenMode.READ),
        opened -> {
          long handle = FilesMount.opened(opened).handle();
          int calls = random.nextInt(4);
          Runnable end =
              () ->
                  mount.call(
                      new FileCall.Close(handle), _ -> soon(() -> reopen(ino, writes, times - 1)));
          if (writes) {
            change(mount, handle, calls, end);
          } else {
            check(mount, handle, calls, end);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void readsSeeAllOfAWriteOrNothing(long seed) {
    begin(seed);
    Ino ino = world.mounts.getFirst().create("data", OpenMode.READ_WRITE).inode().ino();
    for (int i = 0; i < 6; i++) {
      FilesMount mount = world.mounts.get(i % world.mounts.size());
      long handle =
          FilesMount.opened(mount.run(new FileCall.Open(ino, OpenMode.READ_WRITE))).handle();
      running++;
      if (i < 3) {
        soon(() -> change(mount, handle, 20, () -> running--));
      } else {
        soon(() -> check(mount, handle, 40, () -> running--));
      }
    }
    runAll("all calls");
    assertThat(reads).isEqualTo(120);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16})
  void theSameWhileCapabilitiesComeAndGo(long seed) {
    begin(seed);
    Ino ino = world.mounts.getFirst().create("data", OpenMode.READ_WRITE).inode().ino();
    for (int i = 0; i < 6; i++) {
      boolean writes = i % 2 == 0;
      running++;
      soon(() -> reopen(ino, writes, 20));
    }
    runAll("all calls");
    assertThat(reads).isPositive();
  }
}
