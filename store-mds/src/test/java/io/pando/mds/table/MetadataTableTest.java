package io.pando.mds.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Rows that are read, changed, committed and replayed. */
class MetadataTableTest {
  private final Segment first = new Segment(1);
  private final Segment second = new Segment(10);
  private final MetadataTable<Long, Integer, String> table =
      MetadataTable.created("table", new TextRows());

  private void put(int key, String value, Segment segment) {
    table.nextVersion();
    table.put(key, value, segment);
  }

  private void remove(int key, Segment segment) {
    table.nextVersion();
    table.put(key, null, segment);
  }

  private TableCommit commit() {
    return Objects.requireNonNull(table.commit(100, 1 << 20));
  }

  @Test
  void whateverHappensRowsAreThoseThatWerePut() {
    int cuts = 0;
    for (long seed = 1; seed <= 30; seed++) {
      TableWorld world = new TableWorld(seed);
      for (int i = 0; i < 1_500; i++) {
        world.step();
      }
      world.finish();
      cuts += world.cuts();
    }
    assertThat(cuts).as("segments that were cut").isGreaterThan(500);
  }

  @Test
  void rowsThatChangeAgainLeaveTheirSegment() {
    put(1, "a", first);
    put(2, "b", first);
    assertThat(first.tables()).containsExactly(table);
    put(1, "c", second);
    assertThat(first.isClean()).isFalse();
    remove(2, second);
    assertThat(first.isClean()).isTrue();
    assertThat(second.tables()).containsExactly(table);
    TableCommit commit = commit();
    assertThat(commit.rows()).containsOnlyKeys("001");
    assertThat(commit.removed()).as("the object never had it").isEmpty();
    assertThat(commit.operations()).hasSize(2);
    table.onCommitted();
    assertThat(second.isClean()).isTrue();
    assertThat(table.committed()).isEqualTo(4);
    assertThat(table.rowsInMemory()).as("a removed row is forgotten").isEqualTo(1);
  }

  @Test
  void rowsThatTheObjectMayHaveAreRemovedFromIt() {
    put(1, "a", first);
    put(2, "b", first);
    commit();
    remove(1, second);
    table.onFailed();
    assertThat(commit().removed()).containsExactly("001");
    table.onCommitted();
    assertThat(table.isDirty()).isFalse();
    remove(2, second);
    TableCommit commit = commit();
    assertThat(commit.removed()).containsExactly("002");
    assertThat(commit.operations()).hasSize(2);
    table.onCommitted();
    put(2, "c", second);
    remove(2, second);
    assertThat(table.isDirty()).isFalse();
  }

  @Test
  void rowsThatChangeDuringTheirCommitStayDirty() {
    put(1, "a", first);
    put(2, "b", first);
    commit();
    put(1, "c", second);
    assertThat(table.commit(100, 100)).as("one at a time").isNull();
    table.onCommitted();
    assertThat(first.isClean()).isTrue();
    assertThat(commit().rows()).containsOnlyKeys("001");
    table.onFailed();
    assertThat(second.isClean()).isFalse();
    assertThat(commit().rows()).containsOnlyKeys("001");
  }

  @Test
  void commitsAreBounded() {
    for (int i = 0; i < 10; i++) {
      put(i, "x".repeat(100), first);
    }
    TableCommit few = Objects.requireNonNull(table.commit(3, 1 << 20));
    assertThat(few.rows()).containsOnlyKeys("000", "001", "002");
    table.onCommitted();
    assertThat(table.committed()).as("a part of the rows says nothing of the table").isZero();
    TableCommit small = Objects.requireNonNull(table.commit(100, 150));
    assertThat(small.rows()).hasSize(2);
    table.onCommitted();
    commit();
    table.onCommitted();
    assertThat(table.committed()).isEqualTo(10);
    assertThat(table.commit(1, 1)).isNull();
  }

  @Test
  void answersThatAreOlderThanACommitAreIgnored() {
    MetadataTable.Reading reading = table.beginRead();
    put(1, "a", first);
    commit();
    table.onCommitted();
    assertThat(table.evict(1)).isTrue();
    assertThat(table.onRead(reading, 1, null)).isFalse();
    assertThat(table.find(1)).isInstanceOf(Found.Unknown.class);
    assertThat(table.onAllRead(reading)).isFalse();
    MetadataTable.Reading later = table.beginRead();
    assertThat(table.onRead(later, 1, Payload.utf8("1:a"))).isTrue();
    assertThat(table.onAllRead(later)).isTrue();
    assertThat(table.find(2)).isInstanceOf(Found.Absent.class);
  }

  @Test
  void dirtyRowsAreNotEvicted() {
    put(1, "a", first);
    assertThat(table.evict(1)).isFalse();
    assertThat(table.evict(2)).isFalse();
    assertThat(table.isComplete()).isTrue();
  }

  @Test
  void replayedRowsAreCleanIfTheObjectHasThem() {
    MetadataTable<Long, Integer, String> after = MetadataTable.unread("table", new TextRows());
    after.replay(1, "a", 5, first);
    after.replay(2, "b", 6, first);
    after.replay(3, null, 7, first);
    after.replay(4, null, 8, first);
    after.replayHead(3L, 8, first);
    after.onHead(Payload.utf8("7:2"));
    assertThat(after.head()).isEqualTo(3);
    MetadataTable.Reading reading = after.beginRead();
    after.onRead(reading, 1, Payload.utf8("5:a"));
    after.onRead(reading, 2, Payload.utf8("4:old"));
    after.onRead(reading, 3, null);
    after.onRead(reading, 4, Payload.utf8("3:old"));
    assertThat(after.find(2)).isEqualTo(new Found.Present<>("b"));
    TableCommit commit = Objects.requireNonNull(after.commit(10, 100));
    assertThat(commit.rows()).containsOnlyKeys("002");
    assertThat(commit.removed()).isEqualTo(List.of("004"));
    assertThat(after.version()).isEqualTo(8);
  }

  @Test
  void headsAreCommittedAndReplayedLikeRows() {
    table.nextVersion();
    table.putHead(5L, first);
    assertThat(first.tables()).containsExactly(table);
    TableCommit commit = commit();
    assertThat(commit.operations()).hasSize(1);
    table.nextVersion();
    table.putHead(6L, second);
    table.onCommitted();
    assertThat(first.isClean()).isTrue();
    assertThat(second.isClean()).isFalse();
    Segment third = new Segment(20);
    MetadataTable<Long, Integer, String> after = MetadataTable.unread("table", new TextRows());
    after.replayHead(5L, 1, third);
    after.onHead(commit.head());
    assertThat(third.isClean()).isTrue();
    assertThat(after.head()).isEqualTo(5);
  }

  @Test
  void versionsContinueBehindThoseThatAreStored() {
    put(1, "a", first);
    put(1, "b", first);
    table.putHead(77L, first);
    Payload head = commit().head();
    MetadataTable<Long, Integer, String> after = MetadataTable.unread("table", new TextRows());
    assertThat(after.head()).isNull();
    assertThatThrownBy(after::nextVersion).hasMessageContaining("before its head is read");
    after.onHead(head);
    assertThat(after.head()).isEqualTo(77);
    assertThat(after.nextVersion()).isEqualTo(3);
    after.onRead(after.beginRead(), 9, Payload.utf8("20:x"));
    assertThat(after.nextVersion()).isEqualTo(21);
    after.mention(8, "y", 2);
    after.mention(9, "z", 2);
    assertThat(after.list(null, 10)).hasSize(2).containsEntry(9, "x").containsEntry(8, "y");
    assertThat(after.isDirty()).isFalse();
    assertThatThrownBy(after::onCommitted)
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("no commit of table is under way");
  }
}
