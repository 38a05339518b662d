package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A store is not sent through all that was removed from the log before. */
class StoredRecordsTest {
  private final PgId group = new PgId(new PoolId(1), 0);
  private final StoredRecords records = new StoredRecords(ReplicaId.of(group));

  private static Version version(long counter) {
    return new Version(3, counter);
  }

  private StoreOp removal(String from, Version to) {
    return new StoreOp.RemoveMeta(records.collection(), from, MetaKeys.upperBound(to));
  }

  @Test
  void theLogIsDroppedFromWhereItBegins() {
    assertThat(records.dropLogTo(version(7))).isEqualTo(removal(MetaKeys.LOG, version(7)));
    assertThat(records.dropLogTo(version(20)))
        .isEqualTo(removal(MetaKeys.upperBound(version(7)), version(20)));
  }

  @Test
  void whatAnotherLogRemembersMayBeOlderThanWhatWent() {
    records.dropLogTo(version(7));
    records.put(info(), List.of(entry(8)));
    assertThat(records.dropLogTo(version(8)))
        .isEqualTo(removal(MetaKeys.upperBound(version(7)), version(8)));
    records.put(info(), List.of(entry(4), entry(9)));
    assertThat(records.dropLogTo(version(9))).isEqualTo(removal(MetaKeys.LOG, version(9)));
  }

  private static LogEntry entry(long counter) {
    return LogEntry.elsewhere(version(counter));
  }

  private GroupInfo info() {
    return new GroupInfo(
        group,
        GroupInfo.LogBounds.at(version(2)),
        new GroupInfo.CopyState(3, null, 1),
        GroupInfo.History.fresh(1, 1),
        GroupInfo.Totals.NOTHING);
  }

  @Test
  void anotherLogMayBeginEarlier() {
    records.dropLogTo(version(7));
    assertThat(records.rewriteLog(info(), new GroupLog(version(2)))).hasSize(2);
    assertThat(records.dropLogTo(version(5))).isEqualTo(removal(MetaKeys.LOG, version(5)));
  }

  private StoreOp put(SortedMap<String, Payload> meta) {
    return new StoreOp.PutMeta(records.collection(), meta);
  }

  private static SortedMap<String, Payload> meta() {
    return new TreeMap<>(Utf8Order.INSTANCE);
  }

  private StoreOp put(LogEntry... entries) {
    SortedMap<String, Payload> meta = meta();
    for (LogEntry entry : entries) {
      meta.put(MetaKeys.log(entry.version()), GroupRecords.LOG_ENTRY.encode(entry));
    }
    meta.put(MetaKeys.INFO, GroupRecords.INFO.encode(info()));
    return put(meta);
  }

  private StoreOp putMissing(SortedMap<ObjectId, Version> missing) {
    SortedMap<String, Payload> meta = meta();
    missing.forEach((object, version) ->
        meta.put(MetaKeys.missing(object), GroupRecords.OBJECT.encode(new ObjectInfo(version, 0))));
    return put(meta);
  }

  private static GroupLog log() {
    return GroupLog.of(version(2), version(1), List.of(request(2), entry(3), entry(4)));
  }

  private static LogEntry request(long counter) {
    return new LogEntry(
        version(counter),
        Version.ZERO,
        new ObjectId(1, "o"),
        LogEntry.Kind.MODIFY,
        new RequestId(9, counter),
        List.of());
  }

  /** The collection comes first, and what is removed goes before what is put in its place. */
  @Test
  void stepsAreInOrder() {
    GroupLineage lineage = new GroupLineage(4, 5);
    SortedMap<String, Payload> ofLineage = meta();
    ofLineage.put(MetaKeys.LINEAGE, GroupRecords.LINEAGE.encode(lineage));
    SortedMap<String, Payload> ofScrub = meta();
    ofScrub.put(MetaKeys.SCRUB, GroupRecords.SCRUB.encode(ScrubRecord.NEVER));
    SortedMap<ObjectId, Version> missing = new TreeMap<>();
    missing.put(new ObjectId(5, "five"), version(3));
    missing.put(new ObjectId(6, "six"), version(4));
    CollectionId collection = records.collection();
    assertThat(records.create(info(), lineage))
        .containsExactly(new StoreOp.CreateCollection(collection), put(), put(ofLineage));
    assertThat(records.all(info(), lineage, log(), missing, ScrubRecord.NEVER))
        .containsExactly(
            new StoreOp.RemoveMeta(collection, "", null),
            put(request(2), entry(3), entry(4)),
            put(ofLineage),
            put(ofScrub),
            putMissing(missing));
    assertThat(records.remove()).containsExactly(new StoreOp.RemoveCollection(collection));
    assertThat(records.putMissing(new TreeMap<>())).isEqualTo(put(meta()));
  }

  @Test
  void aLogIsRewrittenAsAWholeOrBehindWhatIsRight() {
    CollectionId collection = records.collection();
    assertThat(records.rewriteLog(info(), log()))
        .containsExactly(
            new StoreOp.RemoveMeta(collection, MetaKeys.LOG, MetaKeys.LOG_END),
            put(request(2), entry(3), entry(4)));
    assertThat(records.rewriteLogAfter(version(3), info(), log()))
        .containsExactly(
            new StoreOp.RemoveMeta(collection, MetaKeys.upperBound(version(3)), MetaKeys.LOG_END),
            put(entry(4)));
  }

  @Test
  void whatIsMissingNoMoreGoesByItsKey() {
    ObjectId object = new ObjectId(5, "five");
    String key = MetaKeys.missing(object);
    assertThat(records.noMoreMissing(object))
        .isEqualTo(new StoreOp.RemoveMeta(records.collection(), key, key + "\0"));
    assertThat(records.nothingMissing())
        .isEqualTo(
            new StoreOp.RemoveMeta(records.collection(), MetaKeys.MISSING, MetaKeys.MISSING_END));
  }

  /** Then it may have entries again that went before. */
  @Test
  void afterAllWasWrittenAnewTheLogIsDroppedFromItsBeginning() {
    records.dropLogTo(version(7));
    records.all(info(), new GroupLineage(4, 5), log(), new TreeMap<>(), ScrubRecord.NEVER);
    assertThat(records.dropLogTo(version(8))).isEqualTo(removal(MetaKeys.LOG, version(8)));
  }

  @Test
  void anEntryAtWhereTheLogWasDroppedIsOlder() {
    records.dropLogTo(version(7));
    records.put(info(), List.of(entry(7)));
    assertThat(records.dropLogTo(version(8))).isEqualTo(removal(MetaKeys.LOG, version(8)));
  }

  @Test
  void whatAReplicaLacksIsReadAgain() {
    GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
    harness.replica.image().create();
    harness.replica.noteMissing(GroupHarness.object("a"), version(5));
    harness.replica.noteMissing(GroupHarness.object("b"), version(6));
    harness.replica.append(
        harness.update("c", new RequestId(9, 1)), Version.ZERO, Awaiting.nothing());
    ScrubRecord scrubbed =
        new ScrubRecord(
            new ScrubRecord.Past(1, 2, 3, 4),
            new ScrubRecord.Progress(ScrubKind.NONE, ScrubKind.NONE, 5),
            ScrubRecord.Found.NOTHING,
            6,
            7);
    harness.replica.noteScrub(scrubbed);
    harness.settle();
    StoredGroup read = StoredGroup.parse(Maps.GROUP, harness.store.meta("", null));
    assertThat(read.missing())
        .containsOnly(
            Map.entry(GroupHarness.object("a"), version(5)),
            Map.entry(GroupHarness.object("b"), version(6)));
    StoredGroup held = harness.replica.image().held();
    assertThat(read.info()).isEqualTo(held.info());
    assertThat(read.lineage()).isEqualTo(held.lineage());
    assertThat(read.entries()).isEqualTo(held.entries()).hasSize(1);
    assertThat(read.scrub()).isEqualTo(scrubbed);
  }
}
