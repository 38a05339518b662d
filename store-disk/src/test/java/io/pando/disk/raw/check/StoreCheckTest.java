package io.pando.disk.raw.check;

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
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawObject;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage of each kind of record is reported completely, with its remedies, and nothing else is. */
class StoreCheckTest {
  private static final ObjectId A = new ObjectId(0, "a");
  private static final ObjectId B = new ObjectId(0, "b");
  private static final long SPAN = 64 * 4096;

  private final StoreRecords store = new StoreRecords();
  private final List<StoreFault> faults = new ArrayList<>();
  private final List<List<Long>> progress = new ArrayList<>();

  private StoreCheck.Census check(boolean deep) throws MetadataException {
    faults.clear();
    progress.clear();
    CheckListener listener =
        new CheckListener() {
          @Override
          public void onFault(StoreFault fault) {
            faults.add(fault);
          }

          @Override
          public void onProgress(long objects, long bytesRead) {
            progress.add(List.of(objects, bytesRead));
          }
        };
    StoreCheck.Census census = StoreCheck.run(store.metadata, store.device, deep, listener);
    assertThat(census.faults()).isEqualTo(faults.size());
    assertThat(store.metadata.openWalks()).isZero();
    return census;
  }

  private void assertFaults(StoreFault... expected) throws MetadataException {
    check(false);
    assertThat(faults).containsExactly(expected);
  }

  private static StoreFault of(ObjectId id, StoreFault.Kind kind, String what, Remedy... remedies) {
    return new StoreFault(kind, HERE, id, what, List.of(remedies));
  }

  /** A fault after which the object is marked as damaged. */
  private static StoreFault marks(
      ObjectId id, StoreFault.Kind kind, String what, Remedy... before) {
    List<Remedy> remedies = new ArrayList<>(List.of(before));
    remedies.add(new Remedy.MarkObject(key(id), what));
    return new StoreFault(kind, HERE, id, what, remedies);
  }

  private static StoreFault unreadable(Family family, byte[] key, String what) {
    return StoreFault.of(
        StoreFault.Kind.UNREADABLE, what, new Remedy.PutAside(family, Payload.wrap(key)));
  }

  @AfterEach
  void allWalksAreClosed() {
    assertThat(store.metadata.openWalks()).isZero();
  }

  @Test
  void aSoundStoreHasNoFaults() throws Exception {
    RawBlocks head = packed(unit(0, 3, 5000, 10, 11));
    head.set(3, 12, StoreRecords.checksum(12, 4096));
    head.set(4, 13, StoreRecords.checksum(13, 100));
    store.put(A, object(7, SPAN + 5000, at(0, 1, RawBlocks.HOLE, 2)));
    store.put(7, 1, at(3, 299));
    store.put(B, object(4, 4 * 4096 + 100, head));
    for (int place : new int[] {0, 1, 2, 3, 10, 12}) {
      store.write(place, 4096);
    }
    store.put(7, 1, lastOf(5000 - 4096));
    store.write(299, 5000 - 4096);
    store.write(11, 5000 - 4096);
    store.write(13, 100);
    StoreCheck.Census census = check(true);
    assertThat(faults).isEmpty();
    assertThat(census.objects()).isEqualTo(2);
    assertThat(census.lastNumber()).isEqualTo(7);
    assertThat(census.bytesRead()).isEqualTo(9 * 4096);
    assertThat(census.owned().count()).isEqualTo(9);
    assertThat(census.owned().isOwned(299)).isTrue();
    assertThat(progress).containsExactly(List.of(2L, 9L * 4096));
    assertThat(check(false).bytesRead()).isZero();
    assertThat(progress).containsExactly(List.of(2L, 0L));
  }

  private static RawBlocks lastOf(int valid) {
    RawBlocks blocks = at(3);
    blocks.set(1, 299, StoreRecords.checksum(299, valid));
    return blocks;
  }

  @Test
  void bytesOfDataAreReadUpToTheEndOfTheObjectAndOfTheUnit() throws Exception {
    RawBlocks head = at(20);
    head.set(1, 21, StoreRecords.checksum(21, 101));
    store.put(A, object(1, 4096 + 100, head));
    store.write(20, 4096);
    store.write(21, 101);
    store.put(B, object(2, 3 * 4096, packed(unit(0, 3, 4096 + 7, 22, 23))));
    store.write(22, 4096);
    store.write(23, 8);
    check(true);
    assertThat(faults)
        .extracting(StoreFault::toString)
        .containsExactly(
            marks(
                    A,
                    StoreFault.Kind.BOUNDS,
                    "bytes 4096 to 4195, block 21 of the device, holds bytes behind its end")
                .toString(),
            "object "
                + B
                + " of "
                + HERE
                + ": bytes 0 to 12287, block 23 of the device, "
                + "has checksum %08x where %08x was written"
                    .formatted(StoreRecords.checksum(23, 8), StoreRecords.checksum(23, 7)));
  }

  @Test
  void progressIsToldForEveryThousandObjects() throws MetadataException {
    for (int i = 1; i <= 2000; i++) {
      store.put(new ObjectId(i, "many"), object(i, 0, at()));
    }
    check(false);
    assertThat(progress)
        .containsExactly(List.of(1000L, 0L), List.of(2000L, 0L), List.of(2000L, 0L));
  }

  @Test
  void keysThatNameNothing() throws MetadataException {
    byte[] key = {9, 9, 9};
    for (Family family :
        List.of(Family.COLLECTION, Family.OBJECT, Family.BLOCKS, Family.MAP, Family.META)) {
      store.metadata.put(family, key, new byte[] {1});
    }
    byte[] eleven = new byte[11];
    byte[] thirteen = new byte[13];
    store.metadata.put(Family.BLOCKS, eleven, new byte[0]);
    store.metadata.put(Family.BLOCKS, thirteen, new byte[0]);
    store.metadata.put(Family.MAP, new byte[] {10}, new byte[0]);
    store.metadata.put(Family.META, new byte[] {10}, new byte[0]);
    assertFaults(
        unreadable(
            Family.COLLECTION, key, "a record of family COLLECTION: not a collection: 090909"),
        unreadable(Family.OBJECT, key, "a record of family OBJECT: its key names no object"),
        unreadable(Family.BLOCKS, eleven, "a record of family BLOCKS: its key has 11 bytes"),
        unreadable(Family.BLOCKS, thirteen, "a record of family BLOCKS: its key has 13 bytes"),
        unreadable(Family.BLOCKS, key, "a record of family BLOCKS: its key has 3 bytes"),
        unreadable(Family.MAP, key, "a record of family MAP: its key has 3 bytes"),
        unreadable(Family.MAP, new byte[] {10}, "a record of family MAP: its key has 1 bytes"),
        unreadable(Family.META, key, "a record of family META: its key names no collection"),
        unreadable(
            Family.META, new byte[] {10}, "a record of family META: its key names no collection"));
  }

  @Test
  void collectionsThatAreNotListedAreToldOnce() throws MetadataException {
    store.put(A, object(1, 0, at()));
    store.put(B, object(2, 0, at()));
    byte[] meta = Keys.append(Keys.collection(HERE), "k");
    store.metadata.put(Family.META, meta, new byte[0]);
    store.metadata.put(Family.META, Keys.append(meta, "2"), new byte[0]);
    byte[] daemon = Keys.collection(CollectionId.DAEMON);
    store.metadata.put(Family.META, Keys.append(daemon, "1"), new byte[0]);
    store.metadata.put(Family.META, Keys.append(daemon, "2"), new byte[0]);
    store.metadata.delete(Family.COLLECTION, Keys.collection(HERE));
    String what = "is not in the list of collections, but has records";
    assertFaults(
        new StoreFault(
            StoreFault.Kind.ORPHAN, HERE, null, what, List.of(new Remedy.NoteCollection(HERE))),
        new StoreFault(
            StoreFault.Kind.ORPHAN,
            CollectionId.DAEMON,
            null,
            what,
            List.of(new Remedy.NoteCollection(CollectionId.DAEMON))));
    store.metadata.put(Family.COLLECTION, Keys.collection(HERE), new byte[0]);
    store.metadata.put(Family.COLLECTION, daemon, new byte[0]);
    assertFaults();
  }

  @Test
  void objectsWhoseRecordsCannotBeUsed() throws MetadataException {
    store.metadata.put(Family.OBJECT, key(A).toByteArray(), new byte[] {1, 99, 99});
    check(false);
    assertThat(faults).hasSize(1);
    String what = faults.getFirst().what();
    assertThat(what).startsWith("its record cannot be used: RawObject: ");
    assertThat(faults)
        .containsExactly(
            of(A, StoreFault.Kind.UNREADABLE, what, new Remedy.EmptyObject(key(A), what)));
  }

  private void assertLost(RawObject object, String why) throws MetadataException {
    store.put(A, object);
    String what = "its record cannot be used: " + why;
    assertFaults(of(A, StoreFault.Kind.UNREADABLE, what, new Remedy.EmptyObject(key(A), what)));
  }

  @Test
  void numbersAndSizesHaveBounds() throws MetadataException {
    assertLost(object(0, 5, at()), "number 0, 5 bytes");
    assertLost(object(-1, 5, at()), "number -1, 5 bytes");
    assertLost(object(1, -1, at()), "number 1, -1 bytes");
    long most = Integer.MAX_VALUE * SPAN;
    assertLost(object(1, most + 1, at()), "number 1, " + (most + 1) + " bytes");
    store.put(A, object(1, most, at()));
    assertFaults();
  }

  @Test
  void damageThatIsKnown() throws MetadataException {
    store.put(A, damaged(object(3, 0, at()), "for a reason"));
    assertFaults(of(A, StoreFault.Kind.KNOWN, "is marked as damaged: for a reason"));
  }

  @Test
  void blocksLieWithinTheDeviceAndTheObject() throws MetadataException {
    store.put(A, object(1, 2 * 4096, at(299, 300, 5, 6)));
    store.put(B, object(2, SPAN + 1, at()));
    store.put(2, 1, at(7, 8, 1000));
    String first = "it has a block from byte 8192 on, behind its end";
    String second = "it has a block from byte 12288 on, behind its end";
    assertFaults(
        marks(A, StoreFault.Kind.BOUNDS, "byte 4096 is in block 300, which the device has not"),
        marks(A, StoreFault.Kind.BOUNDS, first),
        marks(A, StoreFault.Kind.BOUNDS, second),
        marks(
            B,
            StoreFault.Kind.BOUNDS,
            "it has a block from byte " + (SPAN + 4096) + " on, behind its end"),
        marks(
            B,
            StoreFault.Kind.BOUNDS,
            "byte " + (SPAN + 8192) + " is in block 1000, which the device has not"));
  }

  @Test
  void packedBlocksLieWithinTheDeviceAndTheObject() throws MetadataException {
    store.put(A, object(1, 3 * 4096, packed(unit(2, 3, 5000, 299, 300))));
    store.put(B, object(2, SPAN + 16 * 4096, at()));
    store.put(2, 1, packed(unit(13, 3, 5000, 400, 5)));
    assertFaults(
        marks(A, StoreFault.Kind.BOUNDS, "it has a block from byte 12288 on, behind its end"),
        marks(A, StoreFault.Kind.BOUNDS, "it has a block from byte 16384 on, behind its end"),
        marks(A, StoreFault.Kind.BOUNDS, "byte 8192 is in block 300, which the device has not"),
        marks(
            B,
            StoreFault.Kind.BOUNDS,
            "byte " + (SPAN + 13 * 4096) + " is in block 400, which the device has not"));
  }

  @Test
  void furtherBlocksBelongToAnObjectAndBeforeItsEnd() throws MetadataException {
    store.put(A, object(5, 2 * SPAN, at()));
    for (int index : new int[] {-1, 0, 1, 2}) {
      store.put(5, index, at());
    }
    store.put(4, 1, at());
    store.put(4, 2, at());
    String name = "its record %d of further blocks is behind its end";
    assertFaults(
        StoreFault.of(
            StoreFault.Kind.ORPHAN,
            "blocks 1 of object number 4 belong to no object",
            new Remedy.DeleteOf(Family.BLOCKS, 4)),
        StoreFault.of(
            StoreFault.Kind.ORPHAN,
            "blocks 2 of object number 4 belong to no object",
            new Remedy.DeleteOf(Family.BLOCKS, 4)),
        marks(A, StoreFault.Kind.BOUNDS, name.formatted(0), aside(5, 0)),
        marks(A, StoreFault.Kind.BOUNDS, name.formatted(2), aside(5, 2)),
        marks(A, StoreFault.Kind.BOUNDS, name.formatted(-1), aside(5, -1)));
  }

  private static Remedy aside(long number, int index) {
    return new Remedy.PutAside(Family.BLOCKS, Payload.wrap(Keys.blocks(number, index)));
  }

  @Test
  void furtherBlocksThatCannotBeUsed() throws MetadataException {
    store.put(A, object(5, 2 * SPAN, at()));
    store.metadata.put(Family.BLOCKS, Keys.blocks(5, 1), new byte[] {77});
    check(false);
    assertThat(faults).hasSize(1);
    String what = faults.getFirst().what();
    assertThat(what).startsWith("its record 1 of further blocks cannot be used: ");
    assertThat(faults).containsExactly(marks(A, StoreFault.Kind.UNREADABLE, what, aside(5, 1)));
  }

  @Test
  void mapsBelongToObjectsThatHaveThem() throws MetadataException {
    store.put(A, object(5, 0, at()));
    RawObject with = new RawObject(6, 1, true, new TreeMap<>(Utf8Order.INSTANCE), at(), "");
    store.put(B, with);
    for (long number : new long[] {4, 5, 6, 7}) {
      store.metadata.put(Family.MAP, Keys.append(Keys.map(number), "a"), new byte[0]);
      store.metadata.put(Family.MAP, Keys.append(Keys.map(number), "b"), new byte[0]);
    }
    store.metadata.put(Family.MAP, Keys.map(7), new byte[0]);
    assertFaults(
        orphanMap(4),
        orphanMap(7),
        marks(A, StoreFault.Kind.ORPHAN, "it has a map, but its record says it has none"));
  }

  private static StoreFault orphanMap(long number) {
    return StoreFault.of(
        StoreFault.Kind.ORPHAN,
        "entries of a map of object number " + number + " belong to no object",
        new Remedy.DeleteOf(Family.MAP, number));
  }

  private static StoreFault contested(
      ObjectId id, Family family, Payload key, long at, long place) {
    int slot = (int) (at % SPAN / 4096);
    return of(
        id,
        StoreFault.Kind.OWNERS,
        "bytes from %d on are in block %d of the device, which others own too".formatted(at, place),
        new Remedy.SeparateBlock(family, key, slot),
        new Remedy.CountShares());
  }

  @Test
  void blocksHaveAsManyOwnersAsAreNoted() throws MetadataException {
    store.put(A, object(1, SPAN + 2 * 4096, at(1, 2, 3)));
    store.put(1, 1, at(RawBlocks.HOLE, 70));
    store.put(B, object(2, 3 * 4096, at(3, 70, 9)));
    store.shares(0, 0, 0, 0, 1);
    store.shares(1, 0, 0, 0, 0, 0, 0, 1);
    assertFaults();
    store.shares(1, 0, 0, 0, 0, 0, 0, 2);
    assertFaults(spaceFault(70, 3, 2));
    store.shares(1, 0, 0, 0, 0, 0, 0, 0, 0);
    byte[] second = Keys.blocks(1, 1);
    assertFaults(
        contested(A, Family.BLOCKS, Payload.wrap(second), SPAN + 4096, 70),
        contested(B, Family.OBJECT, key(B), 4096, 70));
  }

  private static StoreFault spaceFault(long block, int noted, int found) {
    return StoreFault.of(
        StoreFault.Kind.SPACE,
        "block %d of the device is recorded with %d owners, but has %d"
            .formatted(block, noted, found),
        new Remedy.CountShares());
  }

  @Test
  void ownersThatAreNotThereAreTold() throws MetadataException {
    store.put(A, object(1, 2 * 4096, at(0, 298)));
    store.shares(0, 1, 1);
    store.shares(4, Collections.nCopies(64, 1).toArray(Integer[]::new));
    check(false);
    assertThat(faults)
        .hasSize(2 + 64)
        .startsWith(spaceFault(0, 2, 1), spaceFault(1, 2, 0), spaceFault(256, 2, 0))
        .contains(spaceFault(298, 2, 1))
        .endsWith(spaceFault(318, 2, 0), spaceFault(319, 2, 0));
  }

  @Test
  void countsOfSharesThatCannotBeRead() throws MetadataException {
    store.metadata.put(Family.SHARED, Keys.page(0), new byte[] {99});
    store.metadata.put(Family.SHARED, new byte[] {1}, new byte[] {1});
    store.shares(1L << 60, 1);
    check(false);
    assertThat(faults)
        .hasSize(3)
        .allSatisfy(fault -> {
          assertThat(fault.kind()).isEqualTo(StoreFault.Kind.UNREADABLE);
          assertThat(fault.what()).startsWith("a record of shared blocks: ");
          assertThat(fault.remedies()).containsExactly(new Remedy.CountShares());
        });
  }

  @Test
  void packedBlocksThatAreContested() throws MetadataException {
    store.put(A, object(1, SPAN + 3 * 4096, at()));
    store.put(1, 1, packed(unit(0, 3, 5000, 30, 31)));
    store.put(B, object(2, 64 * 4096, packed(unit(60, 4, 9000, 31, 32, 33))));
    check(false);
    List<StoreFault> expected = new ArrayList<>();
    Payload second = Payload.wrap(Keys.blocks(1, 1));
    for (int i = 0; i < 3; i++) {
      expected.add(contested(A, Family.BLOCKS, second, SPAN + i * 4096L, 31));
    }
    for (int i = 60; i < 64; i++) {
      expected.add(contested(B, Family.OBJECT, key(B), i * 4096L, 31));
    }
    assertThat(faults).containsExactlyElementsOf(expected);
  }

  @Test
  void objectsOfOneNumber() throws MetadataException {
    store.put(A, object(4, 4096, at(1)));
    store.put(B, object(4, SPAN + 1, at(2)));
    ObjectId third = new ObjectId(0, "c");
    store.put(third, object(5, 0, at()));
    String what = "has the number 4, which another object has too";
    assertFaults(
        of(
            A,
            StoreFault.Kind.OWNERS,
            what,
            new Remedy.EmptyObject(key(A), what),
            new Remedy.DeleteOf(Family.BLOCKS, 4),
            new Remedy.DeleteOf(Family.MAP, 4)),
        of(
            B,
            StoreFault.Kind.OWNERS,
            what,
            new Remedy.EmptyObject(key(B), what),
            new Remedy.DeleteOf(Family.BLOCKS, 4),
            new Remedy.DeleteOf(Family.MAP, 4)));
  }

  /** The second pass skips what the first one reported. */
  @Test
  void whatCannotBeReadDoesNotEndTheSecondLook() throws MetadataException {
    store.put(A, object(1, 4096, at(5)));
    store.put(new ObjectId(0, "z"), object(2, SPAN + 4096, at()));
    store.put(2, 1, at(5));
    store.metadata.put(Family.OBJECT, key(B).toByteArray(), new byte[] {1, 99, 99});
    store.metadata.put(Family.OBJECT, new byte[] {1}, new byte[0]);
    store.metadata.put(Family.BLOCKS, new byte[] {1}, new byte[0]);
    store.metadata.put(Family.BLOCKS, Keys.blocks(1, 1), new byte[] {77});
    check(false);
    assertThat(faults)
        .endsWith(
            contested(A, Family.OBJECT, key(A), 0, 5),
            contested(
                new ObjectId(0, "z"), Family.BLOCKS, Payload.wrap(Keys.blocks(2, 1)), SPAN, 5))
        .hasSize(6);
  }

  @ParameterizedTest
  @EnumSource(
      value = Family.class,
      names = {"COLLECTION", "OBJECT", "BLOCKS", "MAP", "META", "SHARED"})
  void aWalkThatBreaksOffIsNoResult(Family family) throws MetadataException {
    store.metadata.breakOff(family, 0);
    assertThatThrownBy(() -> check(false)).isInstanceOf(MetadataException.class);
    store.metadata.mend();
    assertFaults();
    if (family == Family.OBJECT || family == Family.BLOCKS) {
      store.metadata.breakOff(family, 0);
      SecondPass look =
          new SecondPass(
              store.metadata,
              new Findings(faults::add),
              new TreeSet<>(List.of(1L)),
              new TreeSet<>());
      assertThatThrownBy(look::run).isInstanceOf(MetadataException.class);
    }
  }
}
