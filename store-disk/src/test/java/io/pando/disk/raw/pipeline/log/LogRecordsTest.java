package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.pando.bytes.Payload;
import io.pando.disk.Power;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.log.FileLogMedium;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDisk;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogRecordsTest {
  private static final LogOwner OWNER =
      new LogOwner(
          new StoreIdentity(
              ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1),
          0,
          0);
  private static final LogConfig SMALL = new LogConfig(8 * BLOCK_BYTES, 3 * BLOCK_BYTES);
  private static final LogConfig CONFIG = new LogConfig(1 << 16, 1 << 13);

  @TempDir Path folder = Path.of("set by JUnit");

  /** An update may be longer than a segment; an update without its end is ignored. */
  @Test
  void longUpdatesComeBackWholeAndUnfinishedOnesNotAtAll() throws Exception {
    Random64 random = new Random64(5);
    List<Payload> updates = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      byte[] bytes = new byte[1 + random.nextInt(random.oneIn(4) ? 200_000 : 3_000)];
      random.nextBytes(bytes);
      updates.add(Payload.wrap(bytes));
    }
    for (int life = 0; life < 2; life++) {
      List<Payload> read = new ArrayList<>();
      LogRecords records = new LogRecords();
      try (OperationLog log =
          OperationLog.open(
              new FileLogMedium(folder, CONFIG, false, new Account()),
              CONFIG,
              OWNER,
              random.split(),
              new Account(),
              (_, body) -> {
                Payload update = records.take(body);
                if (update != null) {
                  read.add(update);
                }
              })) {
        assertThat(read).isEqualTo(updates.subList(0, 20 * life));
        for (Payload update : updates.subList(20 * life, 20 * life + 20)) {
          LogRecords.append(log, update);
        }
        // As after a crash: the beginning of an update is flushed, and there is no end.
        log.flush();
        log.append(List.of(Payload.wrap(new byte[] {1, 2, 3})));
        log.flush();
      }
    }
    List<Payload> read = new ArrayList<>();
    LogRecords records = new LogRecords();
    OperationLog.read(
        new FileLogMedium(folder, CONFIG, false, new Account()),
        CONFIG,
        OWNER,
        (_, body) -> {
          Payload update = records.take(body);
          if (update != null) {
            read.add(update);
          }
        });
    assertThat(read).isEqualTo(updates);
  }

  /** A log whose first segment has space for a batch of 24,576 bytes. */
  private static OperationLog logOn(int segments) throws Exception {
    LogDisk disk = new LogDisk(SMALL.segmentBytes(), BLOCK_BYTES, new Random64(1), new Power());
    disk.limitTo(segments);
    return OperationLog.open(
        disk, SMALL, OWNER, new Random64(2), new Account(), (_, _) -> fail("there is no record"));
  }

  private static Payload update(int bytes) {
    return Payload.wrap(new byte[bytes]);
  }

  /** Overhead: 32 bytes per batch, four per record, and one that says which part a record is. */
  @Test
  void whatFitsTheLastSegmentToTheByteHasSpace() throws Exception {
    OperationLog log = logOn(2);
    int most = 24_576 - 32 - 4 - 1;
    assertThat(LogRecords.haveSpace(log, update(most), 0, 0)).isTrue();
    assertThat(LogRecords.haveSpace(log, update(most + 1), 0, 0)).isFalse();
    assertThat(LogRecords.haveSpace(log, update(most - 18), 10, 2)).isTrue();
    assertThat(LogRecords.haveSpace(log, update(most - 18), 11, 2)).isFalse();
    assertThat(LogRecords.haveSpace(log, update(most - 18), 10, 3)).isFalse();
  }

  /** There are three more segments, one of which is kept for an opening. */
  @Test
  void aLongUpdateWantsASegmentForEachOfItsRecords() throws Exception {
    OperationLog log = logOn(4);
    int most = log.maxRecordBytes();
    assertThat(LogRecords.haveSpace(log, update(2 * (most - 1)), 0, 0)).isTrue();
    assertThat(LogRecords.haveSpace(log, update(2 * (most - 1)), 1, 1)).isFalse();
    assertThat(LogRecords.haveSpace(log, update(2 * (most - 1) + 1), 0, 0)).isFalse();
    assertThat(LogRecords.haveSpace(log, update(most - 1), most, 1)).as("one record").isTrue();
    assertThat(LogRecords.haveSpace(log, update(most - 1), most + 1, 1)).isFalse();
    assertThat(LogRecords.haveSpace(log, update(most), most - 2, 1)).as("two records").isTrue();
    assertThat(LogRecords.haveSpace(log, update(most), most - 1, 1)).isFalse();
  }

  /** With the byte that says which part it is, the record is one byte too long. */
  @Test
  void whatHasNoRoomInTheBatchWaitsUntilItIsFlushed() throws Exception {
    OperationLog log = logOn(4);
    LogRecords.append(log, update(1_000));
    int room = 0;
    while (log.fits(room + 1)) {
      room++;
    }
    LogRecords.append(log, update(room));
    assertThat(log.fits(room)).as("it is alone").isFalse();
    assertThat(log.fits(1_000)).isTrue();
  }

  /** A record may lie anywhere in a buffer. */
  @Test
  void recordsAreTakenFromWhereTheyBegin() {
    LogRecords records = new LogRecords();
    ByteBuffer whole = ByteBuffer.wrap(new byte[] {9, 9, 3, 5, 6, 7}).position(2).limit(5);
    assertThat(records.take(whole)).isEqualTo(Payload.wrap(new byte[] {5, 6}));
    assertThat(records.take(ByteBuffer.wrap(new byte[] {9, 1, 5, 6}).position(1))).isNull();
    assertThat(records.take(ByteBuffer.wrap(new byte[] {9, 0, 7}).position(1))).isNull();
    assertThat(records.take(ByteBuffer.wrap(new byte[] {9, 2, 8}).position(1)))
        .isEqualTo(Payload.wrap(new byte[] {5, 6, 7, 8}));
    assertThat(records.take(ByteBuffer.wrap(new byte[] {1, 4}))).isNull();
    assertThat(records.take(ByteBuffer.wrap(new byte[] {1, 3})))
        .as("another transaction begins")
        .isNull();
    assertThat(records.take(ByteBuffer.wrap(new byte[] {2})))
        .isEqualTo(Payload.wrap(new byte[] {3}));
  }
}
