package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.collect.Utf8Order;
import io.pando.erasure.code.CodeParameters;
import io.pando.format.GroupRecords;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.group.Undo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogMerge;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member takes updates back whose fragments it has found bad meanwhile. */
class TakenBackTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final MemberId SELF = new MemberId(new OsdId(1), 1);

  private final GroupHarness harness =
      new GroupHarness(
          SELF,
          Maps.coded(new PoolCode(CodeParameters.of(2, 2), 4_096), false),
          GroupConfig.defaults(),
          GroupHarness.fresh());
  private final Replica replica = harness.replica;

  @BeforeEach
  void create() {
    replica.image().create();
    harness.settle();
  }

  private static SortedMap<String, Payload> attributes(Version version) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(version, 1, 0)));
    return attributes;
  }

  /** An update that makes the object, or changes its attributes; returns its version. */
  private Version write(Version prior) {
    Version version = replica.log().head().next(Maps.EPOCH);
    boolean creates = prior.equals(Version.ZERO);
    Undo undo =
        new Undo(
            creates ? Undo.Kind.CREATED : Undo.Kind.CHANGED,
            0,
            List.of(),
            creates ? new TreeMap<>(Utf8Order.INSTANCE) : attributes(prior),
            List.of());
    replica.append(
        new ReplicationMessage.Update(
            new LogEntry(
                version,
                prior,
                OBJECT,
                LogEntry.Kind.MODIFY,
                new RequestId(9, version.counter()),
                List.of()),
            List.of(new StoreOp.PutAttributes(replica.collection(), OBJECT, attributes(version))),
            1,
            0,
            undo),
        Version.ZERO,
        Awaiting.nothing());
    harness.settle();
    return version;
  }

  private void takeBackLast() {
    List<LogEntry> entries = replica.log().entries();
    replica
        .adoption()
        .merge(
            LogMerge.of(
                replica.log(), replica.log().tail(), entries.subList(0, entries.size() - 1)),
            replica.info());
    harness.settle();
  }

  private void assertMissing(SortedMap<ObjectId, Version> expected) {
    assertThat(replica.missing()).isEqualTo(expected);
    assertThat(StoredGroup.parse(Maps.GROUP, harness.store.meta("", null)).missing())
        .isEqualTo(expected);
  }

  @Test
  void whatIsBackIsMissingInItsOwnVersion() {
    Version first = write(Version.ZERO);
    replica.noteMissing(OBJECT, write(first));
    harness.settle();
    takeBackLast();
    assertThat(harness.store.versions()).containsEntry(OBJECT, first);
    SortedMap<ObjectId, Version> expected = new TreeMap<>();
    expected.put(OBJECT, first);
    assertMissing(expected);
    assertThat(replica.isBehind(OBJECT)).as("what is back may be damaged").isFalse();
  }

  @Test
  void whatIsGoneIsNotMissing() {
    replica.noteMissing(OBJECT, write(Version.ZERO));
    harness.settle();
    takeBackLast();
    assertThat(harness.store.versions()).doesNotContainKey(OBJECT);
    assertMissing(new TreeMap<>());
  }

  @Test
  void whatWasNotFoundBadIsHere() {
    Version first = write(Version.ZERO);
    write(first);
    takeBackLast();
    assertThat(harness.store.versions()).containsEntry(OBJECT, first);
    assertMissing(new TreeMap<>());
  }
}
