package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.check.PackedSteps;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads, and writes of parts of blocks, when the device cannot read blocks. */
class DamagedReadTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final int STAGE = 16;

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final RecordingDevice device = new RecordingDevice(medium.device(2000));
  private final HeapMetadata metadata = new HeapMetadata();
  private final PackedSteps packing = new PackedSteps(device);
  private final byte[] model = new byte[70 * BLOCK_BYTES + 100];
  private RawVolume volume = open();
  private long sequence;

  private RawVolume open() {
    try {
      return RawVolume.open(metadata, device, STAGE * BLOCK_BYTES, 1 << 20, Codecs.portable());
    } catch (IOException | MetadataException | DamagedRecordException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void fill() throws Exception {
    new Random64(5).nextBytes(model);
    take(new StoreOp.CreateCollection(HERE));
    take(new StoreOp.Write(HERE, OBJECT, 0, Payload.wrap(model.clone())));
    commit();
    volume = open();
    List<String> _ = device.asked();
  }

  private void take(StoreOp op) throws Exception {
    assertThat(volume.reserve(100)).isTrue();
    volume.apply(new RawTransaction(List.of(new RawStep.Take(op))));
  }

  private void write(int offset, int length) throws Exception {
    byte[] bytes = new byte[length];
    new Random64(offset).nextBytes(bytes);
    System.arraycopy(bytes, 0, model, offset, length);
    take(new StoreOp.Write(HERE, OBJECT, offset, Payload.wrap(bytes)));
  }

  private void commit() throws Exception {
    volume.writeData();
    volume.flushData();
    volume.commit(++sequence, 1);
    volume.recycle(sequence);
  }

  private ReadOutcome read(long offset, int length) throws Exception {
    ByteRange range = new ByteRange(offset, length);
    return volume.reader().read(HERE, OBJECT, new ObjectQuery(List.of(range), List.of(), false));
  }

  private ReadOutcome amend(long offset, long length) throws Exception {
    ObjectQuery query =
        new ObjectQuery(
            List.of(), List.of(), false, List.of(new ObjectQuery.Amendment(offset, length)));
    return volume.reader().read(HERE, OBJECT, query);
  }

  private void assertReads(int offset, int length) throws Exception {
    ReadOutcome outcome = read(offset, length);
    assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
    ObjectView view = ((ReadOutcome.Found) outcome).view();
    assertThat(view.data().getFirst().toByteArray())
        .isEqualTo(Arrays.copyOfRange(model, offset, Math.min(model.length, offset + length)));
  }

  private static ReadOutcome damaged(int from, int to, String why) {
    return new ReadOutcome.Damaged(
        "object %s of daemon, bytes %d to %d: %s".formatted(OBJECT, from, to, why));
  }

  private static String unreadable(long place) {
    return "cannot be read: Input/output error (block " + place + " of a faulty medium)";
  }

  private long place(long block) throws Exception {
    return volume.reader().placeOf(HERE, OBJECT, block).orElseThrow();
  }

  /** Reads as many consecutive blocks at once as the stage holds. */
  @Test
  void readsInRuns() throws Exception {
    assertReads(0, model.length);
    assertThat(device.asked())
        .containsExactly("read 0 16", "read 16 16", "read 32 16", "read 48 16", "read 64 7");
    assertReads(60 * BLOCK_BYTES + 1, 8 * BLOCK_BYTES);
    assertThat(device.asked()).containsExactly("read 60 9");
    assertReads(BLOCK_BYTES - 1, 1);
    assertThat(device.asked()).containsExactly("read 0 1");
    assertReads(BLOCK_BYTES - 1, 2);
    assertThat(device.asked()).containsExactly("read 0 2");
    assertReads(BLOCK_BYTES, BLOCK_BYTES);
    assertThat(device.asked()).containsExactly("read 1 1");
    write(5 * BLOCK_BYTES, BLOCK_BYTES);
    commit();
    device.asked();
    assertReads(3 * BLOCK_BYTES, 5 * BLOCK_BYTES);
    assertThat(device.asked()).containsExactly("read 3 2", "read 71 1", "read 6 2");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 15, 16, 63, 64, 69})
  void aDamagedBlockIsTold(int block) throws Exception {
    medium.flipBit(block);
    int from = block * BLOCK_BYTES;
    ByteBuffer found = AlignedBuffers.blocks(1);
    device.read(block, found);
    assertThat(read(0, model.length))
        .isEqualTo(
            damaged(
                from,
                from + BLOCK_BYTES - 1,
                "checksum %08x, but the bytes give %08x (block %d of a faulty medium)"
                    .formatted(
                        Payload.wrap(model).slice(from, BLOCK_BYTES).crc32c(),
                        Payload.wrap(found.clear()).crc32c(),
                        block)));
    assertReads((block + 1) * BLOCK_BYTES, 100);
    assertReads(Math.max(0, block - 1) * BLOCK_BYTES, Math.min(1, block) * BLOCK_BYTES);
  }

  /** Whole blocks are shared with their damage; damaged parts spoil the block that they go to. */
  @Test
  void aClonedRangeIsDamagedWhereItsOriginIs() throws Exception {
    ObjectId kept = new ObjectId(8, "kept");
    StoreOp.Origin from = new StoreOp.Origin(HERE, OBJECT);
    ByteRange range = new ByteRange(BLOCK_BYTES / 2, 6 * BLOCK_BYTES);
    take(new StoreOp.Write(HERE, kept, 0, Payload.wrap(new byte[8 * BLOCK_BYTES])));
    medium.flipBit(0);
    medium.flipBit(2);
    take(new StoreOp.CloneRange(HERE, kept, from, range));
    commit();
    volume = open();
    assertThat(damagedBlocks(kept)).containsExactly(0L, 2L);
    take(new StoreOp.Write(HERE, kept, 0, Payload.wrap(new byte[BLOCK_BYTES])));
    take(new StoreOp.CloneRange(HERE, kept, from, new ByteRange(2 * BLOCK_BYTES, BLOCK_BYTES)));
    assertThat(damagedBlocks(kept)).containsExactly(2L);
    take(new StoreOp.Remove(HERE, OBJECT));
    assertThat(damagedBlocks(kept)).containsExactly(2L);
  }

  private List<Long> damagedBlocks(ObjectId object) throws Exception {
    List<Long> blocks = new ArrayList<>();
    for (long block = 0; block < 8; block++) {
      ByteRange range = new ByteRange(block * BLOCK_BYTES, BLOCK_BYTES);
      ObjectQuery query = new ObjectQuery(List.of(range), List.of(), false);
      if (volume.reader().read(HERE, object, query) instanceof ReadOutcome.Damaged) {
        blocks.add(block);
      }
    }
    return blocks;
  }

  @Test
  void whatCannotBeReadIsToldAsAWhole() throws Exception {
    medium.makeUnreadable(70);
    assertThat(read(70 * BLOCK_BYTES, 100))
        .isEqualTo(damaged(70 * BLOCK_BYTES, model.length - 1, unreadable(70)));
    assertThat(read(68 * BLOCK_BYTES + 5, BLOCK_BYTES * 3))
        .isEqualTo(damaged(68 * BLOCK_BYTES, model.length - 1, unreadable(68)));
    assertReads(68 * BLOCK_BYTES, 2 * BLOCK_BYTES);
  }

  @Test
  void aReadIsTriedThreeTimes() throws Exception {
    medium.failReads(2);
    assertReads(0, 10);
    medium.failReads(3);
    assertThat(read(0, 10))
        .isEqualTo(
            damaged(
                0,
                BLOCK_BYTES - 1,
                "cannot be read: Input/output error, for a moment (block 0 of a faulty medium)"));
    assertReads(0, 10);
  }

  @Test
  void damageThatIsKnownIsTold() throws Exception {
    volume.markDamaged(HERE, OBJECT, "torn");
    assertThat(read(0, 1))
        .isEqualTo(
            new ReadOutcome.Damaged("object " + OBJECT + " of daemon: marked as damaged: torn"));
  }

  @Test
  void recordsThatCannotBeReadAreDamage() throws Exception {
    metadata.put(Family.BLOCKS, Keys.blocks(1, 1), new byte[] {77});
    assertReads(0, 64 * BLOCK_BYTES);
    assertThat(read(0, 64 * BLOCK_BYTES + 1))
        .isInstanceOfSatisfying(
            ReadOutcome.Damaged.class,
            outcome ->
                assertThat(outcome.what())
                    .startsWith("object " + OBJECT + " of daemon: its metadata: "));
  }

  /** Blocks checked before a partial write are not read again. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 69})
  void whatIsAmendedIsAtHand(int block) throws Exception {
    int at = block * BLOCK_BYTES;
    assertThat(amend(at + 5, 10)).isInstanceOf(ReadOutcome.Found.class);
    assertThat(device.asked()).containsExactly("read " + block + " 1");
    assertThat(amend(at + 5, 10)).isInstanceOf(ReadOutcome.Found.class);
    assertThat(device.asked()).isEmpty();
    medium.makeUnreadable(block);
    write(at + 5, 10);
    assertReads(at, BLOCK_BYTES);
    // The same holds for blocks that were written in part.
    commit();
    medium.makeUnreadable(place(block));
    write(at + 50, 1000);
    assertReads(at, BLOCK_BYTES);
    commit();
    assertReads(at, BLOCK_BYTES);
  }

  @Test
  void whatWouldBeKeptOfADamagedBlockIsLookedAtBefore() throws Exception {
    medium.makeUnreadable(3);
    assertThat(amend(3 * BLOCK_BYTES, BLOCK_BYTES)).isInstanceOf(ReadOutcome.Found.class);
    ReadOutcome outcome = damaged(3 * BLOCK_BYTES, 4 * BLOCK_BYTES - 1, unreadable(3));
    assertThat(amend(3 * BLOCK_BYTES, BLOCK_BYTES - 1)).isEqualTo(outcome);
    assertThat(amend(BLOCK_BYTES, 2 * BLOCK_BYTES + 1)).isEqualTo(outcome);
    take(new StoreOp.Zero(HERE, OBJECT, new ByteRange(3 * BLOCK_BYTES, BLOCK_BYTES)));
    assertThat(amend(3 * BLOCK_BYTES + 1, 1)).as("a hole").isInstanceOf(ReadOutcome.Found.class);
    medium.makeUnreadable(70);
    assertThat(amend(ObjectQuery.Amendment.AT_END, 5))
        .isEqualTo(damaged(70 * BLOCK_BYTES, model.length - 1, unreadable(70)));
  }

  @Test
  void aPartOfADamagedBlockDoesNotMakeTheRestSound() throws Exception {
    medium.flipBit(3);
    write(3 * BLOCK_BYTES + 7, 100);
    assertThat(read(3 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    write(3 * BLOCK_BYTES + 300, 100);
    assertThat(read(3 * BLOCK_BYTES, 1))
        .as("in the same batch")
        .isInstanceOf(ReadOutcome.Damaged.class);
    commit();
    assertThat(read(3 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    write(3 * BLOCK_BYTES + 1, 1);
    commit();
    volume = open();
    assertThat(read(3 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    assertThat(amend(3 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    assertReads(4 * BLOCK_BYTES, BLOCK_BYTES);
    write(3 * BLOCK_BYTES, BLOCK_BYTES);
    assertReads(0, model.length);
    commit();
    assertReads(0, model.length);
  }

  /** All bytes of the object in its last block are written, so the old bytes are not read. */
  @Test
  void theLastBlockIsReplacedUpToTheEnd() throws Exception {
    medium.makeUnreadable(70);
    write(70 * BLOCK_BYTES, 100);
    assertThat(device.asked()).noneMatch(what -> what.startsWith("read"));
    assertReads(70 * BLOCK_BYTES, 100);
    commit();
    assertReads(70 * BLOCK_BYTES, 100);
    assertThat(volume.check(true).faults()).isEmpty();
    volume = open();
    medium.makeUnreadable(place(70));
    write(70 * BLOCK_BYTES, 99);
    assertThat(read(70 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    write(70 * BLOCK_BYTES, 100);
    assertReads(70 * BLOCK_BYTES, 100);
    commit();
    assertReads(70 * BLOCK_BYTES, 100);
    assertThat(volume.check(true).faults()).isEmpty();
  }

  /** Packs blocks 2 to 5 as tightly as possible. */
  private void pack(int seed) throws Exception {
    byte[] bytes = new byte[4 * BLOCK_BYTES];
    new Random64(seed).nextBytes(bytes);
    Arrays.fill(bytes, 5000, bytes.length, (byte) seed);
    System.arraycopy(bytes, 0, model, 2 * BLOCK_BYTES, bytes.length);
    StoreOp op = new StoreOp.Write(HERE, OBJECT, 2 * BLOCK_BYTES, Payload.wrap(bytes));
    assertThat(volume.reserve(100)).isTrue();
    volume.apply(packing.of(new Transaction(List.of(op), false, Compression.LZ4), volume));
    commit();
  }

  @Test
  void aDamagedUnitIsToldAsAWhole() throws Exception {
    pack(9);
    long place = place(4);
    device.asked();
    assertReads(BLOCK_BYTES, 4 * BLOCK_BYTES);
    assertThat(device.asked()).as("once").containsExactly("read 1 1", "read " + place + " 2");
    assertReads(0, model.length);
    assertReads(5 * BLOCK_BYTES - 1, 2);
    medium.makeUnreadable(place + 1);
    ReadOutcome outcome =
        new ReadOutcome.Damaged(
            "object %s of daemon, bytes 8192 to 24575: packed in block %d: cannot be read:"
                    .formatted(OBJECT, place)
                + " Input/output error of a faulty medium");
    assertThat(read(3 * BLOCK_BYTES, 1)).isEqualTo(outcome);
    assertThat(read(0, model.length)).isEqualTo(outcome);
    assertThat(amend(5 * BLOCK_BYTES, 1)).isEqualTo(outcome);
    assertReads(0, 2 * BLOCK_BYTES);
    assertReads(6 * BLOCK_BYTES, 5000);
    write(4 * BLOCK_BYTES + 1, 5);
    assertThat(read(4 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    write(4 * BLOCK_BYTES, BLOCK_BYTES);
    assertReads(4 * BLOCK_BYTES, BLOCK_BYTES);
    commit();
    medium.makeReadable(place + 1);
    assertReads(0, model.length);
  }

  @Test
  void aUnitThatNoCodecMadeIsTold() throws Exception {
    assertThat(volume.reserve(100)).isTrue();
    long place = volume.allot(1).getFirst().first();
    byte[] rubbish = new byte[BLOCK_BYTES];
    new Random64(77).nextBytes(rubbish);
    device.write(place, AlignedBuffers.blocks(1).put(rubbish).clear());
    RawStep.Run run = RawStep.Run.of(place, Payload.wrap(rubbish).crc32c());
    RawUnit unit = new RawUnit(2, 3, Compression.LZ4, 4000, List.of(run));
    volume.apply(new RawTransaction(List.of(new RawStep.Pack(HERE, OBJECT, 1, unit))));
    commit();
    int from = 66 * BLOCK_BYTES;
    ReadOutcome outcome =
        new ReadOutcome.Damaged(
            ("object %s of daemon, bytes %d to %d: packed from block %d on: it is not what lz4 packs"
                    + " of a faulty medium")
                .formatted(OBJECT, from, from + 3 * BLOCK_BYTES - 1, place));
    assertThat(read(0, model.length)).isEqualTo(outcome);
    assertThat(read(from + BLOCK_BYTES, 1)).as("again").isEqualTo(outcome);
    write(from + 5, 10);
    assertThat(read(from, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    assertReads(from + 3 * BLOCK_BYTES, 1);
  }

  @Test
  void aPackedBlockThatIsAmendedIsAtHand() throws Exception {
    pack(9);
    long place = place(3);
    for (int block = 2; block < 6; block++) {
      assertThat(amend((long) block * BLOCK_BYTES + 9, 1)).isInstanceOf(ReadOutcome.Found.class);
    }
    device.asked();
    assertThat(amend(2 * BLOCK_BYTES + 9, 3 * BLOCK_BYTES)).isInstanceOf(ReadOutcome.Found.class);
    assertThat(device.asked()).isEmpty();
    medium.makeUnreadable(place);
    for (int block = 2; block < 6; block++) {
      write(block * BLOCK_BYTES + 77, 1000);
    }
    assertReads(0, model.length);
    commit();
    assertReads(0, model.length);
    assertThat(volume.check(true).faults()).isEmpty();
  }

  /** Cached blocks are not mistaken for blocks packed later in the same place. */
  @Test
  void aUnitInThePlaceOfAnotherIsReadAnew() throws Exception {
    for (int round = 0; round < 30; round++) {
      pack(10 + round);
      for (int block = 2; block < 6; block++) {
        assertThat(amend((long) block * BLOCK_BYTES + 9, 1)).isInstanceOf(ReadOutcome.Found.class);
      }
      write(3 * BLOCK_BYTES + 77, 10);
      commit();
      assertReads(0, 7 * BLOCK_BYTES);
    }
  }

  @Test
  void placesAreTold() throws Exception {
    assertThat(place(0)).isZero();
    assertThat(place(63)).isEqualTo(63);
    assertThat(place(64)).isEqualTo(64);
    assertThat(volume.reader().placeOf(HERE, OBJECT, 71)).isEmpty();
    assertThat(volume.reader().placeOf(HERE, OBJECT, 64 * 3)).isEmpty();
    assertThat(volume.reader().placeOf(HERE, new ObjectId(8, "x"), 0)).isEmpty();
    pack(3);
    assertThat(place(2)).isEqualTo(place(5)).isGreaterThan(70);
  }
}
