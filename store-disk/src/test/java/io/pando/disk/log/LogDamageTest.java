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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which logs with lost units are read, and which are refused. Each segment has a header and seven
 * units, and each record is a batch of one unit: records 1 to 7 are in segment 1.
 */
class LogDamageTest {
  private static final StoreIdentity STORE =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final LogConfig SMALL = new LogConfig(8 * BLOCK_BYTES, 3 * BLOCK_BYTES);

  private final LogDisk disk = new LogDisk(SMALL.segmentBytes(), BLOCK_BYTES, new Random64(1));
  private final List<Long> told = new ArrayList<>();

  private OperationLog open(LogOwner owner) throws IOException, LogDamagedException {
    return open(SMALL, owner);
  }

  private OperationLog open(LogConfig config, LogOwner owner)
      throws IOException, LogDamagedException {
    told.clear();
    return OperationLog.open(
        disk,
        config,
        owner,
        new Random64(2),
        new Account(),
        (sequence, body) -> {
          assertThat(Payload.copyOf(body)).isEqualTo(body(sequence));
          told.add(sequence);
        });
  }

  private static Payload body(long sequence) {
    return Payload.utf8("record " + sequence);
  }

  private void write(int records) throws IOException, LogDamagedException {
    try (OperationLog log = open(new LogOwner(STORE, 0, 0))) {
      for (int i = 0; i < records; i++) {
        log.append(List.of(body(log.next())));
        log.flush();
      }
    }
  }

  private void isRefused(LogOwner owner, String why) {
    assertThatThrownBy(() -> open(owner))
        .isInstanceOf(LogDamagedException.class)
        .hasMessage(
            "log disk: "
                + why
                + ". The store may lack what it acknowledged: bring the log's files back, or remove"
                + " the store, format it again and let the cluster backfill it");
    assertThat(disk.inUse()).as("segments left open").isZero();
  }

  private void isRefused(String why) {
    isRefused(new LogOwner(STORE, 0, 0), why);
  }

  private void tells(LogOwner owner, int first, int last) throws IOException, LogDamagedException {
    try (OperationLog log = open(owner)) {
      assertThat(told).hasSize(last - first + 1);
      for (int i = 0; i < told.size(); i++) {
        assertThat(told.get(i)).isEqualTo(first + i);
      }
      assertThat(log.next()).isEqualTo(last + 1);
    }
    assertThat(disk.inUse()).as("segments left open").isZero();
  }

  /**
   * The last unit may be an interrupted batch. Before it, everything up to the next header is
   * missing.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, records 1 to 7 are missing or damaged",
    "1, 7, records 7 to 7 are missing or damaged",
    "2, 1, records 8 to 14 are missing or damaged",
    "2, 5, records 12 to 14 are missing or damaged",
    "3, 1, records 15 to 15 are missing or damaged",
    "3, 2, records 16 to 16 are missing or damaged",
    "3, 3, ",
    "1, 0, the header of segment 1 is damaged",
    "2, 0, the header of segment 2 is damaged",
    "3, 0, the header of segment 3 is damaged"
  })
  void aUnitThatWasLostIsMissed(long segment, long unit, String why) throws Exception {
    write(17);
    assertThat(disk.segments()).containsExactly(1L, 2L, 3L);
    disk.wipe(segment, unit);
    if (why == null) {
      tells(new LogOwner(STORE, 0, 0), 1, 16);
    } else {
      isRefused(why);
    }
  }

  @Test
  void severalThatWereLostAreMissed() throws Exception {
    write(21);
    disk.wipe(3, 2, 3, 4);
    isRefused("records 16 to 18 are missing or damaged");
    disk.wipe(3, 5, 6);
    isRefused("records 16 to 20 are missing or damaged");
    disk.wipe(3, 7);
    tells(new LogOwner(STORE, 0, 0), 1, 15);
  }

  /** A segment that ends early although another one follows. */
  @Test
  void theEndOfASegmentThatWasLostIsMissed() throws Exception {
    write(15);
    disk.wipe(2, 6, 7);
    isRefused("records 13 to 14 are missing or damaged");
    disk.lose(2);
    isRefused("records 8 to 14 are missing or damaged");
  }

  @Test
  void theBeginningThatWasLostIsMissed() throws Exception {
    write(17);
    disk.lose(1);
    isRefused("records 1 to 7 are missing or damaged");
    isRefused(new LogOwner(STORE, 6, 0), "records 7 to 7 are missing or damaged");
    tells(new LogOwner(STORE, 7, 0), 8, 17);
    tells(new LogOwner(STORE, 9, 0), 10, 17);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6, 7, 8, 14, 16, 17})
  void whatTheOwnerHasIsNotTold(int checkpoint) throws Exception {
    write(17);
    tells(new LogOwner(STORE, checkpoint, 3), checkpoint + 1, 17);
  }

  @Test
  void anOwnerWithMoreThanTheLogIsRefused() throws Exception {
    write(17);
    isRefused(new LogOwner(STORE, 18, 3), "records 18 to 18 are missing or damaged");
    isRefused(new LogOwner(STORE, 20, 3), "records 18 to 20 are missing or damaged");
    isRefused(new LogOwner(STORE, 17, 4), "segment 4 or a later one is missing");
    isRefused(
        new LogOwner(new StoreIdentity(STORE.cluster(), new OsdId(4), 1), 17, 3),
        "segment 1 belongs to "
            + STORE
            + ", not to "
            + new StoreIdentity(STORE.cluster(), new OsdId(4), 1));
  }

  /** Records that the owner does not need may be damaged. */
  @Test
  void segmentsBeforeTheCheckpointAreNotRead() throws Exception {
    write(17);
    disk.wipe(1, 2);
    disk.wipe(2, 2);
    isRefused(new LogOwner(STORE, 13, 3), "records 9 to 14 are missing or damaged");
    tells(new LogOwner(STORE, 14, 3), 15, 17);
    assertThat(disk.segments()).as("they are given back").containsExactly(3L, 4L);
  }

  /** A segment that was made in the space of an older one, with records of that behind. */
  @Test
  void whatAnEarlierUserLeftIsNotTold() throws Exception {
    write(10);
    for (int unit = 4; unit < 8; unit++) {
      disk.repeat(1, unit, 2, unit);
    }
    tells(new LogOwner(STORE, 0, 0), 1, 10);
    disk.wipe(3, 0);
    disk.repeat(1, 7, 3, 1);
    tells(new LogOwner(STORE, 0, 0), 1, 10);
    disk.repeat(2, 3, 3, 7);
    tells(new LogOwner(STORE, 0, 0), 1, 10);
  }

  /**
   * A batch behind the end shows damage only if it is complete and newer than the missing records.
   */
  @Test
  void whatMayLieBehindTheEnd() throws Exception {
    write(18);
    disk.repeat(3, 1, 3, 6);
    assertThat(read(0)).hasSize(18);
    disk.repeat(3, 4, 3, 7);
    disk.wipe(3, 4);
    assertThat(read(0)).as("record 18 was never promised").hasSize(17);
    disk.repeat(3, 3, 3, 7);
    disk.wipe(3, 3);
    assertThat(read(0)).as("nor was record 17").hasSize(16);
    disk.wipe(3, 2);
    isRefused("records 16 to 16 are missing or damaged");
  }

  /** Its salt shows that it belongs to another segment, in whose space this one was made. */
  @Test
  void whatAnotherSegmentLeftBehindTheEndIsNoDamage() throws Exception {
    write(17);
    disk.repeat(3, 1, 2, 7);
    disk.wipe(2, 5, 6);
    disk.lose(3);
    assertThat(read(0)).hasSize(11);
  }

  @Test
  void whatIsTornBehindTheEndIsNoDamage() throws Exception {
    try (OperationLog log = open(new LogOwner(STORE, 0, 0))) {
      for (int bytes : new int[] {10, 10, BLOCK_BYTES}) {
        log.append(List.of(Payload.utf8("x".repeat(bytes))));
        log.flush();
      }
    }
    disk.wipe(1, 2);
    isRefused(new LogOwner(STORE, 1, 0), "records 2 to 2 are missing or damaged");
    disk.wipe(1, 4);
    assertThat(read(0)).hasSize(1);
  }

  /** Reads without opening, so that no segment is added. */
  private List<Long> read(long checkpoint) throws IOException, LogDamagedException {
    List<Long> read = new ArrayList<>();
    LogOwner owner = new LogOwner(STORE, checkpoint, 1);
    OperationLog.read(disk, SMALL, owner, (sequence, _) -> read.add(sequence));
    return read;
  }

  @Test
  void theHeaderOfTheLastSegmentIsMissedIfItHoldsWhatIsNewer() throws Exception {
    write(15);
    disk.wipe(3, 0);
    isRefused("the header of segment 3 is damaged");
    disk.repeat(3, 1, 3, 7);
    disk.wipe(3, 1);
    isRefused("the header of segment 3 is damaged");
    disk.wipe(3, 7);
    tells(new LogOwner(STORE, 0, 0), 1, 14);
  }

  @Test
  void aShortSegmentIsRefused() throws Exception {
    write(3);
    LogConfig longer = new LogConfig(9 * BLOCK_BYTES, BLOCK_BYTES);
    assertThatThrownBy(() -> open(longer, new LogOwner(STORE, 0, 0)))
        .isInstanceOf(LogDamagedException.class)
        .hasMessageContaining("log disk: segment 1 is shorter than it was made.");
    assertThat(disk.inUse()).isZero();
  }

  @Test
  void aLogThatIsOnlyReadIsLeftAsItIs() throws Exception {
    write(10);
    long steps = disk.steps();
    assertThat(read(3)).containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L);
    assertThat(disk.steps()).isEqualTo(steps);
    assertThat(disk.inUse()).isZero();
  }
}
