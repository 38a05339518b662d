package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.port.ObjectStore.Listing;
import io.pando.port.ObjectStore.Usage;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The volume's handling of records and of free device blocks. */
class RawVolumeTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final CollectionId THERE = CollectionId.of(new PgId(new PoolId(3), 5));
  private static final CollectionId ASIDE =
      CollectionId.aside(new ReplicaId(new PgId(new PoolId(3), 5), 1));
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId B = new ObjectId(2, "b");
  private static final long MIB = 256;
  private static final int BLOCKS = 60_000;

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final RecordingDevice device = new RecordingDevice(medium.device(BLOCKS));
  private final HeapMetadata metadata = new HeapMetadata();
  private RawVolume volume = open();
  private long sequence;

  private RawVolume open() {
    try {
      return RawVolume.open(metadata, device, 64 * BLOCK_BYTES, 1 << 20, Codecs.portable());
    } catch (IOException | MetadataException | DamagedRecordException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void makeACollection() throws Exception {
    take(new StoreOp.CreateCollection(HERE));
  }

  private void take(StoreOp... ops) throws Exception {
    for (StoreOp op : ops) {
      volume.apply(new RawTransaction(List.of(new RawStep.Take(op))));
    }
  }

  private void commit() throws Exception {
    volume.writeData();
    volume.flushData();
    volume.commit(++sequence, 9);
  }

  private static SortedMap<String, Payload> entries(String... keysAndValues) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], Payload.utf8(keysAndValues[i + 1]));
    }
    return entries;
  }

  private ReadOutcome read(CollectionId collection, ObjectId object) throws Exception {
    ObjectQuery.Page page = new ObjectQuery.Page(null, "", 100, 10_000);
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 10_000)), List.of(page), false);
    return volume.reader().read(collection, object, query);
  }

  private ObjectView view(CollectionId collection, ObjectId object) throws Exception {
    ReadOutcome outcome = read(collection, object);
    assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
    return ((ReadOutcome.Found) outcome).view();
  }

  private Map<String, Payload> map(ObjectId object) throws Exception {
    return view(HERE, object).maps().getFirst().entries();
  }

  private static StoreOp write(ObjectId object, int length) {
    return new StoreOp.Write(HERE, object, 0, Payload.wrap(new byte[length]));
  }

  @Test
  void mapsOfObjects() throws Exception {
    take(new StoreOp.RemoveMapKeys(HERE, A, List.of("k")));
    take(new StoreOp.RemoveMapRange(HERE, A, "", null));
    assertThat(map(A)).isEmpty();
    take(new StoreOp.PutMap(HERE, A, entries("a", "1", "b", "2", "c", "3", "d", "4")));
    take(new StoreOp.PutMap(HERE, B, entries("a", "9", "b", "9")));
    take(new StoreOp.RemoveMapKeys(HERE, A, List.of("b", "nothing")));
    assertThat(map(A)).isEqualTo(entries("a", "1", "c", "3", "d", "4"));
    take(new StoreOp.RemoveMapRange(HERE, A, "b", "d"));
    assertThat(map(A)).isEqualTo(entries("a", "1", "d", "4"));
    assertThat(map(B)).isEqualTo(entries("a", "9", "b", "9"));
    take(new StoreOp.Clone(HERE, B, new StoreOp.Origin(HERE, A)));
    assertThat(map(B)).isEqualTo(map(A));
    take(new StoreOp.Remove(HERE, A));
    assertThat(read(HERE, A)).isEqualTo(new ReadOutcome.Absent());
    commit();
    assertThat(metadata.count(Family.MAP)).isEqualTo(2);
    take(new StoreOp.Remove(HERE, B));
    commit();
    assertThat(metadata.count(Family.MAP)).isZero();
    assertThat(metadata.count(Family.OBJECT)).isZero();
  }

  /** The rest of the last block consists of zeros already. */
  @Test
  void onlyAnObjectThatBecomesShorterIsWrittenAgain() throws Exception {
    assertThat(volume.reserve(10)).isTrue();
    take(write(A, 5000));
    commit();
    for (long size : List.of(5000L, 5001L, 5001L)) {
      List<String> _ = device.asked();
      take(new StoreOp.Truncate(HERE, A, size));
      commit();
      assertThat(device.asked()).as("%d bytes", size).noneMatch(it -> it.startsWith("write"));
      assertThat(view(HERE, A).size()).isEqualTo(size);
    }
    List<String> _ = device.asked();
    take(new StoreOp.Truncate(HERE, A, 5000));
    commit();
    assertThat(device.asked()).filteredOn(it -> it.startsWith("write")).hasSize(1);
    assertThat(view(HERE, A).size()).isEqualTo(5000);
  }

  @Test
  void whatIsDroppedBeforeTheBatchEndsReachesNoRecord() throws Exception {
    assertThat(volume.reserve(100)).isTrue();
    take(new StoreOp.CreateCollection(ASIDE), write(A, 70 * BLOCK_BYTES));
    commit();
    StoreOp.Origin from = new StoreOp.Origin(HERE, A);
    StoreOp keep = new StoreOp.CloneRange(ASIDE, B, from, new ByteRange(66 * BLOCK_BYTES, 5000));
    take(keep, new StoreOp.Remove(ASIDE, B));
    volume.writeData();
    assertThat(metadata.hasChanges()).isFalse();
    commit();
    for (int times = 0; times < 2; times++) {
      take(keep);
      commit();
      assertThat(metadata.count(Family.OBJECT)).isEqualTo(2);
      assertThat(metadata.count(Family.SHARED)).isEqualTo(1);
      take(new StoreOp.Remove(ASIDE, B), keep);
      commit();
      volume = open();
      assertThat(view(ASIDE, B).size()).isEqualTo(66 * BLOCK_BYTES + 5000);
      assertThat(volume.reserve(100)).isTrue();
      take(new StoreOp.Remove(ASIDE, B));
      commit();
      assertThat(metadata.count(Family.OBJECT)).isEqualTo(1);
      assertThat(metadata.count(Family.BLOCKS)).isEqualTo(1);
      assertThat(metadata.count(Family.SHARED)).isZero();
      assertThat(volume.check(true).faults()).isEmpty();
    }
  }

  @Test
  void damageOfAnObjectIsPassedOnWithARange() throws Exception {
    take(new StoreOp.CreateCollection(ASIDE));
    volume.markDamaged(HERE, A, "torn");
    StoreOp.Origin from = new StoreOp.Origin(HERE, A);
    take(new StoreOp.CloneRange(ASIDE, B, from, new ByteRange(0, 4096)));
    assertThat(read(ASIDE, B)).isInstanceOf(ReadOutcome.Damaged.class);
  }

  @Test
  void attributesAndDamageAreCloned() throws Exception {
    assertThat(volume.reserve(10)).isTrue();
    take(
        write(A, 5000),
        new StoreOp.PutAttributes(HERE, A, entries("x", "1", "y", "2")),
        new StoreOp.RemoveAttributes(HERE, A, List.of("x", "z")),
        new StoreOp.PutMap(HERE, B, entries("old", "1")),
        new StoreOp.PutAttributes(HERE, B, entries("old", "1")),
        new StoreOp.Clone(HERE, B, new StoreOp.Origin(HERE, A)));
    ObjectView clone = view(HERE, B);
    assertThat(clone).isEqualTo(view(HERE, A));
    assertThat(clone.attributes()).isEqualTo(entries("y", "2"));
    assertThat(clone.maps().getFirst().entries()).isEmpty();
    take(
        new StoreOp.Clone(HERE, B, new StoreOp.Origin(HERE, new ObjectId(9, "nobody"))),
        new StoreOp.Clone(HERE, A, new StoreOp.Origin(HERE, A)));
    assertThat(view(HERE, B)).isEqualTo(clone);
    volume.markDamaged(HERE, A, "torn");
    take(new StoreOp.Clone(HERE, B, new StoreOp.Origin(HERE, A)), new StoreOp.Remove(HERE, A));
    assertThat(read(HERE, B))
        .isEqualTo(new ReadOutcome.Damaged("object " + B + " of daemon: marked as damaged: torn"));
    volume.markDamaged(HERE, A, "new");
    commit();
    volume = open();
    assertThat(read(HERE, A)).isInstanceOf(ReadOutcome.Damaged.class);
  }

  @Test
  void collectionsHaveRecordsOfTheirOwn() throws Exception {
    take(new StoreOp.CreateCollection(THERE));
    assertThat(volume.collections()).containsExactly(HERE, THERE);
    take(new StoreOp.PutMeta(THERE, entries("a", "1", "b", "2", "c", "3")));
    take(new StoreOp.PutMeta(HERE, entries("a", "9")));
    take(new StoreOp.RemoveMeta(THERE, "b", "c"));
    assertThat(volume.reader().readMeta(THERE, "", null)).isEqualTo(entries("a", "1", "c", "3"));
    assertThat(volume.reader().readMeta(THERE, "b", null)).isEqualTo(entries("c", "3"));
    assertThat(volume.reader().readMeta(THERE, "a", "c")).isEqualTo(entries("a", "1"));
    volume.reserve(10);
    take(
        new StoreOp.Write(THERE, A, 0, Payload.wrap(new byte[9])),
        new StoreOp.PutMap(THERE, A, entries("k", "v")));
    take(new StoreOp.RemoveCollection(THERE));
    commit();
    assertThat(volume.collections()).containsExactly(HERE);
    assertThat(metadata.count(Family.META)).isEqualTo(1);
    assertThat(metadata.count(Family.MAP)).isZero();
    assertThat(metadata.count(Family.OBJECT)).isZero();
    assertThat(metadata.count(Family.COLLECTION)).isEqualTo(1);
    assertThatThrownBy(() -> read(THERE, A)).isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> volume.reader().readMeta(THERE, "", null))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> volume.reader().list(THERE, null, 1))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(
            () -> volume.reader().listAttribute(THERE, List.of(PositionRange.ALL), null, 1, "a"))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> take(new StoreOp.Touch(THERE, A)))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> volume.markDamaged(THERE, A, "why"))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> take(new StoreOp.MoveObjects(HERE, THERE, PositionRange.ALL)))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() ->
            volume.apply(
                new RawTransaction(
                    List.of(new RawStep.Place(THERE, A, 0, List.of(RawStep.Run.of(1, 1)))))))
        .isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void objectsMoveWithAllThatTheyHave() throws Exception {
    take(new StoreOp.CreateCollection(THERE));
    assertThat(volume.reserve(10)).isTrue();
    take(write(A, 5000), new StoreOp.PutMap(HERE, A, entries("k", "v")));
    ObjectView before = view(HERE, A);
    take(new StoreOp.MoveObjects(HERE, THERE, PositionRange.ALL));
    assertThat(read(HERE, A)).isEqualTo(new ReadOutcome.Absent());
    assertThat(view(THERE, A)).isEqualTo(before);
  }

  @Test
  void objectsAreListedWithAnAttribute() throws Exception {
    take(
        new StoreOp.PutAttributes(HERE, A, entries("x", "1")),
        new StoreOp.PutAttributes(HERE, B, entries("y", "2")));
    ObjectId third = new ObjectId(1, "c");
    take(new StoreOp.PutAttributes(HERE, third, entries("x", "3")));
    volume.markDamaged(HERE, third, "torn");
    Listing all = volume.reader().list(HERE, null, 3);
    assertThat(all.objects()).containsExactly(B, A, third);
    assertThat(all.more()).isFalse();
    assertThat(volume.reader().list(HERE, B, 1).objects()).containsExactly(A);
    assertThat(volume.reader().list(HERE, B, 1).more()).isTrue();
    metadata.put(Family.OBJECT, Keys.object(HERE, new ObjectId(3, "d")), new byte[] {99});
    AttributeListing with =
        volume.reader().listAttribute(HERE, List.of(PositionRange.ALL), null, 10, "x");
    assertThat(with.entries())
        .containsExactly(
            new AttributeListing.Entry(B, null),
            new AttributeListing.Entry(A, Payload.utf8("1")),
            new AttributeListing.Entry(third, null),
            new AttributeListing.Entry(new ObjectId(3, "d"), null));
    assertThat(with.more()).isFalse();
  }

  @Test
  void blocksArePromisedAsFarAsTheyAreAvailable() throws Exception {
    assertThat(volume.reserve(10)).isTrue();
    assertThat(volume.availableBlocks()).isEqualTo(1024);
    assertThat(volume.allot(0)).isEmpty();
    assertThat(volume.allot(5)).containsExactly(new GrantedExtent(0, 5));
    assertThat(volume.allot(2)).containsExactly(new GrantedExtent(5, 2));
    volume.giveBack(new GrantedExtent(1, 2));
    assertThat(volume.availableBlocks()).isEqualTo(1019);
    assertThat(volume.allot(2000))
        .containsExactly(new GrantedExtent(7, 1017), new GrantedExtent(1, 2));
    assertThat(volume.allot(1)).isEmpty();
    assertThat(volume.reservePromised(BLOCKS + 1)).isFalse();
    assertThat(volume.reservePromised(1)).isTrue();
    assertThat(volume.availableBlocks()).isPositive();
  }

  @Test
  void whatTheLogNamesIsClaimedOnce() throws Exception {
    RawStep step =
        new RawStep.Place(
            HERE, A, 0, List.of(RawStep.Run.of(70, 1, 2), RawStep.Run.of(BLOCKS - 1L, 3)));
    volume.claim(step);
    assertThat(volume.freeBlocks()).isEqualTo(BLOCKS - 3);
    assertThatThrownBy(() -> volume.claim(step))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessage("block 70 of the data has two owners or does not exist");
    RawStep beyond = new RawStep.Place(HERE, A, 0, List.of(RawStep.Run.of(BLOCKS - 2L, 1, 2)));
    assertThatThrownBy(() -> volume.claim(beyond))
        .hasMessage("block 59999 of the data has two owners or does not exist");
    volume.apply(new RawTransaction(List.of(step)));
    assertThat(volume.usage().usedBytes()).isEqualTo(3 * BLOCK_BYTES);
    ReadOutcome outcome = volume.reader().read(HERE, A, ObjectQuery.STAT);
    assertThat(((ReadOutcome.Found) outcome).view().size()).isEqualTo(3 * BLOCK_BYTES);
  }

  @Test
  void theMarkTellsHowMuchIsReserved() throws Exception {
    assertThat(volume.reserve(10)).isTrue();
    commit();
    assertThat(metadata.committed()).isEqualTo(new Mark(1, 9, 1024));
    assertThat(volume.durable()).isEqualTo(new Mark(1, 9, 1024));
    assertThat(open().availableBlocks()).isEqualTo(1024);
  }

  private void writeAndRemove(int blocks) throws Exception {
    assertThat(volume.reserve(blocks)).isTrue();
    for (int left = blocks; left > 0; left -= Math.min(left, 64)) {
      take(
          new StoreOp.Write(
              HERE,
              A,
              (long) (blocks - left) * BLOCK_BYTES,
              Payload.wrap(new byte[Math.min(left, 64) * BLOCK_BYTES])));
    }
    commit();
    volume.recycle(sequence);
    take(new StoreOp.Remove(HERE, A));
  }

  @Test
  void sixtyFourMebibytesThatWaitAreMuch() throws Exception {
    writeAndRemove((int) (64 * MIB));
    assertThat(volume.holdsMuchBack()).isFalse();
    assertThat(volume.reserve(1)).isTrue();
    take(write(B, 1), new StoreOp.Remove(HERE, B));
    assertThat(volume.holdsMuchBack()).isTrue();
    commit();
    volume.recycle(sequence);
    assertThat(volume.holdsMuchBack()).isFalse();
  }

  /** A shared medium of 100 GiB with {@code usableMebibytes} MiB of usable space. */
  private void shared(long usableMebibytes) {
    device.space(new MediumSpace(100L << 30, usableMebibytes << 20));
  }

  @Test
  void eightMebibytesAreMuchOnAMediumThatIsShort() throws Exception {
    writeAndRemove((int) (8 * MIB + 1));
    shared(64);
    Usage _ = volume.look();
    assertThat(volume.holdsMuchBack()).isFalse();
    shared(63);
    Usage _ = volume.usage();
    assertThat(volume.holdsMuchBack()).isTrue();
    shared(64);
    volume.recycle(0);
    assertThat(volume.holdsMuchBack()).isFalse();
  }

  @Test
  void aMediumThatIsLowGetsBackAllButAPart() throws Exception {
    shared(1000);
    assertThat(volume.reserve(128 * MIB + 1)).isTrue();
    long limit = volume.availableBlocks();
    Usage _ = volume.look();
    assertThat(volume.announceUnwanted()).isFalse();
    shared(255);
    Usage _ = volume.look();
    assertThat(volume.hasAnnounced()).isFalse();
    assertThat(volume.announceUnwanted()).isTrue();
    assertThat(volume.hasAnnounced()).isTrue();
    assertThat(volume.announceUnwanted()).isFalse();
    assertThat(volume.availableBlocks()).isEqualTo(64 * MIB);
    device.asked();
    long given = 0;
    while (volume.hasAnnounced()) {
      volume.discard();
      List<String> asked = device.asked();
      assertThat(asked).hasSize(1);
      String[] parts = asked.getFirst().split(" ", -1);
      assertThat(parts[0] + parts[1]).isEqualTo("discard" + given);
      given += Long.parseLong(parts[2]);
    }
    assertThat(given).isEqualTo(limit - 64 * MIB);
    assertThat(volume.availableBlocks()).isEqualTo(64 * MIB);
    assertThat(volume.freeBlocks()).isEqualTo(BLOCKS);
    volume.discard();
    assertThat(device.asked()).isEmpty();
    Usage usage = volume.usage();
    assertThat(usage.usedBytes()).isEqualTo(usage.capacityBytes() - 64 * MIB * BLOCK_BYTES);
  }

  @Test
  void whatIsNotMuchIsKept() throws Exception {
    shared(1000);
    free(128 * MIB);
    shared(255);
    Usage _ = volume.look();
    assertThat(volume.announceUnwanted()).isFalse();
    shared(63);
    Usage _ = volume.look();
    assertThat(volume.announceUnwanted()).isTrue();
    assertThat(volume.availableBlocks()).isEqualTo(8 * MIB);
  }

  /** Makes exactly {@code blocks} blocks available. */
  private void free(long blocks) throws Exception {
    assertThat(volume.reserve(blocks)).isTrue();
    for (GrantedExtent _ : volume.allot(volume.availableBlocks() - blocks)) {
      assertThat(volume.availableBlocks()).isEqualTo(blocks);
    }
  }

  @Test
  void whatTheMediumDoesNotTakeBackStaysFree() throws Exception {
    assertThat(volume.reserve(1000)).isTrue();
    device.discards(false);
    take(new StoreOp.CreateCollection(THERE));
    take(new StoreOp.Write(THERE, A, 0, Payload.wrap(new byte[3 * BLOCK_BYTES])));
    take(new StoreOp.RemoveCollection(THERE));
    commit();
    long available = volume.availableBlocks();
    volume.recycle(sequence);
    assertThat(volume.availableBlocks()).isEqualTo(available + 3);
    assertThat(volume.announceUnwanted()).isTrue();
    assertThat(volume.availableBlocks()).isEqualTo(available);
    device.asked();
    volume.discard();
    assertThat(device.asked()).containsExactly("discard 0 3");
    assertThat(volume.availableBlocks()).isEqualTo(available + 3);
    assertThat(volume.hasAnnounced()).isFalse();
  }

  @Test
  void bareBlocksAreLearntFromTheMedium() throws Exception {
    assertThat(volume.reserve(1000)).isTrue();
    long limit = volume.availableBlocks();
    device.unreserved(600);
    volume.learnBare();
    assertThat(volume.availableBlocks()).isEqualTo(600);
    assertThat(volume.freeBlocks()).isEqualTo(BLOCKS);
    device.asked();
    assertThat(volume.reserve(601)).isTrue();
    assertThat(device.asked()).containsExactly("reserve 600 128");
    volume.growTowards(limit);
    assertThat(device.asked()).hasSize(1);
  }
}
