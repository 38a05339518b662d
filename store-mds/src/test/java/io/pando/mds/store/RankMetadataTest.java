package io.pando.mds.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.table.Nothing;
import io.pando.mds.table.Segment;
import io.pando.mds.table.TableCommit;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Changes that are carried out when they are decided give the same as when they are replayed. */
class RankMetadataTest {
  private static final NameHash HASH = new NameHash(3);
  private static final FragmentId ROOT = new FragmentId(Ino.ROOT, DirFragment.WHOLE);
  private static final EntryName NAME = EntryName.of("name");
  private static final EntryName OTHER = EntryName.of("other");
  private static final FragmentTotals ONE =
      new FragmentTotals(1, 0, new SubtreeTotals(0, 1, 0), new Timestamp(9, 0));
  private static final Inode FIFO =
      new Inode(
          new Ino(70_000),
          new Permissions(0600, 0, 0),
          FileTimes.bornAt(Timestamp.EPOCH),
          2,
          new InodeContent.Special(FileType.FIFO, 0),
          new TreeMap<>());
  private static final DirEntry REMOTE = new DirEntry.Remote(FIFO.ino(), FileType.FIFO);

  private static final SessionKey ANSWER = new SessionKey(5, 2);
  private static final SessionRow DONE = new SessionRow.OfAnswer(null, false);

  private final Segment segment = new Segment(1);
  private final RankMetadata live = new RankMetadata(HASH);
  private final RankMetadata replayed = new RankMetadata(HASH);

  private static List<RowChange> changes() {
    return List.of(
        new RowChange.PutEntry(ROOT, 1, NAME, new DirEntry.Primary(FIFO)),
        new RowChange.PutTotals(ROOT, 1, ONE),
        new RowChange.PutEntry(ROOT, 2, OTHER, REMOTE),
        new RowChange.PutEntry(ROOT, 2, NAME, REMOTE),
        new RowChange.PutInode(1, FIFO),
        new RowChange.RemoveEntry(ROOT, 3, NAME),
        new RowChange.PutNumbers(1, new Ino(77)),
        new RowChange.PutSessionRow(1, ANSWER, DONE),
        new RowChange.PutSessionRow(1, new SessionKey(5, 3), DONE),
        new RowChange.RemoveSessionRows(2, 5, List.of(3L)));
  }

  private void decide() {
    live.create(ROOT);
    live.links(FIFO.ino()).onHead(null);
    live.sessions().onHead(null);
    for (RowChange change : changes()) {
      MetadataTable<?, ?, ?> table =
          switch (change) {
            case RowChange.InDirectory it -> live.fragment(it.fragment());
            case RowChange.InLinks it -> live.links(it.ino());
            case RowChange.InSessions _ -> live.sessions();
          };
      long version =
          switch (change) {
            case RowChange.InDirectory it -> it.version();
            case RowChange.InLinks it -> it.version();
            case RowChange.InSessions it -> it.version();
          };
      if (table.version() < version) {
        table.nextVersion();
      }
      live.apply(change, segment);
    }
  }

  private void check(RankMetadata metadata) {
    MetadataTable<FragmentTotals, EntryKey, DirEntry> root = metadata.fragment(ROOT);
    assertThat(root.find(EntryKey.of(OTHER, HASH))).isEqualTo(new Found.Present<>(REMOTE));
    assertThat(root.find(EntryKey.of(NAME, HASH))).isInstanceOf(Found.Absent.class);
    assertThat(root.head()).isEqualTo(ONE);
    assertThat(root.version()).isEqualTo(3);
    MetadataTable<Nothing, Ino, Inode> links = metadata.links(FIFO.ino());
    assertThat(links.find(FIFO.ino())).isEqualTo(new Found.Present<>(FIFO));
    assertThat(metadata.sessions().find(ANSWER)).isEqualTo(new Found.Present<>(DONE));
    assertThat(metadata.sessions().find(new SessionKey(5, 3))).isInstanceOf(Found.Absent.class);
    assertThat(metadata.sessions().head()).isEqualTo(new Ino(77));
    assertThat(metadata.sessions().version()).isEqualTo(2);
    assertThat(root.commit(10, 1_000)).isNotNull();
    root.onFailed();
  }

  @Test
  void replayGivesWhatWasDecided() {
    decide();
    check(live);
    for (int times = 0; times < 2; times++) {
      changes().forEach(change -> replayed.replay(change, segment));
      check(replayed);
    }
    TableCommit committed = commit(live);
    assertThat(commit(replayed).rows()).isEqualTo(committed.rows());
    assertThat(commit(replayed).head()).isEqualTo(committed.head());
    assertThat(commit(replayed).removed()).hasSize(1);
    assertThat(committed.removed()).as("it was never in the object").isEmpty();
  }

  private static TableCommit commit(RankMetadata metadata) {
    MetadataTable<?, ?, ?> table = metadata.fragment(ROOT);
    TableCommit commit = Objects.requireNonNull(table.commit(10, 1_000));
    table.onFailed();
    return commit;
  }

  @Test
  void mentionsAreNotChanges() {
    RowChange mention = new RowChange.MentionEntry(ROOT, 5, NAME, REMOTE);
    replayed.replay(mention, segment);
    assertThat(segment.isClean()).isTrue();
    assertThat(replayed.fragment(ROOT).find(EntryKey.of(NAME, HASH)))
        .isEqualTo(new Found.Present<>(REMOTE));
    live.create(ROOT);
    live.apply(mention, segment);
    assertThat(live.fragment(ROOT).find(EntryKey.of(NAME, HASH))).isInstanceOf(Found.Absent.class);
  }

  @Test
  void changesOfAnotherVersionAreNotCarriedOut() {
    live.create(ROOT);
    assertThatThrownBy(() -> live.apply(new RowChange.PutTotals(ROOT, 1, ONE), segment))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("dir.1.0/0 has version 0, not 1");
    assertThatThrownBy(() -> live.create(ROOT)).hasMessageContaining("1#0/0 was there before");
  }
}
