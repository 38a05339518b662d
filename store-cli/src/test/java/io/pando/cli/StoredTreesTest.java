package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.collect.Utf8Order;
import io.pando.crush.CrushMap;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.RawStore;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.format.GroupRecords;
import io.pando.format.MapRecords;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hash trees in the stores of an OSD that does not run: checked and written again. */
class StoredTreesTest {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  private static final RawStoreConfig CONFIG = RawStoreConfig.DEFAULT.withCapacityBytes(8 << 20);
  private static final long KEY = 0x7EE5;
  private static final PgId GROUP = PgId.parse("1.0");
  private static final CollectionId COLLECTION = CollectionId.of(GROUP);
  private static final int OBJECTS = 20;

  /** Of these updates only the log tells. */
  private static final int LOGGED = 5;

  @TempDir private Path temp = Path.of("");

  private Path directory() {
    return temp.resolve("osd.3").resolve("store").resolve("shard-0");
  }

  private Shell.Outcome run(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of("store", command));
    arguments.addAll(List.of(options));
    arguments.add(temp.resolve("osd.3").toString());
    return new Shell(temp).run(arguments.toArray(String[]::new));
  }

  private static ObjectId object(int number) {
    return Placement.object("o" + number);
  }

  private static LogEntry written(int number) {
    return new LogEntry(
        new Version(1, number),
        Version.ZERO,
        object(number),
        LogEntry.Kind.MODIFY,
        RequestId.NONE,
        List.of());
  }

  private static StoreOp meta(CollectionId collection, String key, Payload value) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put(key, value);
    return new StoreOp.PutMeta(collection, entries);
  }

  private static StoreOp version(ObjectId object, Version version) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(version, 0)));
    return new StoreOp.PutAttributes(COLLECTION, object, attributes);
  }

  private void change(StoreOp... ops) throws StoreException {
    try (OfflineStore store = OfflineStore.open(directory())) {
      store.commit(Transaction.of(ops));
    }
  }

  @BeforeEach
  void fill() throws StoreException {
    RawStore.format(directory(), CONFIG, new StoreIdentity(CLUSTER, new OsdId(3), 0));
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.CreateCollection(CollectionId.DAEMON));
    ops.add(new StoreOp.CreateCollection(COLLECTION));
    ops.add(meta(CollectionId.DAEMON, "map", MapRecords.MAP.encode(map())));
    Version head = new Version(1, OBJECTS);
    GroupInfo info =
        StoredGroup.emptyInfo(GROUP, 1, 1)
            .withLog(new GroupInfo.LogBounds(head, new Version(1, 1), head, new Version(1, 1)));
    ops.add(meta(COLLECTION, MetaKeys.INFO, GroupRecords.INFO.encode(info)));
    ops.add(
        meta(COLLECTION, MetaKeys.LINEAGE, GroupRecords.LINEAGE.encode(new GroupLineage(1, 1))));
    ReplicaTree tree =
        new ReplicaTree(COLLECTION, StoredTree.empty(PositionRange.ALL), List.of(), KEY);
    for (int number = 1; number <= OBJECTS; number++) {
      ops.add(new StoreOp.Write(COLLECTION, object(number), 0, Payload.utf8("bytes")));
      ops.add(version(object(number), new Version(1, number)));
      if (number > OBJECTS - LOGGED) {
        ops.add(
            meta(
                COLLECTION,
                MetaKeys.log(new Version(1, number)),
                GroupRecords.LOG_ENTRY.encode(written(number))));
      } else {
        tree.onUpdate(written(number));
      }
    }
    tree.writeAll(new Version(1, OBJECTS - LOGGED), ops);
    change(ops.toArray(StoreOp[]::new));
  }

  private static ClusterMap map() {
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        GROUP.pool(),
        new PoolInfo(
            GROUP.pool(),
            "p",
            new PoolInfo.Layout(1, 1, GroupCounts.fresh(1), 0),
            1,
            new PoolInfo.Options(false, KEY, Replication.PRIMARY)));
    return new ClusterMap(
        new ClusterMap.Stamp(CLUSTER, 1, 0),
        new ClusterMap.PlacementInput(
            new TreeMap<>(), pools, CrushMap.builder().build(), new TreeMap<>()),
        new TreeSet<>(),
        List.of(),
        ClusterMap.Losses.NONE);
  }

  private void assertMended(String... said) {
    Shell.Outcome wrong = run("fsck");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out()).contains(said);
    assertThat(run("fsck", "-f", "json").out()).contains("\"clean\" : false").contains(said);
    Shell.Outcome repaired = run("repair", "--yes");
    assertThat(repaired.status()).isZero();
    assertThat(repaired.out())
        .contains("write the hash tree of 1.0 from its objects")
        .contains("1 steps were taken");
    Shell.Outcome right = run("fsck");
    assertThat(right.out()).contains("1 hash trees: no problems").doesNotContain("unsure");
    assertThat(right.status()).isZero();
  }

  @Test
  void treeThatTellsWhatIsThereIsRightWithWhatOnlyTheLogTells() {
    Shell.Outcome outcome = run("fsck");
    assertThat(outcome.out())
        .contains("20 objects")
        .contains("1 hash trees: no problems")
        .doesNotContain("unsure");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void objectThatWasRemovedBehindTheTree() throws StoreException {
    change(new StoreOp.Remove(COLLECTION, object(3)));
    assertMended("1.0: leaf ", "the tree has 1 objects", "the store has 0 objects");
  }

  @Test
  void objectOfWhichTheLogTellsThatWasRemoved() throws StoreException {
    change(new StoreOp.Remove(COLLECTION, object(OBJECTS)));
    assertMended("1.0: leaf ", "the tree has 1 objects");
  }

  @Test
  void objectInAnotherVersion() throws StoreException {
    change(version(object(3), new Version(1, 1)));
    assertMended("1.0: leaf ", "the tree has 1 objects", "the store has 1 objects");
  }

  @Test
  void objectThatIsThereAndUnknownToTheTree() throws StoreException {
    change(new StoreOp.Write(COLLECTION, Placement.object("stranger"), 0, Payload.utf8("x")));
    assertMended("1.0: leaf ", "the tree has 0 objects", "the store has 1 objects");
  }

  @Test
  void pageThatWasLost() throws StoreException {
    String page = MetaKeys.treePage(0);
    change(new StoreOp.RemoveMeta(COLLECTION, page, page + "\0"));
    assertMended("1.0: leaf ", "the tree has 0 objects");
  }

  @Test
  void pageThatIsNoRecord() throws StoreException {
    change(meta(COLLECTION, MetaKeys.treePage(1), Payload.utf8("no page")));
    assertMended("1.0: its records cannot be read: TreePage");
  }

  @Test
  void logThatTakesAwayWhatTheTreeDoesNotKnow() throws StoreException {
    // The tree of an empty group, and a log that replaces an object in it.
    List<StoreOp> ops = new ArrayList<>();
    new ReplicaTree(COLLECTION, StoredTree.empty(PositionRange.ALL), List.of(), KEY)
        .writeAll(new Version(1, OBJECTS - 1), ops);
    LogEntry replaced =
        new LogEntry(
            new Version(1, OBJECTS),
            new Version(1, 2),
            object(OBJECTS),
            LogEntry.Kind.MODIFY,
            RequestId.NONE,
            List.of());
    ops.add(
        meta(
            COLLECTION, MetaKeys.log(replaced.version()), GroupRecords.LOG_ENTRY.encode(replaced)));
    change(ops.toArray(StoreOp[]::new));
    assertMended("1.0: leaf ", "the tree has 0 objects", "1.0: 1 leaves of its tree are unsure");
  }

  @Test
  void storeOfBeforeThereWereTreesIsRight() throws StoreException {
    change(new StoreOp.RemoveMeta(COLLECTION, MetaKeys.TREE_HEAD, MetaKeys.TREE_STEPS_END));
    Shell.Outcome outcome = run("fsck");
    assertThat(outcome.out())
        .contains("1.0: 1024 leaves of its tree are unsure")
        .contains("no problems");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void treeOfAPoolThatNobodyKnowsIsNotLookedAt() throws StoreException {
    change(new StoreOp.RemoveMeta(CollectionId.DAEMON, "map", "map\0"));
    Shell.Outcome outcome = run("fsck");
    assertThat(outcome.out()).contains("its tree was not checked").contains("0 hash trees");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void repairAsksBeforeItWrites() throws StoreException {
    change(new StoreOp.Remove(COLLECTION, object(3)));
    Shell.Outcome no =
        new Shell(temp)
            .feed(Payload.utf8("n\n").toByteArray(), "store", "repair", directory().toString());
    assertThat(no.status()).isEqualTo(1);
    assertThat(no.err()).contains("its hash trees were not changed");
    assertThat(run("fsck").status()).isEqualTo(1);
  }
}
