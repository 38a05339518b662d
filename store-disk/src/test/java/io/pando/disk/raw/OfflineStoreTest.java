package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreMemory;
import io.pando.disk.account.Account;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.RocksMetadata;
import io.pando.disk.raw.check.Remedy;
import io.pando.disk.raw.check.StoreCheck;
import io.pando.disk.raw.check.StoreFault;
import io.pando.disk.raw.check.StoreStats;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawShares;
import io.pando.disk.serve.CheckReport;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All damage to a store's records is found and reported with the affected object. After a repair,
 * the store serves all sound objects, and reports the others as damaged.
 */
final class OfflineStoreTest extends StoreConversation {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final RawStoreConfig CONFIG = RawStoreConfig.DEFAULT.withCapacityBytes(16 << 20);
  private static final ObjectId SMALL = new ObjectId(1, "small");
  private static final ObjectId LARGE = new ObjectId(2, "large");
  private static final ObjectId CLONE = new ObjectId(3, "clone");
  private static final ObjectId OTHER = new ObjectId(4, "other");
  private static final List<ObjectId> ALL = List.of(SMALL, LARGE, CLONE, OTHER);

  @TempDir Path directory = Path.of("set by JUnit");

  private final ModelStore model = new ModelStore();

  /** Damages the records of a closed store. */
  private interface Accident {
    void happen(Metadata metadata) throws MetadataException, DamagedRecordException;
  }

  private Path store() {
    return directory.resolve("s");
  }

  private void fill() throws StoreException {
    RawStore.format(store(), CONFIG, IDENTITY);
    Random64 random = new Random64(5);
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.CreateCollection(CollectionId.DAEMON));
    ops.add(new StoreOp.CreateCollection(GROUP));
    ops.add(new StoreOp.PutMeta(GROUP, sorted("log", "entry")));
    for (ObjectId id : List.of(SMALL, LARGE, OTHER)) {
      byte[] bytes = new byte[id.equals(LARGE) ? 700_000 : 10_000];
      random.nextBytes(bytes);
      ops.add(new StoreOp.Write(GROUP, id, 0, Payload.wrap(bytes)));
      ops.add(new StoreOp.PutAttributes(GROUP, id, sorted("_", id.name())));
      ops.add(new StoreOp.PutMap(GROUP, id, sorted("key", id.name())));
    }
    ops.add(new StoreOp.Clone(GROUP, CLONE, new StoreOp.Origin(GROUP, LARGE)));
    ops.add(new StoreOp.Write(GROUP, CLONE, 300_000, Payload.utf8("different")));
    model.apply(new Transaction(ops));
    try (RawStore store = RawStore.open(store(), CONFIG, IDENTITY, loop)) {
      commit(store, ops.toArray(StoreOp[]::new));
    }
  }

  private void spoil(Accident accident) throws MetadataException, DamagedRecordException {
    try (Metadata metadata =
        RocksMetadata.open(
            store().resolve("db"), new StoreMemory(0, 1 << 20, 1 << 20), false, new Account())) {
      accident.happen(metadata);
      metadata.commit();
    }
  }

  private List<StoreFault> check(boolean deep) throws StoreException {
    try (OfflineStore offline = OfflineStore.open(store())) {
      List<StoreFault> faults = new ArrayList<>();
      StoreCheck.Census census = offline.check(deep, faults::add);
      assertThat(census.faults())
          .isEqualTo(faults.stream().filter(fault -> fault.kind() != StoreFault.Kind.LOG).count());
      return faults;
    }
  }

  private void repair() throws StoreException {
    try (OfflineStore offline = OfflineStore.open(store())) {
      List<Remedy> remedies = new ArrayList<>();
      StoreCheck.Census census = offline.check(false, fault -> remedies.addAll(fault.remedies()));
      offline.repair(census, remedies);
    }
  }

  /** Checks that after a repair only known damage is left. */
  private void assertRepaired(ObjectId... damaged) throws StoreException {
    repair();
    assertThat(check(true)).allMatch(fault -> fault.kind() == StoreFault.Kind.KNOWN);
    Set<ObjectId> expected = new TreeSet<>(List.of(damaged));
    ObjectQuery all = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
    try (RawStore store = RawStore.open(store(), CONFIG, IDENTITY, loop)) {
      for (ObjectId id : ALL) {
        ReadOutcome outcome = read(store, GROUP, id, all);
        if (expected.contains(id)) {
          assertThat(outcome).as(id.name()).isInstanceOf(ReadOutcome.Damaged.class);
          commit(store, new StoreOp.Remove(GROUP, id));
          model.apply(Transaction.of(new StoreOp.Remove(GROUP, id)));
        }
      }
      compareAll(store, model);
      assertThat(this.<CheckReport>await(d -> store.check(true, d)).faults()).isEmpty();
    }
    assertThat(check(true)).isEmpty();
  }

  private static void assertTold(
      List<StoreFault> faults, StoreFault.Kind kind, ObjectId... objects) {
    assertThat(faults).isNotEmpty();
    for (ObjectId object : objects) {
      assertThat(faults)
          .anySatisfy(fault -> {
            assertThat(fault.kind()).isEqualTo(kind);
            assertThat(fault.object()).isEqualTo(object);
            assertThat(fault.toString()).contains(object.toString());
          });
    }
  }

  private static RawObject object(Metadata metadata, ObjectId id)
      throws MetadataException, DamagedRecordException {
    byte[] record = metadata.get(Family.OBJECT, Keys.object(GROUP, id));
    assertThat(record).isNotNull();
    return RawFormat.decodeObject(record == null ? new byte[0] : record);
  }

  private static void put(Metadata metadata, ObjectId id, RawObject object)
      throws MetadataException {
    metadata.put(Family.OBJECT, Keys.object(GROUP, id), RawFormat.encode(object));
  }

  @Test
  void aSoundStoreHasNothingToRepair() throws StoreException {
    fill();
    assertThat(check(true)).isEmpty();
    assertRepaired();
  }

  @Test
  void anObjectWhoseRecordIsLostIsDamagedAndNotGone()
      throws StoreException, MetadataException, DamagedRecordException, IOException {
    fill();
    spoil(
        metadata -> metadata.put(Family.OBJECT, Keys.object(GROUP, SMALL), new byte[] {1, 99, 99}));
    assertTold(check(false), StoreFault.Kind.UNREADABLE, SMALL);
    assertThatThrownBy(() -> RawStore.open(store(), CONFIG, IDENTITY, loop))
        .isInstanceOf(StoreException.class);
    assertRepaired(SMALL);
    assertThat(Files.readString(store().resolve("set-aside"))).contains("016363");
  }

  @Test
  void furtherBlocksThatAreLostDamageTheirObject()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata ->
        metadata.put(
            Family.BLOCKS, Keys.blocks(object(metadata, CLONE).number(), 1), new byte[] {7}));
    List<StoreFault> faults = check(false);
    assertTold(faults, StoreFault.Kind.UNREADABLE, CLONE);
    assertRepaired(CLONE);
  }

  @Test
  void recordsOfAnObjectThatIsGoneAreDeleted()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> metadata.delete(Family.OBJECT, Keys.object(GROUP, CLONE)));
    assertThat(check(false)).anyMatch(fault -> fault.kind() == StoreFault.Kind.ORPHAN);
    model.apply(Transaction.of(new StoreOp.Remove(GROUP, CLONE)));
    assertRepaired();
  }

  @Test
  void bothOwnersOfABlockAreDamaged()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      RawObject victim = object(metadata, OTHER);
      victim.head().set(1, object(metadata, SMALL).head().place(0), 4711);
      put(metadata, OTHER, victim);
    });
    assertTold(check(false), StoreFault.Kind.OWNERS, SMALL, OTHER);
    assertRepaired(SMALL, OTHER);
  }

  @Test
  void blocksThatAreSharedWithoutANoteAreDamaged()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> metadata.deleteRange(Family.SHARED, new byte[0], null));
    assertTold(check(false), StoreFault.Kind.OWNERS, LARGE, CLONE);
    assertRepaired(LARGE, CLONE);
  }

  @Test
  void ownersThatAreNotThereAreForgotten()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      long place = object(metadata, SMALL).head().place(0);
      byte[] key = Keys.page(place / RawBlocks.MAX);
      byte[] before = metadata.get(Family.SHARED, key);
      List<Integer> others =
          new ArrayList<>(before == null ? List.of() : RawRecords.SHARES.decode(before).others());
      while (others.size() <= place % RawBlocks.MAX) {
        others.add(0);
      }
      others.set((int) (place % RawBlocks.MAX), 2);
      metadata.put(Family.SHARED, key, RawRecords.SHARES.toBytes(new RawShares(others)));
    });
    assertThat(check(false))
        .singleElement()
        .matches(fault -> fault.kind() == StoreFault.Kind.SPACE);
    assertRepaired();
  }

  @Test
  void blocksThatTheDeviceHasNotDamageTheirObject()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      RawObject victim = object(metadata, OTHER);
      victim.head().set(1, 1L << 40, 1);
      put(metadata, OTHER, victim);
    });
    assertTold(check(false), StoreFault.Kind.BOUNDS, OTHER);
    assertRepaired(OTHER);
  }

  @Test
  void objectsThatEndBeforeTheirBlocksAreDamaged()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      for (ObjectId id : List.of(OTHER, CLONE)) {
        RawObject was = object(metadata, id);
        put(
            metadata,
            id,
            new RawObject(was.number(), 5000, was.hasMap(), was.attributes(), was.head(), ""));
      }
    });
    assertTold(check(false), StoreFault.Kind.BOUNDS, OTHER, CLONE);
    assertRepaired(OTHER, CLONE);
  }

  @Test
  void objectsOfOneNumberAreDamaged()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      RawObject was = object(metadata, OTHER);
      long taken = object(metadata, LARGE).number();
      put(
          metadata,
          OTHER,
          new RawObject(taken, was.size(), false, was.attributes(), was.head(), ""));
    });
    assertTold(check(false), StoreFault.Kind.OWNERS, OTHER, LARGE);
    assertRepaired(OTHER, LARGE);
  }

  @Test
  void aMapThatAnObjectDeniesDamagesIt()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      RawObject was = object(metadata, OTHER);
      put(
          metadata,
          OTHER,
          new RawObject(was.number(), was.size(), false, was.attributes(), was.head(), ""));
    });
    assertTold(check(false), StoreFault.Kind.ORPHAN, OTHER);
    assertRepaired(OTHER);
  }

  @Test
  void aCollectionThatIsNotInTheListIsNotedAgain()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> metadata.delete(Family.COLLECTION, Keys.collection(GROUP)));
    assertThat(check(false))
        .singleElement()
        .matches(
            fault -> GROUP.equals(fault.collection()) && fault.kind() == StoreFault.Kind.ORPHAN);
    assertRepaired();
  }

  @Test
  void keysThatNameNothingArePutAside()
      throws StoreException, MetadataException, DamagedRecordException {
    fill();
    spoil(metadata -> {
      byte[] rubbish = {9, 9, 9};
      for (Family family :
          List.of(Family.OBJECT, Family.COLLECTION, Family.META, Family.MAP, Family.BLOCKS)) {
        metadata.put(family, rubbish, rubbish);
      }
    });
    assertThat(check(false)).hasSize(5).allMatch(f -> f.kind() == StoreFault.Kind.UNREADABLE);
    assertRepaired();
  }

  @Test
  void bytesThatAreNotWhatWasWrittenAreFoundByReading() throws Exception {
    fill();
    List<Long> places = new ArrayList<>();
    spoil(metadata -> places.add(object(metadata, OTHER).head().place(1)));
    try (FileChannel file = FileChannel.open(store().resolve("block"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), places.getFirst() * 4096 + 100);
    }
    assertThat(check(false)).isEmpty();
    List<StoreFault> faults = check(true);
    assertThat(faults).hasSize(1);
    assertTold(faults, StoreFault.Kind.DATA, OTHER);
    repair();
    assertTold(check(true), StoreFault.Kind.DATA, OTHER);
  }

  /** As after a power failure: the last commits are only in the log. */
  private void crashAfter(StoreOp... ops) throws StoreException, IOException {
    Path lost = directory.resolve("lost");
    Files.move(store(), lost);
    try (RawStore store = RawStore.open(lost, CONFIG, IDENTITY, loop)) {
      commit(store, ops);
      try (Stream<Path> files = Files.walk(lost)) {
        for (Path file : files.toList()) {
          Files.copy(file, store().resolve(lost.relativize(file).toString()));
        }
      }
    }
    model.apply(Transaction.of(ops));
  }

  @Test
  void whatOnlyTheLogHasIsNotWrittenOver()
      throws StoreException, IOException, MetadataException, DamagedRecordException {
    fill();
    byte[] bytes = new byte[100 * 4096];
    new Random64(6).nextBytes(bytes);
    ObjectId late = new ObjectId(9, "late");
    crashAfter(new StoreOp.Write(GROUP, late, 0, Payload.wrap(bytes)));
    spoil(metadata -> {
      RawObject victim = object(metadata, OTHER);
      victim.head().set(1, object(metadata, SMALL).head().place(0), 4711);
      put(metadata, OTHER, victim);
    });
    List<StoreFault> faults = check(false);
    assertTold(faults, StoreFault.Kind.OWNERS, SMALL, OTHER);
    assertThat(faults).anyMatch(fault -> fault.kind() == StoreFault.Kind.LOG);
    assertRepaired(SMALL, OTHER);
  }

  @Test
  void aStoreInUseIsLeftAlone() throws StoreException {
    fill();
    try (RawStore store = RawStore.open(store(), CONFIG, IDENTITY, loop)) {
      assertThat(store.describe()).isNotEmpty();
      assertThatThrownBy(() -> OfflineStore.open(store()))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in use");
    }
  }

  @Test
  void countsWhatIsThere() throws StoreException {
    fill();
    try (OfflineStore offline = OfflineStore.open(store())) {
      StoreStats stats = offline.stats();
      assertThat(stats.total().objects()).isEqualTo(4);
      assertThat(stats.total().bytes()).isEqualTo(2 * 700_000 + 2 * 10_000);
      assertThat(stats.blocks().capacity()).isEqualTo(4096);
      assertThat(stats.blocks().owned()).isEqualTo(171 + 1 + 3 + 3);
      assertThat(stats.blocks().shared()).isEqualTo(170);
      assertThat(stats.total().blocks()).isEqualTo(2 * 171 + 6);
      assertThat(stats.runs().blocks()).isEqualTo(stats.total().blocks());
      assertThat(stats.damaged()).isZero();
      assertThat(new TreeMap<>(stats.collections())).containsOnlyKeys(CollectionId.DAEMON, GROUP);
      assertThat(stats.total().maps().entries()).isEqualTo(4);
      assertThat(stats.total().meta().entries()).isEqualTo(1);
    }
  }
}
