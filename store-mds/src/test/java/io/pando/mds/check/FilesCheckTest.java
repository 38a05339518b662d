package io.pando.mds.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.session.ClientIdentity;
import io.pando.id.PoolId;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each thing that can be wrong is found, and nothing else. */
class FilesCheckTest {
  private final SmallFiles files = new SmallFiles();

  /** Spoils a file system, and checks which kinds of problems are found. */
  private void finds(Consumer<SmallFiles> spoil, String... kinds) {
    SmallFiles spoilt = new SmallFiles();
    spoil.accept(spoilt);
    FilesReport report = spoilt.check();
    assertThat(report.problemsByKind().keySet())
        .as("%s", report.problems())
        .containsExactlyInAnyOrder(kinds);
    assertThat(report.problems()).allSatisfy(it -> assertThat(it.sentence()).isNotBlank());
    assertThat(report.total()).isGreaterThanOrEqualTo(kinds.length);
  }

  private static DirEntry primary(Inode inode) {
    return new DirEntry.Primary(inode);
  }

  @Test
  void nothingIsWrong() {
    FilesReport report = files.check();
    assertThat(report.problems()).extracting(Inconsistency::sentence).isEmpty();
    assertThat(report.unchanged()).isTrue();
    assertThat(report.counts())
        .isEqualTo(new FilesReport.Counts(0, 6, 1, new FilesReport.Inodes(3, 2, 0, 0)));
  }

  @Test
  void linksAreCounted() {
    finds(it -> it.link(SmallFiles.file(SmallFiles.L, 0).withLinks(3)), "links");
    finds(it -> it.link(SmallFiles.file(SmallFiles.L, 0).withLinks(1)), "links");
    finds(
        it -> it.entry(SmallFiles.A, "f", primary(SmallFiles.file(SmallFiles.F, 10).withLinks(2))),
        "links");
    finds(it -> it.link(SmallFiles.file(SmallFiles.ino(5), 0)), "links");
    finds(it -> it.unlink(SmallFiles.L), "dangling");
    finds(
        it -> it.entry(Ino.ROOT, "l", new DirEntry.Remote(SmallFiles.L, FileType.FIFO)),
        "dangling");
  }

  @Test
  void totalsAreCounted() {
    FragmentTotals more = SmallFiles.totals(2, 0, new SubtreeTotals(11, 2, 0));
    finds(it -> it.head(SmallFiles.A, more), "totals", "stale");
    finds(
        it -> it.entry(Ino.ROOT, "a", primary(SmallFiles.directory(SmallFiles.A, more))),
        "totals",
        "stale");
    finds(it -> it.link(SmallFiles.directory(Ino.ROOT, more)), "stale");
    finds(it -> it.entry(SmallFiles.A, "f", primary(SmallFiles.file(SmallFiles.F, 12))), "totals");
  }

  @Test
  void rowsAreMissed() {
    finds(it -> it.remove(SmallFiles.A, "f"), "totals", "owner");
    finds(it -> it.remove(Ino.ROOT, "a"), "totals", "owner");
    finds(it -> it.remove(SmallFiles.A, "l"), "totals", "links");
    finds(it -> it.unlink(Ino.ROOT), "unreachable", "owner");
  }

  @Test
  void objectsNeedOwners() {
    finds(it -> it.bytes(SmallFiles.ino(9) + ".00000000", 5), "owner");
    finds(it -> it.bytes(SmallFiles.A + ".00000000", 5), "owner");
    finds(it -> it.bytes("something", 5), "owner");
    finds(it -> it.bytes("odd.object", 5), "owner");
    finds(it -> it.head(SmallFiles.ino(9), FragmentTotals.EMPTY), "owner");
    finds(it -> it.bytes("dir." + SmallFiles.A + ".1/1", 0), "owner");
  }

  @Test
  void theFirstObjectOfAFileThatASessionMayMakeNeedsNone() {
    SessionRow session =
        new SessionRow.OfSession(
            new ClientIdentity("h", "p", "r"), List.of(SmallFiles.range(9, 2)));
    finds(it -> {
      it.numbers(SmallFiles.ino(20));
      it.session(7, session);
      it.bytes(SmallFiles.ino(9) + ".00000000", 5);
    });
    finds(
        it -> {
          it.numbers(SmallFiles.ino(20));
          it.session(7, session);
          it.bytes(SmallFiles.ino(9) + ".00000001", 5);
          it.bytes(SmallFiles.ino(11) + ".00000000", 5);
        },
        "owner");
  }

  @Test
  void filesEndWhereTheySay() {
    finds(it -> it.bytes(SmallFiles.F + ".00000000", 11), "beyond");
    finds(it -> it.bytes(SmallFiles.F + ".00000001", 1), "beyond");
    finds(it -> it.bytes(SmallFiles.F + ".00000007", 0), "beyond");
    finds(it -> it.bytes(SmallFiles.L + ".00000000", 0));
  }

  @Test
  void objectsSayWhereInodesAre() {
    finds(it -> it.pointer(SmallFiles.F + ".00000000", Ino.ROOT, "f"), "pointer");
    finds(it -> it.objects.remove(SmallFiles.F + ".00000000"), "pointer");
    finds(
        it -> it.pointer(DirectoryFormat.objectName(SmallFiles.whole(SmallFiles.A)), Ino.ROOT, "b"),
        "pointer");
  }

  @Test
  void inodesHaveOnePlace() {
    finds(
        it -> it.entry(Ino.ROOT, "g", primary(SmallFiles.file(SmallFiles.F, 10))),
        "twice",
        "totals",
        "pointer");
    finds(
        it -> {
          it.remove(Ino.ROOT, "a");
          it.entry(SmallFiles.A, "a", primary(SmallFiles.directory(SmallFiles.A, SmallFiles.OF_A)));
        },
        "unreachable",
        "totals",
        "pointer");
    finds(
        it -> it.entry(SmallFiles.STRAYS, "x", primary(SmallFiles.file(SmallFiles.ino(9), 0))),
        "totals",
        "inode",
        "links");
    finds(
        it ->
            it.entry(
                SmallFiles.A,
                new EntryKey(17, EntryName.of("f")),
                primary(SmallFiles.file(SmallFiles.F, 10)),
                3),
        "place",
        "twice",
        "totals");
  }

  @Test
  void inodesHavePoolsOfTheFileSystem() {
    FileLayout other = new FileLayout(4_096, 1, 4_096, new PoolId(5));
    finds(
        it ->
            it.entry(
                SmallFiles.A,
                "f",
                primary(SmallFiles.inode(SmallFiles.F, new InodeContent.File(other, 10, 0, 0)))),
        "inode",
        "owner",
        "pointer");
  }

  @Test
  void numbersAreGivenOnce() {
    finds(it -> it.numbers(SmallFiles.ino(2)), "inode", "session");
    finds(
        it ->
            it.session(
                7,
                new SessionRow.OfSession(
                    new ClientIdentity("h", "p", "r"), List.of(SmallFiles.range(1, 5)))),
        "inode");
    finds(
        it ->
            it.session(
                8,
                new SessionRow.OfSession(
                    new ClientIdentity("h", "p", "r"), List.of(SmallFiles.range(60, 5)))),
        "session");
    finds(
        it -> it.row(new SessionKey(9, 4), new SessionRow.OfAnswer(SmallFiles.F, true)), "session");
  }

  @Test
  void whatCannotBeReadIsReported() {
    String object = DirectoryFormat.objectName(SmallFiles.whole(SmallFiles.A));
    finds(it -> it.garbage(object, SmallFiles.key("x").text()), "unreadable");
    finds(it -> it.garbage(object, "x"), "unreadable");
  }

  @Test
  void theJournalCountsForMoreThanObjects() {
    RowChange links = new RowChange.PutInode(9, SmallFiles.file(SmallFiles.L, 0).withLinks(2));
    finds(it -> {
      it.link(SmallFiles.file(SmallFiles.L, 0).withLinks(5));
      it.journal(links);
    });
    finds(it -> it.journal(new RowChange.RemoveInode(9, SmallFiles.L)), "dangling");
    finds(
        it -> {
          it.entry(
              SmallFiles.A, SmallFiles.key("f"), primary(SmallFiles.file(SmallFiles.F, 10)), 5);
          it.journal(
              new RowChange.PutEntry(
                  SmallFiles.whole(SmallFiles.A),
                  4,
                  EntryName.of("f"),
                  primary(SmallFiles.file(SmallFiles.F, 10))));
        },
        "ahead");
  }

  @Test
  void totalsOnTheirWayAreNoProblem() {
    FragmentTotals more = SmallFiles.totals(2, 0, new SubtreeTotals(12, 2, 0));
    files.journal(
        new RowChange.PutTotals(SmallFiles.whole(SmallFiles.A), 4, more),
        new RowChange.PutEntry(
            SmallFiles.whole(SmallFiles.A),
            4,
            EntryName.of("f"),
            primary(SmallFiles.file(SmallFiles.F, 12))));
    FilesReport report = files.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.counts().inodes().onTheirWay()).isEqualTo(1);
    assertThat(report.counts().journalRecords()).isEqualTo(2);
  }

  @Test
  void damageOfTheJournalIsNotSkipped() {
    files.journal(new RowChange.RemoveInode(9, SmallFiles.L));
    assertThat(files.objects.flip("journal.0.0", 60, 3)).isTrue();
    FilesReport report = files.check();
    assertThat(report.problems())
        .singleElement()
        .isInstanceOfSatisfying(
            Inconsistency.DamagedJournal.class,
            it -> assertThat(it.object()).isEqualTo("journal.0.0"));
    finds(it -> it.objects.remove("journal.0"), "journal");
  }

  @Test
  void changesMeanwhileAreNoticed() {
    int[] calls = new int[1];
    FilesReport report =
        PlayedCheck.run(
            files.objects,
            SmallFiles.TARGET,
            () -> {
              calls[0]++;
              if (calls[0] == 12) {
                files.journal(new RowChange.PutInode(9, SmallFiles.file(SmallFiles.L, 0)));
              }
            });
    assertThat(calls[0]).isGreaterThan(12);
    assertThat(report.unchanged()).isFalse();
  }

  @Test
  void aFileSystemThatWasNeverServedIsEmpty() {
    CheckTarget fresh =
        new CheckTarget(
            SmallFiles.TARGET.hash(),
            new JournalLayout(0, 4_096),
            false,
            new PoolId(1),
            List.of(SmallFiles.DATA));
    FilesReport report = PlayedCheck.run(new PlayedObjects(), fresh);
    assertThat(report.problems()).isEmpty();
    assertThat(report.counts())
        .isEqualTo(new FilesReport.Counts(0, 0, 0, new FilesReport.Inodes(0, 0, 0, 0)));
  }
}
