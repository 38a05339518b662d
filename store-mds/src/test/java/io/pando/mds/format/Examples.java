package io.pando.mds.format;

import io.pando.bytes.Payload;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.id.PoolId;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One record of each kind. */
final class Examples {
  static final FragmentId FRAGMENT = new FragmentId(Ino.ROOT, new DirFragment(2, 3));
  static final EntryName NAME = EntryName.of(new byte[] {'a', (byte) 0xff});
  static final FragmentTotals TOTALS =
      new FragmentTotals(3, 1, new SubtreeTotals(300, 9, 2), new Timestamp(-7, 8));
  static final Inode FILE =
      new Inode(
          new Ino(0x1_0000_0000_07L),
          new Permissions(04755, 1000, -1),
          FileTimes.bornAt(new Timestamp(1_700_000_000, 5)),
          1,
          new InodeContent.File(FileLayout.usual(new PoolId(4)), 10, 4096, 0),
          new TreeMap<>(Map.of("user.note", Payload.utf8("x"))));
  static final Inode DIRECTORY =
      FILE.withContent(InodeContent.Directory.empty().withTotals(TOTALS))
          .withAttributes(new TreeMap<>());

  static final SessionRow SESSION =
      new SessionRow.OfSession(
          new ClientIdentity("node7", "mount /mnt", "0.2.0"),
          List.of(new InoRange(Ino.FIRST_FREE, 16_384), new InoRange(new Ino(7), 1)));

  static final BackPointer POINTER =
      new BackPointer(
          List.of(
              new BackPointer.Ancestor(DIRECTORY.ino(), NAME),
              new BackPointer.Ancestor(Ino.ROOT, EntryName.of("d"))));

  private Examples() {}

  /** Records of the journal by name. */
  static Map<String, JournalRecord> journal() {
    Map<String, JournalRecord> records = new LinkedHashMap<>();
    DirEntry entry = new DirEntry.Primary(FILE);
    records.put("put-entry", update(new RowChange.PutEntry(FRAGMENT, 7, NAME, entry)));
    records.put("remove-entry", update(new RowChange.RemoveEntry(FRAGMENT, 8, NAME)));
    records.put(
        "put-link",
        update(
            new RowChange.PutInode(9, FILE.withLinks(2)),
            new RowChange.PutEntry(
                FRAGMENT, 9, NAME, new DirEntry.Remote(FILE.ino(), FileType.REGULAR)),
            new RowChange.PutTotals(FRAGMENT, 9, TOTALS)));
    records.put("remove-link", update(new RowChange.RemoveInode(10, FILE.ino())));
    records.put(
        "segment",
        new JournalRecord.SegmentStart(
            List.of(
                new RowChange.MentionEntry(FRAGMENT, 3, NAME, new DirEntry.Primary(DIRECTORY)))));
    records.put("empty", update());
    records.put(
        "put-session",
        update(
            new RowChange.PutNumbers(11, new Ino(0x1_0000_4000_00L)),
            new RowChange.PutSessionRow(11, SessionKey.of(-2), SESSION)));
    records.put(
        "put-answer",
        update(
            new RowChange.PutSessionRow(
                12, new SessionKey(-2, 70), new SessionRow.OfAnswer(FILE.ino(), true))));
    records.put(
        "remove-session",
        update(new RowChange.RemoveSessionRows(13, -2, List.of(0L, 70L, 1_000L))));
    records.put("remove-fragment", update(new RowChange.RemoveFragment(FRAGMENT, 14)));
    return records;
  }

  private static JournalRecord update(RowChange... changes) {
    return new JournalRecord.Update(List.of(changes));
  }

  static JournalHead head() {
    return new JournalHead(1, 5 << 20, (4 << 20) + 77, 300);
  }
}
