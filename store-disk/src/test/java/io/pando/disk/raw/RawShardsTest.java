package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pando.disk.ShardFolders;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stores of a daemon's shards, some of which are in a wrong state. */
final class RawShardsTest extends StoreConversation {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  private static final OsdId OSD = new OsdId(3);
  private static final long CAPACITY = 12 << 20;

  @TempDir Path directory = Path.of("set by JUnit");

  private RawStoreConfig config = RawStoreConfig.DEFAULT.withCapacityBytes(CAPACITY);

  private List<RawStore> open() throws StoreException {
    return RawShards.open(directory, config, CLUSTER, OSD, List.of(loop, loop));
  }

  private Path shard(int shard) {
    return directory.resolve("shard-" + shard);
  }

  /** Opens the stores, writes to each, and closes them. */
  private void fill() throws StoreException {
    List<RawStore> stores = open();
    assertThat(stores).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(stores.get(i).usage().capacityBytes()).isEqualTo(CAPACITY / 2);
      commit(
          stores.get(i),
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Touch(GROUP, new ObjectId(i, "o")));
    }
    ShardFolders.close(stores);
  }

  private void assertHas(List<RawStore> stores, int shard, boolean has) {
    boolean there = !this.<List<CollectionId>>await(stores.get(shard)::collections).isEmpty();
    assertThat(there).isEqualTo(has);
    if (has) {
      assertThat(read(stores.get(shard), GROUP, new ObjectId(shard, "o"), ObjectQuery.STAT))
          .isInstanceOf(ReadOutcome.Found.class);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void whatWasNeverFormattedIs() throws StoreException, IOException {
    fill();
    remove(shard(1));
    Files.createDirectories(shard(1));
    List<RawStore> stores = open();
    assertHas(stores, 0, true);
    assertHas(stores, 1, false);
    ShardFolders.close(stores);
  }

  @Test
  void whatWasFormattedByHalfIsBegunAnew() throws StoreException, IOException {
    fill();
    Files.delete(shard(1).resolve("superblock"));
    Files.createFile(shard(1).resolve("formatting"));
    List<RawStore> stores = open();
    assertHas(stores, 0, true);
    assertHas(stores, 1, false);
    ShardFolders.close(stores);
    assertThat(Files.exists(shard(1).resolve("formatting"))).isFalse();
  }

  @Test
  void aStoreThatLostItsSuperblockIsNotWrittenOver() throws StoreException, IOException {
    fill();
    Files.delete(shard(1).resolve("superblock"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::open)
          .as("the others are closed again")
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("superblock is missing");
    }
    assertThat(Files.exists(shard(1).resolve("db"))).isTrue();
  }

  @Test
  void storesThatChangedPlacesAreRefused() throws StoreException, IOException {
    fill();
    Files.move(shard(0), directory.resolve("other"));
    Files.move(shard(1), shard(0));
    Files.move(directory.resolve("other"), shard(1));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(shard(0).toString())
          .hasMessageContaining("belongs to");
    }
    Files.move(shard(0), directory.resolve("other"));
    Files.move(shard(1), shard(0));
    Files.move(directory.resolve("other"), shard(1));
    ShardFolders.close(open());
  }

  /** No close waits for its threads, since the closing thread is interrupted. */
  @Test
  void allThatCannotBeClosedAreNamed() throws StoreException {
    List<RawStore> stores = open();
    Thread.currentThread().interrupt();
    Throwable told = catchThrowable(() -> ShardFolders.close(stores));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(told)
        .isInstanceOf(StoreException.class)
        .hasMessage(stores.get(0).describe() + ": interrupted while it was closed");
    assertThat(told.getSuppressed())
        .singleElement()
        .satisfies(other ->
            assertThat(other)
                .hasMessage(stores.get(1).describe() + ": interrupted while it was closed"));
    ShardFolders.close(stores);
  }

  @Test
  void eachHasItsPartOfALogElsewhere() throws StoreException {
    Path log = directory.resolve("log");
    config = config.withLog(log);
    fill();
    for (int i = 0; i < 2; i++) {
      assertThat(Files.isDirectory(log.resolve("shard-" + i))).isTrue();
    }
    List<RawStore> stores = open();
    assertHas(stores, 1, true);
    ShardFolders.close(stores);
  }
}
