package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log on a medium without space for another segment. */
class FullLogTest {
  private static final StoreIdentity STORE =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final LogConfig SMALL = new LogConfig(8 * BLOCK_BYTES, 3 * BLOCK_BYTES);

  private final List<Payload> written = new ArrayList<>();
  private long flushed;
  private long checkpoint;
  private long segment;

  private static LogDisk disk(int segments, long seed) {
    LogDisk disk = new LogDisk(SMALL.segmentBytes(), 512, new Random64(seed));
    disk.limitTo(segments);
    return disk;
  }

  /** Opens the log; it must contain all flushed records, and only appended ones. */
  private OperationLog open(LogDisk disk) throws IOException, LogDamagedException {
    List<Payload> found = new ArrayList<>();
    OperationLog log =
        OperationLog.open(
            disk,
            SMALL,
            new LogOwner(STORE, checkpoint, segment),
            new Random64(written.size()),
            new Account(),
            (_, body) -> found.add(Payload.copyOf(body)));
    long there = checkpoint + found.size();
    assertThat(there).isBetween(flushed, (long) written.size());
    assertThat(found).isEqualTo(written.subList((int) checkpoint, (int) there));
    written.subList((int) there, written.size()).clear();
    flushed = there;
    return log;
  }

  private void append(OperationLog log, int bytes) {
    Payload body = Payload.wrap(new byte[bytes]);
    log.append(List.of(body));
    written.add(body);
  }

  private void release(OperationLog log, long upTo) throws IOException {
    checkpoint = upTo;
    segment = log.segment();
    log.release(upTo);
  }

  @Test
  void itIsToldBeforeAnythingIsWrittenAndAReleaseHelps() throws Exception {
    LogDisk disk = disk(3, 1);
    OperationLog log = open(disk);
    while (log.hasSpaceFor(3000, 1)) {
      append(log, 3000);
      log.flush();
      flushed = written.size();
    }
    assertThat(log.segment()).as("one is kept for an opening").isEqualTo(2);
    assertThat(log.lacksSpace()).isTrue();
    append(log, 3000);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(log::flush)
          .isInstanceOf(DeviceFullException.class)
          .hasMessageContaining("log disk: no space for another segment of 32768 bytes");
    }
    release(log, flushed);
    log.flush();
    flushed = written.size();
    assertThat(log.segment()).isEqualTo(3);
    assertThat(log.hasSpaceFor(3000, 1)).isTrue();
    log.close();
    open(disk).close();
  }

  @Test
  void aLongRecordWantsAsManySegmentsAsItTakes() throws Exception {
    OperationLog log = open(disk(4, 1));
    assertThat(log.hasSpaceFor(log.maxRecordBytes(), 1)).isTrue();
    append(log, 600);
    assertThat(log.hasSpaceFor(log.maxRecordBytes(), 1)).isTrue();
    assertThat(log.hasSpaceFor(2L * log.maxRecordBytes(), 2)).isFalse();
    log.flush();
    assertThat(log.hasSpaceFor(2L * log.maxRecordBytes(), 2)).isTrue();
    assertThat(log.hasSpaceFor(2L * log.maxRecordBytes() + 1, 3)).isFalse();
  }

  @Test
  void aFullOneCanBeOpenedAgainAndAgain() throws Exception {
    LogDisk disk = disk(3, 1);
    OperationLog log = open(disk);
    while (log.hasSpaceFor(3000, 1)) {
      append(log, 3000);
      log.flush();
      flushed = written.size();
    }
    for (int i = 0; i < 5; i++) {
      disk.restorePower();
      log = open(disk);
    }
    release(log, flushed);
    append(log, 3000);
    log.flush();
    assertThat(log.hasSpaceFor(log.maxRecordBytes(), 1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whereverThePowerGoesItOpensWithAllThatWasFlushed(long seed) throws Exception {
    Random64 random = new Random64(seed);
    LogDisk disk = disk(3 + (int) (seed % 2), seed);
    int full = 0;
    OperationLog log = open(disk);
    for (int life = 0; life < 300; life++) {
      disk.losePowerAfter(random.nextInt(random.oneIn(3) ? 8 : 200));
      try {
        for (int round = 0; round < 20; round++) {
          int bytes = random.nextInt(random.oneIn(5) ? SMALL.maxRecordBytes() : 4000);
          if (!log.hasSpaceFor(bytes, 1)) {
            full++;
            release(log, random.between(checkpoint, flushed));
            continue;
          }
          append(log, bytes);
          log.flush();
          flushed = written.size();
        }
      } catch (IOException powerIsGone) {
        assertThat(powerIsGone).hasMessage("the power is gone");
      }
      log = reopen(disk, random);
    }
    assertThat(full).as("times it was full").isGreaterThan(50);
  }

  /** Opens the log again; sometimes the power fails meanwhile. */
  private OperationLog reopen(LogDisk disk, Random64 random)
      throws IOException, LogDamagedException {
    disk.restorePower();
    while (random.oneIn(3)) {
      disk.losePowerAfter(random.nextInt(6));
      try {
        return open(disk);
      } catch (IOException powerIsGone) {
        assertThat(powerIsGone).hasMessage("the power is gone");
        disk.restorePower();
      }
    }
    return open(disk);
  }
}
