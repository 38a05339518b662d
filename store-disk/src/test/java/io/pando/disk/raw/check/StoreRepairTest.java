package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static io.pando.disk.raw.check.StoreRecords.HERE;
import static io.pando.disk.raw.check.StoreRecords.at;
import static io.pando.disk.raw.check.StoreRecords.damaged;
import static io.pando.disk.raw.check.StoreRecords.key;
import static io.pando.disk.raw.check.StoreRecords.object;
import static io.pando.disk.raw.check.StoreRecords.packed;
import static io.pando.disk.raw.check.StoreRecords.unit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.OpenFiles;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of each remedy on records and device, and that it has no other effect. */
class StoreRepairTest {
  private static final ObjectId A = new ObjectId(0, "a");
  private static final ObjectId B = new ObjectId(0, "b");
  private static final long SPAN = 64 * BLOCK_BYTES;

  @TempDir Path directory = Path.of("set by JUnit");

  private final StoreRecords store = new StoreRecords();

  private int repair(Remedy... remedies) throws Exception {
    StoreCheck.Census census = StoreCheck.run(store.metadata, store.device, false, _ -> {});
    Path aside = directory.resolve("aside");
    int taken = StoreRepair.run(store.metadata, store.device, census, List.of(remedies), aside);
    assertThat(OpenFiles.count(aside)).isZero();
    return taken;
  }

  private String aside() throws IOException {
    return Files.readString(directory.resolve("aside"));
  }

  private RawObject stored(ObjectId id) throws Exception {
    return RawFormat.decodeObject(
        Objects.requireNonNull(store.metadata.get(Family.OBJECT, key(id).toByteArray())));
  }

  private RawBlocks blocks(long number, int index) throws Exception {
    return RawFormat.decodeBlocks(
        Objects.requireNonNull(store.metadata.get(Family.BLOCKS, Keys.blocks(number, index))));
  }

  private byte[] read(long place) throws IOException {
    ByteBuffer block = AlignedBuffers.blocks(1);
    store.device.read(place, block);
    byte[] bytes = new byte[BLOCK_BYTES];
    block.clear().get(bytes);
    return bytes;
  }

  @AfterEach
  void allWalksAreClosed() {
    assertThat(store.metadata.openWalks()).isZero();
  }

  @Test
  void recordsArePutAside() throws Exception {
    byte[] key = {9, 9};
    store.metadata.put(Family.META, key, new byte[] {1, 2});
    Remedy remedy = new Remedy.PutAside(Family.META, Payload.wrap(key));
    assertThat(repair(remedy)).isEqualTo(1);
    assertThat(store.metadata.get(Family.META, key)).isNull();
    assertThat(aside()).isEqualTo("meta\t0909\t0102\tput aside meta record 0909\n");
    assertThat(repair(remedy)).as("again").isEqualTo(1);
    assertThat(aside()).hasLineCount(1);
  }

  @Test
  void whatANumberHasIsDeleted() throws Exception {
    for (long number : new long[] {4, 5, 6}) {
      store.put(number, 1, at());
      store.put(number, 2, at());
      store.metadata.put(Family.MAP, Keys.append(Keys.map(number), "k"), new byte[0]);
    }
    assertThat(repair(new Remedy.DeleteOf(Family.BLOCKS, 5), new Remedy.DeleteOf(Family.MAP, 4)))
        .isEqualTo(2);
    assertThat(store.metadata.of(Family.BLOCKS).keySet())
        .containsExactly(
            Keys.blocks(4, 1), Keys.blocks(4, 2), Keys.blocks(6, 1), Keys.blocks(6, 2));
    assertThat(store.metadata.of(Family.MAP).keySet())
        .containsExactly(Keys.append(Keys.map(5), "k"), Keys.append(Keys.map(6), "k"));
  }

  @Test
  void collectionsAreNoted() throws Exception {
    assertThat(repair(new Remedy.NoteCollection(CollectionId.DAEMON))).isEqualTo(1);
    assertThat(store.metadata.of(Family.COLLECTION).keySet())
        .containsExactly(Keys.collection(CollectionId.DAEMON), Keys.collection(HERE));
    assertThat(store.metadata.get(Family.COLLECTION, Keys.collection(CollectionId.DAEMON)))
        .isEmpty();
  }

  @Test
  void emptiedObjectsGetNumbersThatNoneHas() throws Exception {
    store.put(A, object(41, 4096, at(1)));
    store.metadata.put(Family.OBJECT, key(B).toByteArray(), new byte[] {1, 99});
    assertThat(
            repair(new Remedy.EmptyObject(key(B), "why"), new Remedy.EmptyObject(key(A), "else")))
        .isEqualTo(2);
    RawObject empty = object(42, 0, at());
    assertThat(stored(B)).isEqualTo(damaged(empty, "why"));
    assertThat(stored(A)).isEqualTo(damaged(object(43, 0, at()), "else"));
    assertThat(aside()).hasLineCount(2).startsWith("object\t").contains("\t0163\twhy\n");
  }

  @Test
  void aMarkedObjectKeepsWhatCanBeItsOwn() throws Exception {
    TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put("_", Payload.utf8("v"));
    RawUnit broken = unit(8, 3, 5000, 20, 400);
    RawBlocks head = packed(unit(4, 4, 9000, 10, 11, 12), broken);
    head.set(0, 299, 7);
    head.set(1, 300, 8);
    head.set(2, 5, 9);
    store.put(A, new RawObject(7, SPAN + 4097, false, attributes, head, ""));
    store.put(7, 1, at(30, 31, 32));
    store.put(7, 2, at(40));
    store.put(8, 1, at(50, 52, 53));
    store.put(6, 1, at(54, 55, 56));
    assertThat(repair(new Remedy.MarkObject(key(A), "torn"))).isEqualTo(1);
    RawBlocks kept = packed(unit(4, 4, 9000, 10, 11, 12));
    kept.set(0, 299, 7);
    kept.set(2, 5, 9);
    assertThat(stored(A))
        .isEqualTo(new RawObject(7, SPAN + 2 * 4096, true, attributes, kept, "torn"));
    assertThat(blocks(7, 1)).isEqualTo(at(30, 31));
    assertThat(blocks(7, 2)).as("has a remedy of its own").isEqualTo(at(40));
    assertThat(blocks(8, 1)).isEqualTo(at(50, 52, 53));
    assertThat(blocks(6, 1)).isEqualTo(at(54, 55, 56));
  }

  @Test
  void ofABlockThatBeginsWhereAnObjectEndsNothingIsKept() throws Exception {
    store.put(A, object(7, 2 * 4096, at(1, 2, 3)));
    assertThat(repair(new Remedy.MarkObject(key(A), "torn"))).isEqualTo(1);
    assertThat(stored(A).head()).isEqualTo(at(1, 2));
    assertThat(stored(A).size()).isEqualTo(2 * 4096);
  }

  /** The block at place 0 is handled like any other, and so is the first block of a record. */
  @Test
  void ofAMarkedObjectEachBlockIsLookedAt() throws Exception {
    store.put(A, object(7, 4096, at(400, 0)));
    store.put(B, object(8, SPAN + 4096, at(RawBlocks.HOLE, 400)));
    store.put(8, 1, at(20, 0));
    store.metadata.put(Family.BLOCKS, Keys.blocks(8, 0), new byte[] {77});
    Payload damaged = Payload.wrap(Keys.blocks(8, 0));
    repair(
        new Remedy.MarkObject(key(A), "torn"),
        new Remedy.MarkObject(key(B), "torn"),
        new Remedy.PutAside(Family.BLOCKS, damaged));
    assertThat(stored(A).head()).isEqualTo(at());
    assertThat(stored(B).head()).isEqualTo(at());
    assertThat(blocks(8, 1)).as("the second is behind the end").isEqualTo(at(20));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "262144, 0", "262145, 2"})
  void recordsBehindTheEndOfAMarkedObjectHaveARemedyOfTheirOwn(int more, int changed)
      throws Exception {
    store.put(A, object(7, SPAN + more, at()));
    for (int index = 1; index <= 3; index++) {
      store.put(7, index, at(RawBlocks.HOLE, index));
    }
    repair(new Remedy.MarkObject(key(A), "torn"));
    for (int index = 1; index <= 3; index++) {
      assertThat(blocks(7, index)).isEqualTo(index == changed ? at() : at(RawBlocks.HOLE, index));
    }
  }

  @Test
  void whatCannotBeReadIsNotTakenFromAnotherBlock() throws Exception {
    store.put(A, object(1, 2 * 4096, at(5, 6)));
    store.write(5, 4096);
    store.medium.makeUnreadable(6);
    repair(
        new Remedy.SeparateBlock(Family.OBJECT, key(A), 0),
        new Remedy.SeparateBlock(Family.OBJECT, key(A), 1));
    assertThat(read(0)).isEqualTo(StoreRecords.bytes(5, 4096));
    assertThat(read(1)).isEqualTo(new byte[BLOCK_BYTES]);
  }

  private static int wrong(byte[] bytes) {
    return ~Payload.wrap(bytes).crc32c();
  }

  /** The lowest place without an owner. */
  @Test
  void aBlockOfTheHeadGetsAPlaceOfItsOwn() throws Exception {
    store.put(A, object(1, 4 * 4096, at(0, 1, RawBlocks.HOLE, 5)));
    store.put(B, object(2, 4096, at(5)));
    store.write(5, 4096);
    Remedy remedy = new Remedy.SeparateBlock(Family.OBJECT, key(A), 3);
    assertThat(repair(remedy, new Remedy.CountShares(), remedy)).isEqualTo(2);
    RawBlocks own = at(0, 1);
    own.set(3, 2, wrong(read(5)));
    assertThat(stored(A)).isEqualTo(object(1, 4 * 4096, own));
    assertThat(stored(B)).isEqualTo(object(2, 4096, at(5)));
    assertThat(read(2)).isEqualTo(StoreRecords.bytes(5, 4096)).isEqualTo(read(5));
    assertThat(store.metadata.of(Family.SHARED)).isEmpty();
  }

  @Test
  void furtherBlocksGetPlacesOfTheirOwn() throws Exception {
    store.put(A, object(1, SPAN + 2 * 4096, at(0)));
    store.put(1, 1, at(5, 6));
    store.medium.makeUnreadable(6);
    Payload second = Payload.wrap(Keys.blocks(1, 1));
    assertThat(
            repair(
                new Remedy.SeparateBlock(Family.BLOCKS, second, 1),
                new Remedy.SeparateBlock(Family.BLOCKS, second, 7)))
        .isEqualTo(2);
    RawBlocks own = at(5);
    own.set(1, 1, wrong(new byte[BLOCK_BYTES]));
    assertThat(blocks(1, 1)).isEqualTo(own);
    assertThat(read(1)).as("what cannot be read").isEqualTo(new byte[BLOCK_BYTES]);
    assertThat(stored(A)).isEqualTo(object(1, SPAN + 2 * 4096, at(0)));
  }

  @Test
  void blocksThatArePackedGetPlacesOfTheirOwn() throws Exception {
    RawUnit unit = unit(2, 4, 9000, 5, 6, 0);
    RawBlocks head = packed(unit, unit(6, 2, 100, 2));
    head.set(3, 1, 77);
    store.put(A, object(1, 8 * 4096, head));
    store.put(B, object(2, SPAN + 4 * 4096, at()));
    store.put(2, 1, packed(unit(0, 3, 5000, 6, 9)));
    for (int place : new int[] {0, 5, 6, 9}) {
      store.write(place, 4096);
    }
    Payload second = Payload.wrap(Keys.blocks(2, 1));
    assertThat(
            repair(
                new Remedy.SeparateBlock(Family.OBJECT, key(A), 4),
                new Remedy.SeparateBlock(Family.BLOCKS, second, 2)))
        .isEqualTo(2);
    RawUnit own =
        new RawUnit(
            2,
            4,
            unit.compression(),
            9000,
            List.of(
                RawStep.Run.of(3, wrong(read(5))),
                RawStep.Run.of(4, wrong(read(6))),
                RawStep.Run.of(7, wrong(read(0)))));
    RawBlocks expected = packed(own, unit(6, 2, 100, 2));
    expected.set(3, 1, 77);
    assertThat(stored(A)).isEqualTo(object(1, 8 * 4096, expected));
    assertThat(read(7)).isEqualTo(StoreRecords.bytes(0, 4096));
    RawUnit other =
        new RawUnit(
            0,
            3,
            unit.compression(),
            5000,
            List.of(RawStep.Run.of(8, wrong(read(6))), RawStep.Run.of(10, wrong(read(9)))));
    assertThat(blocks(2, 1)).isEqualTo(packed(other));
  }

  @Test
  void whatIsNotThereIsLeftAlone() throws Exception {
    assertThat(
            repair(
                new Remedy.SeparateBlock(Family.OBJECT, key(A), 0),
                new Remedy.MarkObject(key(A), "torn"),
                new Remedy.PutAside(Family.OBJECT, key(A))))
        .isEqualTo(3);
    assertThat(store.metadata.of(Family.OBJECT)).isEmpty();
    assertThat(aside()).isEmpty();
  }

  @Test
  void aFullDeviceHasNoPlaceForAnotherBlock() {
    long[] all = new long[64];
    for (int span = 0; span < 5; span++) {
      int from = span * 64;
      Arrays.setAll(all, i -> Math.min(from + i, StoreRecords.BLOCKS - 1));
      store.put(new ObjectId(span, "full"), object(span + 1, SPAN, at(all)));
    }
    Payload key = key(new ObjectId(0, "full"));
    assertThatThrownBy(() -> repair(new Remedy.SeparateBlock(Family.OBJECT, key, 0)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no free block");
  }

  @Test
  void sharesAreCountedAnew() throws Exception {
    store.put(A, object(1, SPAN, at(1, 1, 63, 70)));
    store.put(B, object(2, SPAN, at(63, 70, 64)));
    store.put(2, 1, at(70, 299));
    store.put(1, 1, packed(unit(0, 3, 5000, 299, 1)));
    store.shares(0, 9, 9);
    store.shares(3, 1);
    store.shares(1L << 40, 1);
    assertThat(repair(new Remedy.CountShares())).isEqualTo(1);
    assertThat(store.metadata.of(Family.SHARED).keySet())
        .containsExactly(Keys.page(0), Keys.page(1), Keys.page(4));
    List<Integer> first = shares(0);
    assertThat(first).hasSize(64).startsWith(0, 2, 0).endsWith(0, 1);
    assertThat(first.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3);
    assertThat(shares(1)).containsExactly(0, 0, 0, 0, 0, 0, 2);
    assertThat(shares(4)).hasSize(44).startsWith(0, 0).endsWith(0, 1);
    assertThat(repair()).isZero();
  }

  private List<Integer> shares(long page) throws Exception {
    return RawRecords.SHARES
        .decode(Objects.requireNonNull(store.metadata.get(Family.SHARED, Keys.page(page))))
        .others();
  }

  /** If a repair is interrupted, the records it removed must still be in the aside file. */
  @Test
  void batchesBecomeDurableOneAfterAnother() throws Exception {
    int[] counts = {0, 1, 499, 500, 501, 1000};
    int[] commits = {2, 2, 2, 3, 3, 4};
    for (int i = 0; i < counts.length; i++) {
      Remedy[] remedies = new Remedy[counts[i]];
      Arrays.setAll(remedies, number -> new Remedy.DeleteOf(Family.MAP, number));
      RecordingDevice device = new RecordingDevice(store.device);
      StoreCheck.Census census = StoreCheck.run(store.metadata, device, false, _ -> {});
      store.metadata.commits = 0;
      int taken =
          StoreRepair.run(
              store.metadata, device, census, List.of(remedies), directory.resolve("aside"));
      assertThat(taken).isEqualTo(counts[i]);
      assertThat(store.metadata.commits).isEqualTo(commits[i]);
      assertThat(device.asked()).hasSize(commits[i]).containsOnly("flush");
    }
  }

  @Test
  void aPlaceIsReservedBeforeItIsWritten() throws Exception {
    store.put(A, object(1, 4096, at(0)));
    RecordingDevice device = new RecordingDevice(store.device);
    StoreCheck.Census census = StoreCheck.run(store.metadata, device, false, _ -> {});
    Remedy remedy = new Remedy.SeparateBlock(Family.OBJECT, key(A), 0);
    StoreRepair.run(store.metadata, device, census, List.of(remedy), directory.resolve("aside"));
    assertThat(device.asked())
        .containsExactly("read 0 1", "reserve 1 1", "write 1 1", "flush", "flush");
  }

  @Test
  void aWalkThatBreaksOffIsNoResult() {
    store.put(A, object(1, SPAN + 1, at()));
    store.put(1, 1, at(5));
    store.metadata.breakOff(Family.BLOCKS, 1);
    StoreCheck.Census census = new StoreCheck.Census(1, new OwnedBlocks(300), 1, 0, 0);
    for (Remedy remedy : List.of(new Remedy.MarkObject(key(A), "torn"), new Remedy.CountShares())) {
      assertThatThrownBy(() ->
              StoreRepair.run(
                  store.metadata,
                  store.device,
                  census,
                  List.of(remedy),
                  directory.resolve("aside")))
          .isInstanceOf(MetadataException.class);
    }
    assertThat(store.metadata.commits).as("but for the second's own").isEqualTo(1);
    store.metadata.mend();
    store.metadata.breakOff(Family.OBJECT, 1);
    assertThatThrownBy(() -> ShareCount.run(store.metadata, 300))
        .isInstanceOf(MetadataException.class);
  }
}
