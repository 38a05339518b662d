package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a replica whose log is made the authoritative one. */
class ReplicaMergeTest {
  private static final int OBJECTS = 6;

  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final Replica replica = harness.replica;
  private List<ObjectId> objects = List.of();

  @BeforeEach
  void write() {
    replica.image().create();
    for (int i = 0; i < OBJECTS; i++) {
      replica.append(
          harness.update("o" + i, new RequestId(9, i + 1L)), Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
    objects = harness.store.ids();
  }

  /** The log here, and behind it an update of each object, every other one a removal. */
  private LogMerge theirs() {
    List<LogEntry> entries = new ArrayList<>(replica.log().entries());
    Version version = replica.log().head();
    for (int i = 0; i < OBJECTS; i++) {
      ObjectId object = objects.get(i);
      Version prior = replica.log().newestOf(object).orElseThrow().version();
      version = version.next(Maps.EPOCH + 1);
      entries.add(
          new LogEntry(
              version,
              prior,
              object,
              i % 2 == 0 ? LogEntry.Kind.MODIFY : LogEntry.Kind.DELETE,
              new RequestId(9, 100L + i),
              List.of()));
    }
    return LogMerge.of(replica.log(), Version.ZERO, entries);
  }

  private void merge() {
    replica.adoption().merge(theirs(), replica.info());
    harness.settle();
  }

  @Test
  void whatOthersChangedIsMissingAndWhatTheyRemovedGoes() {
    merge();
    assertThat(replica.missing()).containsOnlyKeys(objects.get(0), objects.get(2), objects.get(4));
    assertThat(harness.store.ids()).containsExactly(objects.get(0), objects.get(2), objects.get(4));
    assertThat(replica.log().head()).isEqualTo(new Version(Maps.EPOCH + 1, 2 * OBJECTS));
  }

  private List<ObjectId> behind(Replica of) {
    return objects.stream().filter(of::isBehind).toList();
  }

  @Test
  void whatWasChangedElsewhereAloneMayStayInPart() {
    merge();
    assertThat(behind(replica)).containsExactlyElementsOf(replica.missing().keySet()).hasSize(3);
    merge();
    assertThat(behind(replica)).as("missed twice").hasSize(3);
    replica.noteMissing(objects.get(2), replica.log().head());
    assertThat(behind(replica)).as("bad as well").containsExactly(objects.get(0), objects.get(4));
    merge();
    assertThat(behind(replica)).containsExactly(objects.get(0), objects.get(4));
    replica.adoption().startOver(replica.info(), replica.log().entries(), List.of());
    assertThat(behind(replica)).isEmpty();
  }

  @Test
  void whatWasBadBeforeItWasChangedElsewhereMayNotStay() {
    replica.noteMissing(objects.get(0), new Version(Maps.EPOCH, 1));
    merge();
    assertThat(replica.missing()).hasSize(3);
    assertThat(behind(replica)).containsExactly(objects.get(2), objects.get(4));
  }

  /** An object that was missing when this member stopped may have been bad. */
  @Test
  void whatWasMissingAtARestartMayNotStay() {
    merge();
    GroupHarness restarted =
        new GroupHarness(
            replica.self().osd(),
            replica.membership(),
            replica.config(),
            StoredGroup.parse(Maps.GROUP, harness.store.meta("", null)));
    assertThat(restarted.replica.missing()).isEqualTo(replica.missing());
    assertThat(behind(restarted.replica)).isEmpty();
    restarted.replica.adoption().merge(theirs(), replica.info());
    assertThat(behind(restarted.replica)).isEmpty();
  }

  /** The rest comes by backfill, whatever it is. */
  @Test
  void aReplicaThatIsBeingFilledLacksOnlyWhatItHasAlready() {
    replica.update(info -> info.withBackfill(objects.get(1)));
    merge();
    assertThat(replica.missing()).containsOnlyKeys(objects.get(0));
    assertThat(harness.store.ids())
        .containsExactlyElementsOf(
            objects.stream().filter(it -> !it.equals(objects.get(1))).toList());
  }

  /** A root from before may include updates that are given up. */
  @Test
  void rootsOfBeforeAreForgotten() {
    Version early = new Version(Maps.EPOCH, 3);
    Version head = replica.log().head();
    assertThat(replica.root(early)).isNotNull().isNotEqualTo(replica.root(head));
    replica.adoption().merge(LogMerge.of(replica.log(), head, List.of()), replica.info());
    assertThat(replica.root(early)).isNull();
    assertThat(replica.root(head)).as("that is what the tree has").isNotNull();
  }

  private static void assertStored(GroupHarness of) {
    StoredGroup read = StoredGroup.parse(Maps.GROUP, of.store.meta("", null));
    StoredGroup held = of.replica.image().held();
    assertThat(read.info()).isEqualTo(held.info());
    assertThat(read.entries()).isEqualTo(held.entries());
    assertThat(read.missing()).isEqualTo(held.missing());
  }

  /** Names of records that the last transaction puts, each as often as it does. */
  private static List<String> lastPut(GroupHarness of) {
    List<String> keys = new ArrayList<>();
    for (StoreOp op : of.persisted().getLast().transaction().ops()) {
      if (op instanceof StoreOp.PutMeta put) {
        assertThat(put.entries()).isNotEmpty();
        keys.addAll(put.entries().keySet());
      }
    }
    return keys;
  }

  @Test
  void whatIsMissingIsStoredWithTheLog() {
    merge();
    assertThat(replica.missing()).hasSize(3);
    assertStored(harness);
    replica.noteMissing(objects.get(5), new Version(Maps.EPOCH, 1));
    merge();
    assertThat(replica.missing()).as("what others removed is not").hasSize(3);
    assertStored(harness);
  }

  @Test
  void nothingIsStoredOfWhatIsMissingIfNothingIs() {
    Version head = replica.log().head();
    replica.adoption().merge(LogMerge.of(replica.log(), head, List.of()), replica.info());
    assertThat(lastPut(harness)).noneMatch(key -> key.startsWith(MetaKeys.MISSING));
    harness.settle();
    assertStored(harness);
  }

  private static LogEntry later(int counter) {
    return new LogEntry(
        new Version(Maps.EPOCH + 1, counter),
        Version.ZERO,
        GroupHarness.object("o" + counter % OBJECTS),
        LogEntry.Kind.MODIFY,
        new RequestId(9, counter),
        List.of());
  }

  /** Updates 1 and 2 are not remembered here, 5 and 6 are given up, and the log there has 9. */
  @Test
  void ofALogThatBeginsBehindThisOneAllIsStoredOnce() {
    StoredGroup all = replica.image().held();
    GroupInfo.LogBounds bounds = all.info().log();
    Version since = new Version(Maps.EPOCH, 2);
    StoredGroup some =
        new StoredGroup(
            all.info()
                .withLog(
                    new GroupInfo.LogBounds(
                        bounds.lastUpdate(), since, bounds.lastComplete(), since)),
            all.lineage(),
            new StoredLog(all.entries().subList(2, OBJECTS), all.missing()),
            all.tree(),
            all.index(),
            all.scrub());
    GroupHarness other =
        new GroupHarness(replica.self().osd(), replica.membership(), replica.config(), some);
    other.store.apply(other.replica.image().writeAll());
    Version common = new Version(Maps.EPOCH, 4);
    List<LogEntry> theirs = new ArrayList<>(all.entries().subList(0, 4));
    List<IndexEntry> changes = new ArrayList<>();
    for (int counter = 5; counter <= 8; counter++) {
      theirs.add(later(counter));
      changes.add(IndexEntry.of(later(counter)));
    }
    List<LogEntry> older = new ArrayList<>(theirs.subList(0, 2));
    older.addAll(theirs.subList(4, 8));
    Version tail = theirs.getLast().version();
    theirs.add(later(9));
    TreeMap<Long, Long> counters = new TreeMap<>();
    counters.put(Maps.EPOCH, 4L);
    counters.put(Maps.EPOCH + 1, 8L);
    GroupInfo authority =
        all.info()
            .withLog(
                new GroupInfo.LogBounds(
                    later(9).version(), tail, later(9).version(), Version.ZERO));
    other.persisted();
    other
        .replica
        .adoption()
        .merge(
            LogMerge.of(other.replica.log(), common, changes, tail, List.of(later(9))),
            authority,
            changes,
            counters,
            older);
    assertThat(lastPut(other))
        .filteredOn(key -> key.startsWith(MetaKeys.LOG))
        .doesNotHaveDuplicates()
        .hasSize(2 + 5);
    other.settle();
    assertThat(other.replica.log().kept()).isEqualTo(theirs);
    assertThat(other.replica.log().rememberedSince()).isEqualTo(Version.ZERO);
    assertStored(other);
  }

  /** The log has ten entries, and four hundred and some more are remembered. */
  @Test
  void whatIsForgottenIsNotStoredAnyMore() {
    GroupHarness small =
        new GroupHarness(replica.self().osd(), replica.membership(), GroupCluster.config(20, true));
    small.replica.image().create();
    for (int i = 1; i <= 500; i++) {
      Version trimTo = small.replica.trimming().trimPoint();
      small.replica.append(
          small.update("o" + i % 5, new RequestId(9, i)),
          trimTo == null ? Version.ZERO : trimTo,
          Awaiting.nothing());
    }
    small.settle();
    assertThat(small.replica.log().rememberedSince().counter()).isBetween(50L, 90L);
    assertStored(small);
  }

  /** What the log told up to there is in its leaves. */
  @Test
  void theTreeIsStoredAsOfTheNewestUpdateOfTheOtherLog() {
    for (int i = 0; i < 2; i++) {
      merge();
      StoredTree stored = StoredGroup.parse(Maps.GROUP, harness.store.meta("", null)).tree();
      assertThat(stored.stamp()).isEqualTo(replica.log().head());
      assertThat(stored.tree().hasSameLeaves(replica.image().held().tree().tree())).isTrue();
    }
    assertThat(replica.log().head().counter()).isEqualTo(3 * OBJECTS);
  }
}
