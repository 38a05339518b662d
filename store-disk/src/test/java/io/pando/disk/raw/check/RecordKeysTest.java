package io.pando.disk.raw.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.Keys;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.store.CollectionId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordKeysTest {
  private static final CollectionId GROUP = CollectionId.of(new PgId(new PoolId(3), 5));
  private static final List<CollectionId> COLLECTIONS =
      List.of(
          CollectionId.DAEMON,
          GROUP,
          CollectionId.of(new ReplicaId(new PgId(new PoolId(3), 5), 2)),
          CollectionId.aside(new ReplicaId(new PgId(new PoolId(3), 5), 2)));

  @Test
  void keysOfObjectsNameThem() {
    for (CollectionId collection : COLLECTIONS) {
      for (String name : List.of("", "o", "ä/b")) {
        ObjectId object = new ObjectId(77, name);
        byte[] key = Keys.object(collection, object);
        assertThat(RecordKeys.object(key))
            .isEqualTo(new Subject.Named(collection, object, Payload.wrap(key)));
        assertThat(RecordKeys.collection(key)).isEqualTo(collection);
      }
    }
  }

  @Test
  void keysThatAreTooShortNameNoObject() {
    for (CollectionId collection : COLLECTIONS) {
      byte[] key = Keys.object(collection, new ObjectId(77, ""));
      for (int length = 0; length < key.length; length++) {
        assertThat(RecordKeys.object(Arrays.copyOf(key, length))).isNull();
      }
      int prefix = Keys.collection(collection).length;
      assertThat(RecordKeys.collection(Arrays.copyOf(key, prefix))).isEqualTo(collection);
      assertThat(RecordKeys.collection(Arrays.copyOf(key, prefix - 1))).isNull();
    }
  }

  @Test
  void whatIsNotWrittenSoIsNoName() {
    byte[] key = Keys.object(GROUP, new ObjectId(77, "abc"));
    key[key.length - 1] = (byte) 0xff;
    assertThat(RecordKeys.object(key)).as("no UTF-8").isNull();
    key[0] = 4;
    assertThat(RecordKeys.collection(key)).isNull();
    assertThat(RecordKeys.object(key)).isNull();
    byte[] negative = Keys.collection(GROUP);
    Arrays.fill(negative, 1, 9, (byte) 0xff);
    assertThat(RecordKeys.collection(negative)).isNull();
  }
}
