package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged blocks are found at any place in a run. */
class DeepReadTest {
  private static final int BLOCKS = 700;
  private static final int MOST = 256;
  private static final Subject.Named SUBJECT =
      new Subject.Named(CollectionId.DAEMON, new ObjectId(1, "o"), Payload.utf8("key"));

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final RecordingDevice device = new RecordingDevice(medium.device(BLOCKS));
  private final ByteBuffer buffer = AlignedBuffers.blocks(1);
  private final int[] checksums = new int[BLOCKS];
  private final List<StoreFault> faults = new ArrayList<>();
  private final DeepRead read = new DeepRead(device, new Findings(faults::add));

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < BLOCKS; i++) {
      write(i, BLOCK_BYTES);
    }
    device.flush();
    List<String> _ = device.asked();
  }

  /** A block that ends with zeros. */
  private void write(int place, int valid) throws IOException {
    byte[] bytes = new byte[BLOCK_BYTES];
    Arrays.fill(bytes, 0, valid, (byte) (place | 1));
    bytes[0] = (byte) (1 + place / 100);
    checksums[place] = Payload.wrap(bytes).crc32c();
    device.write(place, buffer.clear().put(bytes).clear());
  }

  private static ByteRange bytes(int place) {
    return new ByteRange(place * 10_000L, 500);
  }

  private void add(int place, int valid, int checksum) {
    read.add(new DeepRead.Wanted(SUBJECT, bytes(place), valid, place, checksum));
  }

  private void add(int from, int count) {
    for (int place = from; place < from + count; place++) {
      add(place, BLOCK_BYTES, checksums[place]);
    }
  }

  private static String where(int place) {
    return "bytes %d to %d, block %d of the device, "
        .formatted(place * 10_000L, place * 10_000L + 499, place);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 255, 256, 257, 512, 700})
  void readsAllOnce(int count) {
    add(0, count);
    assertThat(read.bytesRead()).isEqualTo(Math.max(0, (count - 1) / MOST) * (long) MOST * 4096);
    read.finish();
    assertThat(read.bytesRead()).isEqualTo(count * 4096L);
    read.finish();
    assertThat(read.bytesRead()).isEqualTo(count * 4096L);
    assertThat(faults).isEmpty();
  }

  @Test
  void readsBlocksThatDoNotFollowEachOther() {
    add(5, 3);
    add(7, 1);
    add(9, 2);
    add(8, 1);
    add(300, 2);
    assertThat(read.bytesRead()).isEqualTo(7 * 4096L);
    read.finish();
    assertThat(read.bytesRead()).isEqualTo(9 * 4096L);
    assertThat(faults).isEmpty();
    assertThat(device.asked())
        .containsExactly("read 5 3", "read 7 1", "read 9 2", "read 8 1", "read 300 2");
    add(100, 300);
    read.finish();
    assertThat(device.asked()).containsExactly("read 100 256", "read 356 44");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 254, 255, 256, 257, 299})
  void findsADamagedBlockWhereverItIs(int damaged) {
    medium.flipBit(damaged);
    add(0, 300);
    read.finish();
    assertThat(faults).hasSize(1);
    String again = "read " + damaged + " 1";
    List<String> asked = new ArrayList<>(List.of("read 0 256", "read 256 44"));
    asked.addAll(damaged < 256 ? 1 : 2, List.of(again, again, again));
    assertThat(device.asked()).isEqualTo(asked);
    StoreFault fault = faults.getFirst();
    assertThat(fault.kind()).isEqualTo(StoreFault.Kind.DATA);
    assertThat(fault.object()).isEqualTo(SUBJECT.object());
    assertThat(fault.remedies()).isEmpty();
    assertThat(fault.what())
        .startsWith(where(damaged) + "has checksum ")
        .endsWith(" where %08x was written".formatted(checksums[damaged]));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 299})
  void findsABlockThatCannotBeReadAndNoOther(int damaged) {
    medium.makeUnreadable(damaged);
    add(0, 300);
    read.finish();
    assertThat(faults)
        .containsExactly(
            new StoreFault(
                StoreFault.Kind.DATA,
                SUBJECT.collection(),
                SUBJECT.object(),
                where(damaged) + "cannot be read: Input/output error",
                List.of()));
    assertThat(read.bytesRead()).isEqualTo(300 * 4096L);
  }

  /** One read of the run, and three of a block that fails. */
  @Test
  void readsAgainBeforeItTells() {
    medium.failReads(3);
    add(9, 1);
    read.finish();
    assertThat(faults).isEmpty();
    medium.failReads(4);
    add(9, 1);
    read.finish();
    assertThat(faults).hasSize(1);
    assertThat(faults.getFirst().what())
        .isEqualTo(where(9) + "cannot be read: Input/output error, for a moment");
  }

  @Test
  void whatIsMarkedAsDamagedIsKnown() {
    add(3, BLOCK_BYTES, ~checksums[3]);
    add(4, BLOCK_BYTES, checksums[4] + 1);
    read.finish();
    assertThat(faults)
        .extracting(StoreFault::what)
        .containsExactly(
            where(3) + "is marked as damaged",
            where(4)
                + "has checksum %08x where %08x was written"
                    .formatted(checksums[4], checksums[4] + 1));
    assertThat(faults)
        .extracting(StoreFault::kind)
        .containsExactly(StoreFault.Kind.KNOWN, StoreFault.Kind.DATA);
  }

  /** The last attempt decides the report. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void whatCannotBeReadAtTheLastAttemptIsNotKnown(int sound) {
    medium.failReadsAfter(sound, 4 - sound);
    add(3, BLOCK_BYTES, ~checksums[3]);
    read.finish();
    assertThat(faults)
        .extracting(StoreFault::what)
        .containsExactly(
            where(3)
                + (sound == 4
                    ? "is marked as damaged"
                    : "cannot be read: Input/output error, for a moment"));
    assertThat(faults.getFirst().kind())
        .isEqualTo(sound == 4 ? StoreFault.Kind.KNOWN : StoreFault.Kind.DATA);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 4094, 4095, 4096})
  void bytesBehindTheEndAreTold(int valid) throws IOException {
    write(600, valid);
    write(601, valid);
    add(600, valid, checksums[600]);
    add(601, valid - 1, checksums[601]);
    read.finish();
    String what = where(601) + "holds bytes behind its end";
    assertThat(faults)
        .containsExactly(
            new StoreFault(
                StoreFault.Kind.BOUNDS,
                SUBJECT.collection(),
                SUBJECT.object(),
                what,
                List.of(new Remedy.MarkObject(SUBJECT.key(), what))));
    // Blocks that only a second attempt can read are checked too.
    faults.clear();
    medium.failReads(2);
    add(601, valid - 1, checksums[601]);
    read.finish();
    assertThat(faults).extracting(StoreFault::what).containsExactly(what);
  }
}
