package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.OpenFiles;
import io.pando.disk.SmallFileSystem;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.FileDevice;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileLogMediumTest {
  private static final StoreIdentity STORE =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(0), 0);
  private static final LogConfig SMALL = new LogConfig(16 * BLOCK_BYTES, 2 * BLOCK_BYTES);

  @TempDir Path folder = Path.of("set by JUnit");

  private OperationLog open(boolean direct, LogOwner owner, List<String> found)
      throws IOException, LogDamagedException {
    return OperationLog.open(
        new FileLogMedium(folder, SMALL, direct, new Account()),
        SMALL,
        owner,
        new Random64(1),
        new Account(),
        (_, body) -> found.add(Payload.copyOf(body).toUtf8()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatWasFlushedIsReadAgainAndFilesAreUsedAgain(boolean direct)
      throws IOException, LogDamagedException {
    List<String> written = new ArrayList<>();
    long checkpoint = 0;
    long segment = 0;
    for (int life = 0; life < 4; life++) {
      List<String> found = new ArrayList<>();
      try (OperationLog log = open(direct, new LogOwner(STORE, checkpoint, segment), found)) {
        assertThat(found).isEqualTo(written.subList((int) checkpoint, written.size()));
        for (int i = 0; i < 100; i++) {
          String record = "record " + written.size() + " " + "x".repeat(i * 50);
          if (!log.fits(record.length())) {
            log.flush();
          }
          written.add(record);
          assertThat(log.append(List.of(Payload.utf8(record)))).isEqualTo(written.size());
          if (i % 3 == 0) {
            log.flush();
            segment = log.segment();
            checkpoint = Math.max(checkpoint, log.next() - 40);
            log.release(checkpoint);
          }
        }
        log.flush();
        assertThat(log.bytes()).isLessThan(8 * SMALL.segmentBytes());
      }
    }
    try (var files = Files.list(folder)) {
      assertThat(files).hasSizeLessThan(9);
    }
  }

  @Test
  void unitsAreNotSmallerThanIsAskedFor() throws IOException {
    for (int unit = 512; unit <= BLOCK_BYTES; unit *= 2) {
      LogConfig config = SMALL.withLeastUnitBytes(unit);
      try (LogSegment direct = new FileLogMedium(folder, config, true, new Account()).create(1);
          LogSegment cached = new FileLogMedium(folder, config, false, new Account()).create(2)) {
        assertThat(direct.unitBytes()).isBetween(unit, BLOCK_BYTES);
        assertThat(cached.unitBytes()).isEqualTo(BLOCK_BYTES);
        ByteBuffer piece = AlignedBuffers.blocks(1).limit(direct.unitBytes());
        piece.put(0, (byte) 7);
        direct.writeDurably(3L * direct.unitBytes(), piece);
        ByteBuffer block = AlignedBuffers.blocks(4);
        direct.read(0, block);
        assertThat(block.get(3 * direct.unitBytes())).isEqualTo((byte) 7);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatIsMissingOrCutIsNamed(boolean direct) throws IOException, LogDamagedException {
    try (OperationLog log = open(direct, new LogOwner(STORE, 0, 0), new ArrayList<>())) {
      log.append(List.of(Payload.utf8("one")));
      log.flush();
    }
    Path segment = folder.resolve("segment-000000000001");
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, new byte[5000]);
    assertThatThrownBy(() -> open(direct, new LogOwner(STORE, 0, 1), new ArrayList<>()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("5000 bytes long");
    Files.delete(segment);
    assertThatThrownBy(() -> open(direct, new LogOwner(STORE, 0, 1), new ArrayList<>()))
        .isInstanceOf(LogDamagedException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("segment 1 or a later one is missing");
    Files.write(segment, bytes);
    List<String> found = new ArrayList<>();
    open(direct, new LogOwner(STORE, 0, 1), found).close();
    assertThat(found).containsExactly("one");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsReservedIsThereBeforeItIsWanted(boolean direct) throws IOException {
    FileLogMedium medium = new FileLogMedium(folder, SMALL, direct, new Account());
    assertThat(medium.reserve(2)).isEqualTo(2);
    assertThat(medium.reserve(1)).isEqualTo(2);
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
    for (long number = 1; number <= 3; number++) {
      medium.create(number).close();
    }
    assertThat(medium.segments()).containsExactly(1L, 2L, 3L);
    medium.retire(2);
    assertThat(medium.reserve(1)).isEqualTo(1);
    medium.create(4).close();
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileIsFilledAndOpenOnlyAsLongAsItsSegmentIs(boolean direct) throws IOException {
    Account account = new Account();
    FileLogMedium medium = new FileLogMedium(folder, SMALL, direct, account);
    assertThat(medium.reserve(1)).isOne();
    try (var spares = Files.list(folder)) {
      assertThat(OpenFiles.count(spares.findFirst().orElseThrow())).isZero();
    }
    LogSegment segment = medium.create(1);
    Path file = folder.resolve("segment-000000000001");
    assertThat(OpenFiles.count(file)).isPositive();
    segment.close();
    assertThat(OpenFiles.count(file)).isZero();
    assertThat(account.written().padding()).isEqualTo(SMALL.segmentBytes());
    medium.retire(1);
    medium.create(2).close();
    assertThat(account.written().padding()).as("it was").isEqualTo(SMALL.segmentBytes());
  }

  /** As on a file system that gave no real space, or that others fill. */
  @Test
  void aSpareThatCannotBeFilledIsClosedAndStays() throws IOException {
    try (SmallFileSystem files = SmallFileSystem.mount(folder.resolve("small"), 1)) {
      Path spare = files.path().resolve("spare-bare-0");
      FileDevice.create(spare, SMALL.segmentBytes() / BLOCK_BYTES);
      files.fill();
      FileLogMedium medium = new FileLogMedium(files.path(), SMALL, false, new Account());
      assertThatThrownBy(() -> medium.create(1)).isInstanceOf(IOException.class);
      assertThat(OpenFiles.count(spare)).isZero();
      files.empty();
      medium.create(1).close();
      assertThat(medium.segments()).containsExactly(1L);
    }
  }

  @Test
  void whatThereIsNoRoomForIsNotReserved() throws IOException {
    LogConfig large = new LogConfig(4L << 40, 1 << 20);
    FileLogMedium medium = new FileLogMedium(folder, large, false, new Account());
    assertThat(medium.reserve(1)).isZero();
    assertThatThrownBy(() -> medium.create(1)).isInstanceOf(DeviceFullException.class);
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
