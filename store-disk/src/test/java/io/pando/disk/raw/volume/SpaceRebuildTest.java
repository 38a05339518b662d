package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.collect.Utf8Order;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawShares;
import io.pando.disk.serve.CheckReport;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Free blocks found from the records, compared with the allocator's state. */
class SpaceRebuildTest {
  private static final int BLOCKS = 200;

  private final HeapMetadata metadata = new HeapMetadata();
  private final BlockDevice device = new FaultyMedium(new Random64(1)).device(BLOCKS);

  private void put(String name, long number, long size, long... places) {
    RawBlocks head = new RawBlocks();
    for (int i = 0; i < places.length; i++) {
      head.set(i, places[i], 0);
    }
    metadata.put(
        Family.OBJECT,
        Keys.object(CollectionId.DAEMON, new ObjectId(0, name)),
        RawFormat.encode(
            new RawObject(number, size, false, new TreeMap<>(Utf8Order.INSTANCE), head, "")));
  }

  private void putBlocks(long number, int index, long place) {
    RawBlocks blocks = new RawBlocks();
    blocks.set(0, place, 0);
    metadata.put(Family.BLOCKS, Keys.blocks(number, index), RawFormat.encode(blocks));
  }

  private SpaceRebuild rebuild() throws Exception {
    SpaceRebuild rebuild = SpaceRebuild.of(metadata, device);
    assertThat(metadata.openWalks()).isZero();
    return rebuild;
  }

  private static List<Long> used(FreeSpace free) {
    List<Long> used = new ArrayList<>();
    for (long block = 0; block < BLOCKS; block++) {
      if (free.isUsed(block)) {
        used.add(block);
      }
    }
    return used;
  }

  @AfterEach
  void allWalksAreClosed() {
    assertThat(metadata.openWalks()).isZero();
  }

  @Test
  void whatRecordsNameIsUsed() throws Exception {
    assertThat(rebuild().nextNumber()).isEqualTo(1);
    put("a", 9, 3 * 4096, 0, 64, 65);
    put("b", 4, 65 * 4096, 7);
    putBlocks(4, 1, 199);
    SpaceRebuild rebuild = rebuild();
    assertThat(used(rebuild.free())).containsExactly(0L, 7L, 64L, 65L, 199L);
    assertThat(rebuild.nextNumber()).isEqualTo(10);
    assertThat(rebuild.shared().isShared(64)).isFalse();
    metadata.put(Family.SHARED, Keys.page(0), shares(7));
    put("c", 5, 4096, 7);
    assertThat(rebuild().shared().others(7)).isEqualTo(1);
    assertThat(rebuild().free().occupied()).isEqualTo(5);
  }

  private static byte[] shares(int block) {
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < block; i++) {
      others.add(0);
    }
    others.add(1);
    return RawRecords.SHARES.toBytes(new RawShares(others));
  }

  @Test
  void recordsThatContradictEachOtherAreTold() throws Exception {
    put("a", 1, 4096, 200);
    assertThatThrownBy(this::rebuild)
        .isInstanceOf(DamagedRecordException.class)
        .hasMessage("block 200 of the data does not exist");
    put("a", 1, 4096, 5);
    put("b", 2, 4096, 5);
    assertThatThrownBy(this::rebuild)
        .hasMessage("block 5 of the data is recorded with 1 owners, but has 2");
    metadata.put(Family.SHARED, Keys.page(0), shares(5));
    put("b", 2, 4096, 6);
    assertThatThrownBy(this::rebuild)
        .hasMessage("block 5 of the data is recorded with 2 owners, but has one or none");
    metadata.delete(Family.SHARED, Keys.page(0));
    byte[] key = Keys.object(CollectionId.DAEMON, new ObjectId(0, "c"));
    metadata.put(Family.OBJECT, key, new byte[] {99});
    assertThatThrownBy(this::rebuild)
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageStartingWith("record 000000000063: ");
    metadata.delete(Family.OBJECT, key);
    metadata.put(Family.BLOCKS, Keys.blocks(1, 1), new byte[] {99});
    assertThatThrownBy(this::rebuild).isInstanceOf(DamagedRecordException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Family.class,
      names = {"OBJECT", "BLOCKS", "SHARED"})
  void aWalkThatBreaksOffIsNoResult(Family family) {
    metadata.breakOff(family, 0);
    assertThatThrownBy(this::rebuild).isInstanceOf(MetadataException.class);
  }

  @Test
  void aCheckComparesWhatTheAllocatorBelieves() throws Exception {
    metadata.put(Family.COLLECTION, Keys.collection(CollectionId.DAEMON), new byte[0]);
    put("a", 1, 2 * 4096, 5, 199);
    FreeSpace free = rebuild().free();
    CheckReport report = VolumeCheck.run(metadata, free, device, false);
    assertThat(report).isEqualTo(new CheckReport(1, 2, List.of()));
    assertThat(free.claimAllotted(0)).isTrue();
    assertThat(VolumeCheck.run(metadata, free, device, false).faults()).isEmpty();
    free.claim(7);
    free.claim(64);
    assertThat(VolumeCheck.run(metadata, free, device, false).faults())
        .containsExactly(
            "block 0 at byte 0 is marked used but has no owner",
            "block 7 at byte 28672 is marked used but has no owner",
            "block 64 at byte 262144 is marked used but has no owner");
    FreeSpace empty = new FreeSpace(BLOCKS);
    empty.claim(199);
    assertThat(VolumeCheck.run(metadata, empty, device, false).faults())
        .containsExactly("block 5 has an owner, but is free for the allocator");
    CheckReport read = VolumeCheck.run(metadata, rebuild().free(), device, true);
    assertThat(read.faults()).hasSize(2).first().asString().startsWith("object 00000000:a of ");
  }

  @Test
  void atMostAThousandFaultsAreKept() throws Exception {
    FreeSpace free = new FreeSpace(2000);
    for (int i = 0; i < 1001; i++) {
      free.claim(i);
    }
    BlockDevice large = new FaultyMedium(new Random64(1)).device(2000);
    List<String> faults = VolumeCheck.run(metadata, free, large, false).faults();
    assertThat(faults).hasSize(1000);
    assertThat(faults.getLast()).startsWith("block 999 ");
  }
}
