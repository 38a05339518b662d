package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawShares;
import io.pando.format.DamagedRecordException;
import io.pando.random.Random64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedBlocksTest {
  private static final int BLOCKS = 200;

  private final HeapMetadata metadata = new HeapMetadata();

  @AfterEach
  void allWalksAreClosed() {
    assertThat(metadata.openWalks()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void countsAsAMapAndStoresWhatChanged(long seed) throws Exception {
    Random64 random = new Random64(seed);
    SharedBlocks shared = new SharedBlocks();
    Map<Long, Integer> model = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      long block = random.nextInt(3) * 64L + random.nextInt(3) * 31L;
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          shared.add(block);
          model.merge(block, 1, Integer::sum);
        }
        case 3, 4, 5, 6 -> {
          assertThat(shared.remove(block)).isEqualTo(model.containsKey(block));
          model.computeIfPresent(block, (_, count) -> count == 1 ? null : count - 1);
        }
        default -> {
          shared.store(metadata);
          shared.endBatch();
          assertCounts(SharedBlocks.load(metadata), model);
        }
      }
      assertCounts(shared, model);
    }
    assertThat(model).isNotEmpty();
  }

  private static void assertCounts(SharedBlocks shared, Map<Long, Integer> model) {
    Map<Long, Integer> counts = new TreeMap<>();
    for (long block = 0; block < BLOCKS; block++) {
      if (shared.others(block) > 0) {
        counts.put(block, shared.others(block));
      }
      assertThat(shared.isShared(block)).isEqualTo(shared.others(block) > 0);
    }
    assertThat(counts).isEqualTo(model);
  }

  /** A record ends with its last nonzero count, and a page without counts has no record. */
  @Test
  void storesPagesThatChangedAndNoOthers() throws Exception {
    SharedBlocks shared = new SharedBlocks();
    shared.add(64);
    shared.add(66);
    shared.add(66);
    shared.add(127);
    shared.add(128);
    shared.store(metadata);
    shared.endBatch();
    assertThat(record(0)).isNull();
    assertThat(record(2)).isEqualTo(List.of(1));
    List<Integer> second = record(1);
    assertThat(second).hasSize(64).startsWith(1, 0, 2).endsWith(0, 1);
    assertThat(shared.remove(127)).isTrue();
    metadata.delete(Family.SHARED, Keys.page(2));
    shared.store(metadata);
    assertThat(record(1)).isEqualTo(List.of(1, 0, 2));
    assertThat(record(2)).as("did not change").isNull();
    shared.endBatch();
    for (int i = 0; i < 2; i++) {
      assertThat(shared.remove(66)).isTrue();
    }
    assertThat(shared.remove(64)).isTrue();
    assertThat(shared.remove(64)).isFalse();
    assertThatThrownBy(shared::endBatch).isInstanceOf(Invariant.BrokenInvariant.class);
    shared.store(metadata);
    assertThat(record(1)).isNull();
  }

  @Test
  void aPageThatWasLoadedGoesWithItsLastCount() throws Exception {
    metadata.put(Family.SHARED, Keys.page(1), RawRecords.SHARES.toBytes(new RawShares(List.of(1))));
    SharedBlocks shared = SharedBlocks.load(metadata);
    assertThat(shared.remove(64)).isTrue();
    shared.store(metadata);
    assertThat(record(1)).isNull();
  }

  private @Nullable List<Integer> record(long page) throws Exception {
    byte[] record = metadata.get(Family.SHARED, Keys.page(page));
    return record == null ? null : RawRecords.SHARES.decode(record).others();
  }

  @Test
  void whatCannotBeLoadedIsTold() throws Exception {
    metadata.put(Family.SHARED, Keys.page(0), RawRecords.SHARES.toBytes(new RawShares(List.of(1))));
    metadata.breakOff(Family.SHARED, 1);
    assertThatThrownBy(() -> SharedBlocks.load(metadata)).isInstanceOf(MetadataException.class);
    metadata.mend();
    assertThat(SharedBlocks.load(metadata).others(0)).isEqualTo(1);
    metadata.put(Family.SHARED, Keys.page(1), new byte[] {99});
    assertThatThrownBy(() -> SharedBlocks.load(metadata))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageStartingWith("not a record of shared blocks: ");
  }

  @Test
  void tellsEachDifference() {
    SharedBlocks noted = new SharedBlocks();
    SharedBlocks counted = new SharedBlocks();
    assertThat(noted.differences(counted)).isEmpty();
    noted.add(5);
    counted.add(5);
    noted.add(64);
    noted.add(127);
    noted.add(127);
    counted.add(127);
    counted.add(128);
    counted.add(300);
    noted.add(300);
    assertThat(noted.differences(counted))
        .containsExactly(
            "block 64 of the data is recorded with 2 owners, but has one or none",
            "block 127 of the data is recorded with 3 owners, but has 2",
            "block 128 of the data is recorded with 1 owners, but has 2");
  }
}
