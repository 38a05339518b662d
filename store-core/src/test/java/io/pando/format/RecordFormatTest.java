package io.pando.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.IndexDirectory;
import io.pando.group.IndexHead;
import io.pando.group.IndexPage;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.group.ScrubRecord;
import io.pando.id.Version;
import io.pando.merkle.TreeHead;
import io.pando.merkle.TreePage;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordFormatTest {
  /** A format and its record type. */
  record Stored<T>(String name, Class<T> type, RecordFormat<T> format) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Stored<?>> formats() {
    return List.of(
        new Stored<>("group-info", GroupInfo.class, GroupRecords.INFO),
        new Stored<>("group-lineage", GroupLineage.class, GroupRecords.LINEAGE),
        new Stored<>("tree-head", TreeHead.class, GroupRecords.TREE_HEAD),
        new Stored<>("tree-page", TreePage.class, GroupRecords.TREE_PAGE),
        new Stored<>("index-head", IndexHead.class, GroupRecords.INDEX_HEAD),
        new Stored<>("index-directory", IndexDirectory.class, GroupRecords.INDEX_DIRECTORY),
        new Stored<>("index-page", IndexPage.class, GroupRecords.INDEX_PAGE),
        new Stored<>("scrub-record", ScrubRecord.class, GroupRecords.SCRUB),
        new Stored<>("log-entry", LogEntry.class, GroupRecords.LOG_ENTRY),
        new Stored<>("object-info", ObjectInfo.class, GroupRecords.OBJECT),
        new Stored<>("cluster-map", ClusterMap.class, MapRecords.MAP),
        new Stored<>("incremental", Incremental.class, MapRecords.INCREMENTAL),
        new Stored<>("change", Change.class, ChangeRecords.CHANGE),
        new Stored<>("store-op", StoreOp.class, RecordFormat.of(1, StoreRecords.OP)),
        new Stored<>("inode", Inode.class, RecordFormat.of(1, InodeRecords.INODE)),
        new Stored<>("dir-entry", DirEntry.class, RecordFormat.of(1, InodeRecords.ENTRY)));
  }

  @ParameterizedTest
  @MethodSource("formats")
  <T> void whatIsWrittenIsRead(Stored<T> stored) {
    RandomRecords records = new RandomRecords(new Random64(1));
    for (int i = 0; i < 100; i++) {
      T record = records.any(stored.type());
      assertThat(stored.format().decode(stored.format().encode(record))).isEqualTo(record);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  <T> void examplesAreUnderstoodForEver(Stored<T> stored) {
    String file = "stored-" + stored.name() + "-1.txt";
    RandomRecords records = new RandomRecords(new Random64(7)).withSmallPayloads();
    List<Golden.Example> examples = new ArrayList<>();
    for (Class<?> type : RandomRecords.permitted(stored.type())) {
      T record = stored.type().cast(records.any(type));
      examples.add(
          new Golden.Example(type.getSimpleName(), hex(stored, record), Golden.meaning(record)));
    }
    Golden.write(file, examples);
    for (Golden.Example example : Golden.read(file)) {
      T record = stored.format().decode(HexFormat.of().parseHex(example.hex()));
      Golden.retell(file, example, record);
      assertThat(record).matches(example::means, example.meaning());
      assertThat(hex(stored, record)).isEqualTo(example.hex());
    }
  }

  private static <T> String hex(Stored<T> stored, T record) {
    return HexFormat.of().formatHex(stored.format().toBytes(record));
  }

  @ParameterizedTest
  @MethodSource("formats")
  <T> void damagedBytesGiveARecordOrAFormatException(Stored<T> stored) {
    Random64 random = new Random64(3);
    RandomRecords records = new RandomRecords(random);
    for (int i = 0; i < 1000; i++) {
      byte[] bytes = stored.format().toBytes(records.any(stored.type()));
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        assertThat(stored.format().decode(damaged)).isNotNull();
      } catch (FormatException e) {
        assertThat(e).hasMessageContaining(stored.type().getSimpleName());
      }
    }
  }

  @Test
  void theMessageNamesWhatAndWhere() {
    byte[] bytes = GroupRecords.OBJECT.toBytes(new ObjectInfo(new Version(3, 300), 5));
    assertThatThrownBy(() -> GroupRecords.OBJECT.decode(Arrays.copyOf(bytes, 6)))
        .isInstanceOf(FormatException.class)
        .hasMessage("ObjectInfo.version: 5 bytes announced where 3 are left, at byte 3 of 6");
    bytes[0] = 9;
    assertThatThrownBy(() -> GroupRecords.OBJECT.decode(bytes))
        .hasMessage("ObjectInfo: stored in version 9 of the format, this release knows version 1");
    assertThatThrownBy(() -> GroupRecords.OBJECT.decode(Payload.EMPTY))
        .hasMessage("ObjectInfo: it is empty");
    assertThatThrownBy(() -> GroupRecords.OBJECT.decode(new byte[] {1}))
        .hasMessage("ObjectInfo.version: it is missing, at byte 1 of 1");
  }

  @Test
  void anUnknownFieldIsPassedOver() {
    ObjectInfo info = new ObjectInfo(new Version(3, 300), 5);
    byte[] bytes = GroupRecords.OBJECT.toBytes(info);
    byte[] more = Arrays.copyOf(bytes, bytes.length + 3);
    more[bytes.length] = 15 << 3 | 2;
    more[bytes.length + 1] = 1;
    assertThat(GroupRecords.OBJECT.decode(more)).isEqualTo(info);
  }
}
