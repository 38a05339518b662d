package io.pando.disk.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.GoldenBytes;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The keys of the metadata, and the mark. */
class GoldenKeysTest {
  private static final CollectionId GROUP = CollectionId.of(new PgId(new PoolId(3), 5));
  private static final CollectionId AT_POSITION =
      CollectionId.of(new ReplicaId(new PgId(new PoolId(3), 5), 2));
  private static final CollectionId ASIDE =
      CollectionId.aside(new ReplicaId(new PgId(new PoolId(3), 5), 2));

  @Test
  void keys() throws IOException, DamagedRecordException {
    List<byte[]> keys = GoldenBytes.parts("keys");
    ObjectId object = new ObjectId(1, "ü");
    assertThat(Keys.collection(CollectionId.DAEMON)).isEqualTo(keys.get(0));
    assertThat(Keys.collection(keys.get(0))).isEqualTo(CollectionId.DAEMON);
    assertThat(Keys.collection(GROUP)).isEqualTo(keys.get(1));
    assertThat(Keys.collection(keys.get(1))).isEqualTo(GROUP);
    assertThat(Keys.object(GROUP, object)).isEqualTo(keys.get(2));
    assertThat(Keys.object(keys.get(2), keys.get(1).length)).isEqualTo(object);
    assertThat(Keys.blocks(77, 2)).isEqualTo(keys.get(3));
    assertThat(Keys.number(keys.get(3))).isEqualTo(77);
    assertThat(Keys.index(keys.get(3))).isEqualTo(2);
    assertThat(Keys.append(Keys.map(77), "k")).isEqualTo(keys.get(4));
    assertThat(Keys.collection(AT_POSITION)).isEqualTo(keys.get(5));
    assertThat(Keys.collection(keys.get(5))).isEqualTo(AT_POSITION);
    assertThat(Keys.object(AT_POSITION, object)).isEqualTo(keys.get(6));
    assertThat(Keys.object(keys.get(6), keys.get(5).length)).isEqualTo(object);
    assertThat(Keys.collection(ASIDE)).isEqualTo(keys.get(7));
    assertThat(Keys.collection(keys.get(7))).isEqualTo(ASIDE);
  }

  /** Stores list collections by their keys, other code by the order of the ids. */
  @Test
  void collectionsAreOrderedAsTheirKeys() {
    PgId next = new PgId(new PoolId(3), 6);
    List<CollectionId> ordered =
        List.of(
            CollectionId.DAEMON,
            GROUP,
            CollectionId.of(next),
            CollectionId.of(new ReplicaId(new PgId(new PoolId(3), 5), 0)),
            AT_POSITION,
            CollectionId.of(new ReplicaId(next, 1)),
            CollectionId.aside(new ReplicaId(new PgId(new PoolId(3), 5), 0)),
            ASIDE);
    assertThat(List.copyOf(new TreeSet<>(ordered.reversed()))).isEqualTo(ordered);
    assertThat(ordered.stream().map(Keys::collection).toList())
        .isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @Test
  void aCollectionHasNoNegativePosition() {
    byte[] key = Keys.collection(AT_POSITION);
    Arrays.fill(key, key.length - Integer.BYTES, key.length, (byte) 0xff);
    assertThatThrownBy(() -> Keys.collection(key)).isInstanceOf(DamagedRecordException.class);
  }

  @Test
  void mark() throws IOException, MetadataException {
    Mark mark = new Mark(300, 4, 4096);
    assertThat(mark.toBytes()).isEqualTo(GoldenBytes.of("mark"));
    assertThat(Mark.of(GoldenBytes.of("mark"))).isEqualTo(mark);
  }
}
