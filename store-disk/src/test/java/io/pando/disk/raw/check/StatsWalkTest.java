package io.pando.disk.raw.check;

import static io.pando.disk.raw.check.StoreRecords.HERE;
import static io.pando.disk.raw.check.StoreRecords.at;
import static io.pando.disk.raw.check.StoreRecords.damaged;
import static io.pando.disk.raw.check.StoreRecords.object;
import static io.pando.disk.raw.check.StoreRecords.packed;
import static io.pando.disk.raw.check.StoreRecords.unit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.store.CollectionId;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each count of a store's contents. */
class StatsWalkTest {
  private static final ObjectId A = new ObjectId(0, "a");
  private static final ObjectId B = new ObjectId(0, "b");
  private static final CollectionId OTHER = CollectionId.of(new PgId(new PoolId(3), 6));
  private static final long SPAN = 64 * 4096;

  private final StoreRecords store = new StoreRecords();

  private StoreStats stats() throws MetadataException {
    StoreStats stats = StatsWalk.run(store.metadata, 300);
    assertThat(store.metadata.openWalks()).isZero();
    return stats;
  }

  private static StoreStats.Content content(long objects, long bytes, long blocks) {
    return new StoreStats.Content(
        objects, bytes, blocks, StoreStats.Size.NONE, StoreStats.Size.NONE);
  }

  @AfterEach
  void allWalksAreClosed() {
    assertThat(store.metadata.openWalks()).isZero();
  }

  @Test
  void anEmptyStore() throws MetadataException {
    StoreStats stats = stats();
    assertThat(stats.blocks().capacity()).isEqualTo(300);
    assertThat(stats.blocks().owned()).isZero();
    assertThat(stats.runs().free()).isEqualTo(1);
    assertThat(stats.runs().largestFree()).isEqualTo(300);
    assertThat(stats.runs().count()).isZero();
    assertThat(stats.packed()).isEqualTo(StoreStats.Packed.NONE);
    assertThat(stats.collections()).isEqualTo(Map.of(HERE, StoreStats.Content.NONE));
    assertThat(stats.families().get(Family.COLLECTION)).isEqualTo(new StoreStats.Size(1, 9));
    assertThat(stats.families()).hasSize(Family.values().length);
  }

  @Test
  void objectsWithTheirBlocksAndRuns() throws MetadataException {
    store.put(A, object(1, SPAN + 5, at(4, 5, RawBlocks.HOLE, 6, 8, 300, 301)));
    store.put(1, 1, at(9, 10));
    store.put(B, object(2, 4096, at(5)));
    StoreStats stats = stats();
    assertThat(stats.blocks().owned()).isEqualTo(6);
    assertThat(stats.blocks().shared()).isEqualTo(1);
    assertThat(stats.runs().count()).as("4-5, 6, 8, 9-10, 5").isEqualTo(5);
    assertThat(stats.runs().blocks()).isEqualTo(7);
    assertThat(stats.runs().free()).as("0-3, 7, 11-299").isEqualTo(3);
    assertThat(stats.runs().largestFree()).isEqualTo(289);
    assertThat(stats.damaged()).isZero();
    assertThat(stats.collections()).isEqualTo(Map.of(HERE, content(2, SPAN + 5 + 4096, 7)));
    assertThat(stats.total()).isEqualTo(content(2, SPAN + 5 + 4096, 7));
    assertThat(stats.families().get(Family.BLOCKS))
        .isEqualTo(new StoreStats.Size(1, 12 + RawFormat.encode(at(9, 10)).length));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 299})
  void oneBlockThatIsOwned(int place) throws MetadataException {
    store.put(A, object(1, 4096, at(place)));
    assertThat(stats().runs().free()).isEqualTo(1);
    assertThat(stats().runs().largestFree()).isEqualTo(299);
  }

  @Test
  void runsBeginAtAnyPlace() throws MetadataException {
    store.put(A, object(1, 2 * 4096, at(0, 1)));
    assertThat(stats().runs().count()).isEqualTo(1);
    store.put(A, object(1, 4096, at(1)));
    assertThat(stats().runs().count()).isEqualTo(1);
    store.put(A, object(1, 3 * 4096, at(7, RawBlocks.HOLE, 0)));
    assertThat(stats().runs().count()).isEqualTo(2);
  }

  @Test
  void aFullDeviceHasNoFreeRuns() throws MetadataException {
    store.put(A, object(1, 2 * 4096, at(0, 1)));
    StoreStats stats = StatsWalk.run(store.metadata, 2);
    assertThat(stats.runs().free()).isZero();
    assertThat(stats.runs().largestFree()).isZero();
  }

  @Test
  void aKeyOfAMapIsTheNumberOfAnObjectAtLeast() throws MetadataException {
    store.put(A, object(7, 0, at()));
    store.metadata.put(Family.MAP, Keys.map(7), new byte[3]);
    store.metadata.put(Family.MAP, new byte[7], new byte[4]);
    StoreStats stats = stats();
    assertThat(stats.total().maps()).isEqualTo(new StoreStats.Size(1, 8 + 3));
    assertThat(stats.families().get(Family.MAP)).isEqualTo(new StoreStats.Size(2, 11 + 11));
  }

  @Test
  void blocksThatArePacked() throws MetadataException {
    RawBlocks head = packed(unit(0, 4, 9000, 20, 21, 400), unit(8, 2, 10, 22));
    head.set(1, 30, 7);
    head.set(2, 31, 7);
    store.put(A, object(1, 10 * 4096, head));
    store.put(B, object(2, SPAN + 4096 * 3, at()));
    store.put(2, 1, packed(unit(0, 3, 5000, 20, 23)));
    StoreStats stats = stats();
    assertThat(stats.packed()).isEqualTo(new StoreStats.Packed(3, 7, 6));
    assertThat(stats.blocks().owned()).isEqualTo(6);
    assertThat(stats.blocks().shared()).isEqualTo(1);
    assertThat(stats.runs().blocks()).isEqualTo(7);
    assertThat(stats.runs().count()).as("of each unit as many as it has, and 30-31").isEqualTo(7);
    assertThat(stats.total().blocks()).isEqualTo(7);
  }

  @Test
  void mapsAndRecordsOfCollectionsAreCountedWhereTheyBelong() throws MetadataException {
    store.put(A, object(7, 10, at()));
    byte[] other = Keys.object(OTHER, B);
    store.metadata.put(Family.OBJECT, other, RawFormat.encode(object(8, 20, at(1))));
    store.metadata.put(
        Family.OBJECT, Keys.object(CollectionId.DAEMON, B), RawFormat.encode(object(9, 30, at())));
    store.metadata.put(Family.MAP, Keys.append(Keys.map(7), "ab"), new byte[3]);
    store.metadata.put(Family.MAP, Keys.append(Keys.map(8), "abc"), new byte[4]);
    store.metadata.put(Family.MAP, Keys.append(Keys.map(8), "abd"), new byte[4]);
    store.metadata.put(Family.MAP, Keys.append(Keys.map(6), "nobody"), new byte[4]);
    store.metadata.put(Family.MAP, new byte[] {1}, new byte[4]);
    store.metadata.put(Family.BLOCKS, Keys.blocks(8, 1), RawFormat.encode(at(2)));
    store.metadata.put(Family.BLOCKS, Keys.blocks(6, 1), RawFormat.encode(at(3)));
    store.metadata.put(Family.META, Keys.append(Keys.collection(HERE), "k"), new byte[5]);
    store.metadata.put(Family.META, new byte[] {9}, new byte[5]);
    StoreStats stats = stats();
    StoreStats.Size one = new StoreStats.Size(1, 8 + 2 + 3);
    StoreStats.Size two = new StoreStats.Size(2, 2 * (8 + 3 + 4));
    assertThat(stats.collections())
        .isEqualTo(
            Map.of(
                HERE,
                new StoreStats.Content(1, 10, 0, one, new StoreStats.Size(1, 9 + 1 + 5)),
                OTHER,
                new StoreStats.Content(1, 20, 2, two, StoreStats.Size.NONE),
                CollectionId.DAEMON,
                content(1, 30, 0)));
    assertThat(stats.families().get(Family.MAP))
        .isEqualTo(new StoreStats.Size(5, 13 + 30 + 18 + 5));
    assertThat(stats.blocks().owned()).isEqualTo(3);
    assertThat(stats.total().maps()).isEqualTo(new StoreStats.Size(3, 43));
  }

  @Test
  void whatCannotBeReadIsPassedOver() throws MetadataException {
    store.put(A, damaged(object(1, 10, at(4)), "torn"));
    store.metadata.put(Family.OBJECT, Keys.object(HERE, B), new byte[] {1, 99});
    store.metadata.put(Family.OBJECT, new byte[] {9}, new byte[0]);
    store.metadata.put(Family.BLOCKS, Keys.blocks(1, 1), new byte[] {77});
    store.put(new ObjectId(0, "c"), object(0, 5, at(6)));
    StoreStats stats = stats();
    assertThat(stats.damaged()).isEqualTo(4);
    assertThat(stats.collections()).isEqualTo(Map.of(HERE, content(3, 15, 2)));
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void aWalkThatBreaksOffIsNoResult(Family family) {
    store.metadata.breakOff(family, 0);
    assertThatThrownBy(this::stats).isInstanceOf(MetadataException.class);
  }
}
