package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.report.DeviceWrites;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationLogTest {
  private static final StoreIdentity STORE =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final LogConfig SMALL = new LogConfig(8 * BLOCK_BYTES, 3 * BLOCK_BYTES);

  /** A user of a log, with the records that it must contain. */
  private static final class User {
    private final LogDisk disk;
    private final Random64 random;
    private final List<Payload> written = new ArrayList<>();
    private long flushed;
    private long checkpoint;
    private long segment;
    private OperationLog log;

    User(LogDisk disk, Random64 random) throws IOException, LogDamagedException {
      this.disk = disk;
      this.random = random;
      this.log = open();
    }

    /** Opens the log, and compares its contents. */
    private OperationLog open() throws IOException, LogDamagedException {
      List<Payload> found = new ArrayList<>();
      OperationLog opened =
          OperationLog.open(
              disk,
              SMALL,
              new LogOwner(STORE, checkpoint, segment),
              random.split(),
              new Account(),
              (sequence, body) -> {
                assertThat(sequence).isEqualTo(checkpoint + 1 + found.size());
                found.add(Payload.copyOf(body));
              });
      assertThat(checkpoint + found.size()).isBetween(flushed, (long) written.size());
      assertThat(found)
          .isEqualTo(written.subList((int) checkpoint, (int) checkpoint + found.size()));
      assertThat(opened.next()).isEqualTo(checkpoint + found.size() + 1);
      while (written.size() >= opened.next()) {
        written.removeLast();
      }
      flushed = written.size();
      return opened;
    }

    void reopen() throws IOException, LogDamagedException {
      disk.restorePower();
      log = open();
    }

    void work(int rounds) throws IOException {
      for (int round = 0; round < rounds; round++) {
        int records = random.nextInt(4);
        for (int i = 0; i < records; i++) {
          append();
        }
        flush();
        if (random.oneIn(4)) {
          release();
        }
      }
    }

    private void append() throws IOException {
      int longest = random.oneIn(10) ? SMALL.maxRecordBytes() : BLOCK_BYTES / 2;
      byte[] bytes = new byte[random.nextInt(longest + 1)];
      random.nextBytes(bytes);
      Payload body = Payload.wrap(bytes);
      if (!log.fits(body.size())) {
        flush();
      }
      int cut = random.nextInt(body.size() + 1);
      List<Payload> parts = List.of(body.slice(0, cut), body.slice(cut, body.size() - cut));
      written.add(body);
      assertThat(log.append(parts)).isEqualTo(written.size());
    }

    private void flush() throws IOException {
      log.flush();
      flushed = written.size();
    }

    /** Releases records up to a random one. */
    private void release() throws IOException {
      segment = log.segment();
      checkpoint += random.between(0, flushed - checkpoint);
      log.release(checkpoint);
    }
  }

  private static User user(long seed) throws IOException, LogDamagedException {
    Random64 random = new Random64(seed);
    return new User(disk(random, unit(seed)), random.split());
  }

  /** One of three users has a disk with larger units. */
  private static int unit(long seed) {
    return seed % 3 == 0 ? BLOCK_BYTES : 512;
  }

  private static LogDisk disk(Random64 random, int unitBytes) {
    return new LogDisk(SMALL.segmentBytes(), unitBytes, random.split());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whereverThePowerGoesAllThatWasFlushedIsThere(long seed)
      throws IOException, LogDamagedException {
    User whole = user(seed);
    whole.work(25);
    long steps = whole.disk.steps();
    assertThat(steps).isGreaterThan(50);
    for (long cut = 0; cut < steps; cut++) {
      User user = user(seed);
      user.disk.losePowerAfter(Math.max(0, cut - user.disk.steps()));
      cutShort(user, 25);
      for (int again = 0; again < 3; again++) {
        user.disk.losePowerAfter(user.random.nextInt(30));
        cutShort(user, 10);
      }
    }
  }

  /** Works until the power fails, and opens the log again when it is back. */
  private static void cutShort(User user, int rounds) throws IOException, LogDamagedException {
    try {
      user.work(rounds);
    } catch (IOException powerIsGone) {
      assertThat(powerIsGone).hasMessage("the power is gone");
    }
    user.reopen();
  }

  @Test
  void spaceComesBackWhenTheStoreHasWhatIsThere() throws IOException, LogDamagedException {
    User user = user(3);
    for (int i = 0; i < 50; i++) {
      user.work(5);
      user.checkpoint = user.flushed;
      user.segment = user.log.segment();
      user.log.release(user.checkpoint);
      assertThat(user.log.bytes()).isEqualTo(SMALL.segmentBytes());
      assertThat(user.disk.segments()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void damageIsNoticedUnlessItLooksLikeTheEnd(long seed) throws IOException, LogDamagedException {
    User user = user(seed);
    for (int i = 0; i < 30; i++) {
      user.append();
      user.flush();
    }
    long lastSegment = user.log.segment();
    int refused = 0;
    for (long number : user.disk.segments()) {
      for (long unit = 0; unit < SMALL.segmentBytes() / unit(seed); unit++) {
        User other = user(seed);
        for (int i = 0; i < 30; i++) {
          other.append();
          other.flush();
        }
        if (!other.disk.flipBit(number, unit)) {
          continue;
        }
        try {
          List<Payload> found = new ArrayList<>();
          OperationLog.open(
              other.disk,
              SMALL,
              new LogOwner(STORE, 0, 1),
              new Random64(9),
              new Account(),
              (_, body) -> found.add(Payload.copyOf(body)));
          // A bit that is not read, or one in the last batch, which may be an interrupted one.
          assertThat(found).isEqualTo(other.written.subList(0, found.size()));
          assertThat(found.size() == 30 || number == lastSegment).isTrue();
          assertThat(found.size()).isGreaterThanOrEqualTo(29);
        } catch (LogDamagedException e) {
          assertThat(e).hasMessageContaining("log disk: ").hasMessageContaining("format it again");
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(10);
  }

  @Test
  void aSegmentThatIsMissingIsNoticed() throws IOException, LogDamagedException {
    for (int lost = 0; lost < 4; lost++) {
      User user = user(5);
      while (user.disk.segments().size() < 5) {
        user.append();
        user.flush();
      }
      user.disk.lose(user.disk.segments().stream().skip(lost).findFirst().orElseThrow());
      assertThatThrownBy(() -> open(user, new LogOwner(STORE, 0, 1)))
          .isInstanceOf(LogDamagedException.class)
          .hasMessageContaining("are missing or damaged");
    }
    User user = user(5);
    user.append();
    user.flush();
    long segment = user.log.segment();
    user.disk.lose(segment);
    assertThatThrownBy(() -> open(user, new LogOwner(STORE, 0, segment)))
        .hasMessageContaining("segment " + segment + " or a later one is missing");
  }

  @Test
  void whatTheCheckpointHasMustNotBeNewerThanTheLog() throws IOException, LogDamagedException {
    User user = user(5);
    user.append();
    user.flush();
    assertThatThrownBy(() -> open(user, new LogOwner(STORE, 2, user.log.segment())))
        .hasMessageContaining("records 2 to 2 are missing");
  }

  @Test
  void theLogOfAnotherStoreIsRefused() throws IOException, LogDamagedException {
    User user = user(5);
    StoreIdentity other = new StoreIdentity(STORE.cluster(), new OsdId(4), 1);
    assertThatThrownBy(() -> open(user, new LogOwner(other, 0, 0)))
        .hasMessageContaining("belongs to osd.3 shard 1")
        .hasMessageContaining("not to osd.4 shard 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 2048, BLOCK_BYTES})
  void theAccountKnowsEveryUnitThatWasWritten(int unit) throws IOException, LogDamagedException {
    LogDisk disk = disk(new Random64(6), unit);
    Account account = new Account();
    OperationLog log =
        OperationLog.open(
            disk, SMALL, new LogOwner(STORE, 0, 0), new Random64(1), account, (_, _) -> {});
    Random64 random = new Random64(7);
    long body = 0;
    for (int i = 0; i < 40; i++) {
      int size = random.nextInt(2 * BLOCK_BYTES);
      log.append(List.of(Payload.copyOf(ByteBuffer.allocate(size))));
      body += size;
      log.flush();
    }
    DeviceWrites written = account.written();
    int segments = disk.segments().size();
    assertThat(written.bytes() / unit + written.calls().flushes() + segments)
        .isEqualTo(disk.steps());
    assertThat(written.bytes() % unit).isZero();
    assertThat(written.log()).isEqualTo(body + 40 * (Batch.HEADER_BYTES + Batch.RECORD_BYTES));
    assertThat(written.calls().writes()).isEqualTo(40 + segments);
  }

  @Test
  void smallBatchesTakeLittleOfADeviceOfSmallUnits() throws IOException, LogDamagedException {
    for (int unit : List.of(512, BLOCK_BYTES)) {
      LogDisk disk = disk(new Random64(6), unit);
      OperationLog log =
          OperationLog.open(
              disk, SMALL, new LogOwner(STORE, 0, 0), new Random64(1), new Account(), (_, _) -> {});
      for (int i = 0; i < 5; i++) {
        log.append(List.of(Payload.copyOf(ByteBuffer.allocate(300))));
        log.flush();
      }
      assertThat(log.writtenBytes()).isEqualTo(5L * unit);
    }
  }

  /** A log may be copied to a device with another unit size, larger or smaller. */
  @ParameterizedTest
  @ValueSource(ints = {512, BLOCK_BYTES})
  void aLogMayGoOnWithOtherUnits(int unit) throws IOException, LogDamagedException {
    LogDisk disk = disk(new Random64(6), unit);
    int other = unit == 512 ? BLOCK_BYTES : 512;
    List<Payload> written = new ArrayList<>();
    for (int life = 0; life < 4; life++) {
      List<Payload> found = new ArrayList<>();
      OperationLog log =
          OperationLog.open(
              disk,
              SMALL,
              new LogOwner(STORE, 0, 0),
              new Random64(life),
              new Account(),
              (_, body) -> found.add(Payload.copyOf(body)));
      assertThat(found).isEqualTo(written);
      for (int i = 0; i < 20; i++) {
        Payload body = Payload.utf8("record " + i + " of life " + life);
        written.add(body);
        log.append(List.of(body));
        log.flush();
      }
      assertThat(log.unitBytes()).isEqualTo(life % 2 == 0 ? unit : other);
      disk = disk.copy(life % 2 == 0 ? other : unit);
    }
  }

  private static OperationLog open(User user, LogOwner owner)
      throws IOException, LogDamagedException {
    return OperationLog.open(user.disk, SMALL, owner, new Random64(1), new Account(), (_, _) -> {});
  }
}
