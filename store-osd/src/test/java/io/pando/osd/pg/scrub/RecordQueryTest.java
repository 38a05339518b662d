package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordQueryTest {
  /** Pages of the index have four entries. */
  private final GroupHarness harness =
      new GroupHarness(
          new OsdId(0), Maps.of(2, Replication.PRIMARY), GroupCluster.config(100, true));

  private final List<List<IndexEntry>> told = new ArrayList<>();

  private static ObjectId object(String name) {
    return GroupHarness.object(name);
  }

  private Version write(String name) {
    ReplicationMessage.Update update = harness.update(name, RequestId.NONE);
    harness.replica.append(update, Version.ZERO, Awaiting.nothing());
    return update.entry().version();
  }

  private Version note(String name, LogEntry.Kind kind, Version trimTo) {
    Version version = harness.replica.log().head().next(harness.replica.epoch());
    Version prior = harness.store.versions().getOrDefault(object(name), Version.ZERO);
    GroupInfo info = harness.replica.info();
    LogEntry entry =
        new LogEntry(version, prior, object(name), kind, new RequestId(9, 1), List.of());
    harness.replica.append(
        new ReplicationMessage.Update(entry, List.of(), info.objects(), info.bytes()),
        trimTo,
        Awaiting.nothing());
    return version;
  }

  private void ask(String... names) {
    List<ObjectId> objects = new ArrayList<>();
    for (String name : names) {
      objects.add(object(name));
    }
    RecordQuery.ask(harness.replica, objects, told::add);
  }

  @Test
  void whatTheLogTellsIsToldAtOnce() {
    for (int i = 0; i < 4; i++) {
      write("old" + i);
    }
    note("old", LogEntry.Kind.REMEMBERED, harness.replica.log().head());
    write("a");
    Version a = write("a");
    write("b");
    Version b = note("b", LogEntry.Kind.DELETE, Version.ZERO);
    harness.settle();
    ask("b", "a");
    assertThat(told)
        .containsExactly(
            List.of(new IndexEntry(b, object("b"), false), new IndexEntry(a, object("a"), true)));
    assertThat(harness.reads()).isZero();
  }

  @Test
  void nothingIsAskedOfNothing() {
    ask();
    assertThat(told).containsExactly(List.of());
  }

  @Test
  void anEntryThatChangedNothingHidesNothing() {
    Version a = write("a");
    note("a", LogEntry.Kind.REMEMBERED, Version.ZERO);
    harness.settle();
    ask("a");
    assertThat(told).containsExactly(List.of(new IndexEntry(a, object("a"), true)));
    assertThat(harness.reads()).isZero();
  }

  @Test
  void theIndexIsAskedForWhatTheLogDoesNotTell() {
    Version a = write("a");
    Version b = write("b");
    write("other");
    Version tail = harness.replica.log().head();
    note("c", LogEntry.Kind.REMEMBERED, tail);
    Version d = write("d");
    harness.settle();
    assertThat(harness.replica.log().newestOf(object("a"))).isEmpty();
    ask("d", "b", "c", "never", "a");
    harness.settle();
    assertThat(told)
        .containsExactly(
            List.of(
                new IndexEntry(d, object("d"), true),
                new IndexEntry(a, object("a"), true),
                new IndexEntry(b, object("b"), true)));
  }

  @Test
  void theIndexIsNotAskedForWhatTheLogTells() {
    for (int i = 0; i < 5; i++) {
      write("old" + i);
    }
    note("old", LogEntry.Kind.REMEMBERED, harness.replica.log().head());
    write("a");
    harness.settle();
    ask("a");
    assertThat(told).hasSize(1);
    assertThat(harness.reads()).isZero();
    ask("a", "old2");
    assertThat(told).hasSize(1);
    assertThat(harness.reads()).isOne();
    harness.settle();
    assertThat(told.getLast()).hasSize(2);
  }

  @Test
  void theNewestThatAMemberToldCounts() {
    IndexEntry one = new IndexEntry(new Version(3, 5), object("a"), true);
    IndexEntry newer = new IndexEntry(new Version(3, 6), object("a"), false);
    IndexEntry other = new IndexEntry(new Version(2, 9), object("b"), true);
    assertThat(RecordQuery.newest(List.of(List.of(one, other), List.of(newer), List.of())))
        .containsOnlyKeys(object("a"), object("b"))
        .containsEntry(object("a"), newer)
        .containsEntry(object("b"), other);
    assertThat(RecordQuery.newest(List.of(List.of(newer), List.of(one))))
        .containsEntry(object("a"), newer)
        .hasSize(1);
    assertThat(RecordQuery.newest(List.of())).isEmpty();
  }
}
