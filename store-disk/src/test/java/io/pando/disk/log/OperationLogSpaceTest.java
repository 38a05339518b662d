package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
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

/** Exact limits of what fits into a batch, a segment and the medium. */
class OperationLogSpaceTest {
  private static final StoreIdentity STORE =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final LogConfig SMALL = new LogConfig(8 * BLOCK_BYTES, 3 * BLOCK_BYTES);
  private static final int UNIT = 512;

  private final LogDisk disk = new LogDisk(SMALL.segmentBytes(), UNIT, new Random64(1));
  private final List<Integer> found = new ArrayList<>();

  private OperationLog open(LogOwner owner) throws IOException, LogDamagedException {
    return open(disk, owner);
  }

  private OperationLog open(LogDisk medium, LogOwner owner)
      throws IOException, LogDamagedException {
    found.clear();
    return OperationLog.open(
        medium,
        SMALL,
        owner,
        new Random64(2),
        new Account(),
        (_, body) -> found.add(body.remaining()));
  }

  private OperationLog open() throws IOException, LogDamagedException {
    return open(new LogOwner(STORE, 0, 0));
  }

  private static void append(OperationLog log, int bytes) {
    log.append(List.of(Payload.wrap(new byte[bytes])));
  }

  @Test
  void aBatchIsFilledToItsLastByte() throws Exception {
    OperationLog log = open();
    assertThat(log.lacksSpace()).isFalse();
    assertThat(log.unitBytes()).isEqualTo(UNIT);
    assertThat(log.fits(log.maxRecordBytes())).as("alone").isTrue();
    assertThatThrownBy(() -> append(log, log.maxRecordBytes() + 1))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessage("a record of " + (log.maxRecordBytes() + 1) + " bytes");
    append(log, 100);
    int rest = SMALL.batchBytes() - Batch.HEADER_BYTES - Batch.RECORD_BYTES - 100;
    assertThat(log.fits(rest - Batch.RECORD_BYTES)).isTrue();
    assertThat(log.fits(rest - Batch.RECORD_BYTES + 1)).isFalse();
    append(log, rest - Batch.RECORD_BYTES);
    assertThat(log.fits(0)).isFalse();
    assertThatThrownBy(() -> append(log, 0))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("that does not fit");
    log.flush();
    assertThat(log.writtenBytes()).isEqualTo(SMALL.batchBytes());
    log.close();
    open().close();
    assertThat(found).containsExactly(100, rest - Batch.RECORD_BYTES);
  }

  /** Except for the one spare segment. */
  @Test
  void whatFitsTheSegmentNeedsNoOther() throws Exception {
    disk.limitTo(2);
    OperationLog log = open();
    assertThat(log.lacksSpace()).isTrue();
    int rest = 7 * BLOCK_BYTES - UNIT - Batch.HEADER_BYTES;
    assertThat(log.hasSpaceFor(rest - Batch.RECORD_BYTES, 1)).isTrue();
    assertThat(log.hasSpaceFor(rest - Batch.RECORD_BYTES + 1, 1)).isFalse();
    assertThat(log.hasSpaceFor(rest - 3L * Batch.RECORD_BYTES, 3)).isTrue();
    assertThat(log.hasSpaceFor(rest - 3L * Batch.RECORD_BYTES + 1, 3)).isFalse();
    append(log, 100);
    rest -= Batch.RECORD_BYTES + 100;
    assertThat(log.hasSpaceFor(rest - Batch.RECORD_BYTES, 1)).isTrue();
    assertThat(log.hasSpaceFor(rest - Batch.RECORD_BYTES + 1, 1)).isFalse();
    log.flush();
    rest = 7 * BLOCK_BYTES - 2 * UNIT - Batch.HEADER_BYTES;
    assertThat(log.hasSpaceFor(rest - Batch.RECORD_BYTES, 1)).isTrue();
    assertThat(log.hasSpaceFor(rest - Batch.RECORD_BYTES + 1, 1)).isFalse();
  }

  @Test
  void aSegmentIsFilledToItsLastUnit() throws Exception {
    OperationLog log = open();
    append(log, 7 * BLOCK_BYTES - UNIT - Batch.HEADER_BYTES - Batch.RECORD_BYTES);
    log.flush();
    assertThat(log.segment()).isEqualTo(1);
    append(log, UNIT - Batch.HEADER_BYTES - Batch.RECORD_BYTES);
    log.flush();
    assertThat(log.segment()).isEqualTo(1);
    append(log, 1);
    log.flush();
    assertThat(log.segment()).isEqualTo(2);
    log.close();
    open().close();
    assertThat(found).hasSize(3).endsWith(UNIT - Batch.HEADER_BYTES - Batch.RECORD_BYTES, 1);
  }

  /** A segment is released with its last record, not before. */
  @Test
  void segmentsAreReleasedWithTheirLastRecord() throws Exception {
    OperationLog log = open();
    for (int i = 0; i < 3; i++) {
      append(log, log.maxRecordBytes());
      log.flush();
    }
    assertThat(disk.segments()).containsExactly(1L, 2L, 3L);
    assertThat(log.bytes()).isEqualTo(3 * SMALL.segmentBytes());
    log.release(0);
    assertThat(disk.segments()).containsExactly(1L, 2L, 3L);
    log.release(1);
    assertThat(disk.segments()).containsExactly(2L, 3L);
    log.release(3);
    assertThat(disk.segments()).containsExactly(3L);
    assertThat(log.bytes()).isEqualTo(SMALL.segmentBytes());
    assertThatThrownBy(() -> log.release(4)).isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void aLogThatIsNewGoesOnBehindTheCheckpoint() throws Exception {
    OperationLog log = open(new LogOwner(STORE, 5, 0));
    assertThat(log.next()).isEqualTo(6);
    append(log, 1);
    assertThat(log.next()).isEqualTo(7);
    assertThat(log.isPending()).isTrue();
    log.flush();
    assertThat(log.isPending()).isFalse();
    assertThat(log.next()).isEqualTo(7);
  }

  /**
   * Its contents were acknowledged: it is not overwritten when there is no space for another one.
   */
  @Test
  void aSegmentWithRecordsIsNotTakenAgain() throws Exception {
    OperationLog log = open();
    append(log, 10);
    log.flush();
    log.close();
    LogDisk full = disk.copy(UNIT);
    full.limitTo(1);
    LogOwner owner = new LogOwner(STORE, 0, 1);
    assertThatThrownBy(() -> open(full, owner)).isInstanceOf(DeviceFullException.class);
    full.limitTo(2);
    OperationLog again = open(full, owner);
    assertThat(found).containsExactly(10);
    assertThat(again.segment()).isEqualTo(2);
  }
}
