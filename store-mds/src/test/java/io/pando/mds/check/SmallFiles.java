package io.pando.mds.check;

import io.pando.bytes.Payload;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.id.PoolId;
import io.pando.mds.format.BackPointer;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.format.SessionFormat;
import io.pando.mds.journal.JournalEffect;
import io.pando.mds.journal.JournalEnd;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.journal.JournalWriter;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.table.Nothing;
import io.pando.mds.table.Stored;
import io.pando.mds.table.TableCommit;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import io.pando.op.ObjectOp;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects of a small file system.
 *
 * <pre>
 *  /a          directory
 *  /a/f        file of 10 bytes
 *  /l, /a/l    one file
 * </pre>
 */
final class SmallFiles {
  static final PoolId DATA = new PoolId(2);
  static final FileLayout LAYOUT = new FileLayout(4_096, 1, 4_096, DATA);
  static final CheckTarget TARGET =
      new CheckTarget(
          new NameHash(9), new JournalLayout(0, 4_096), true, new PoolId(1), List.of(DATA));

  static final Ino STRAYS = new Ino(256);
  static final Ino A = ino(0);
  static final Ino F = ino(1);
  static final Ino L = ino(2);
  static final FragmentTotals OF_A = totals(2, 0, new SubtreeTotals(10, 2, 0));
  static final FragmentTotals OF_ROOT = totals(1, 1, new SubtreeTotals(10, 3, 1));

  private int written;

  final PlayedObjects objects = new PlayedObjects();
  private final JournalWriter journal = new JournalWriter(TARGET.journal(), JournalEnd.EMPTY);

  SmallFiles() {
    journal.create(this::write);
    journal.onHeadWritten(this::write);
    link(directory(Ino.ROOT, OF_ROOT));
    link(directory(STRAYS, FragmentTotals.EMPTY));
    link(file(L, 0).withLinks(2));
    head(Ino.ROOT, OF_ROOT);
    entry(Ino.ROOT, "a", new DirEntry.Primary(directory(A, OF_A)));
    entry(Ino.ROOT, "l", new DirEntry.Remote(L, file(L, 0).type()));
    head(A, OF_A);
    entry(A, "f", new DirEntry.Primary(file(F, 10)));
    entry(A, "l", new DirEntry.Remote(L, file(L, 0).type()));
    pointer(DirectoryFormat.objectName(whole(A)), Ino.ROOT, "a");
    bytes(F + ".00000000", 10);
    pointer(F + ".00000000", A, "f");
    numbers(ino(100));
    session(7, new SessionRow.OfSession(new ClientIdentity("h", "p", "r"), List.of(range(50, 50))));
  }

  FilesReport check() {
    return PlayedCheck.run(objects, TARGET);
  }

  static Ino ino(int number) {
    return new Ino(Ino.FIRST_FREE.value() + number);
  }

  static InoRange range(int first, int count) {
    return new InoRange(ino(first), count);
  }

  static FragmentId whole(Ino directory) {
    return new FragmentId(directory, DirFragment.WHOLE);
  }

  static FragmentTotals totals(long files, long directories, SubtreeTotals subtree) {
    return new FragmentTotals(files, directories, subtree, Timestamp.EPOCH);
  }

  static Inode directory(Ino ino, FragmentTotals totals) {
    return inode(ino, InodeContent.Directory.empty().withTotals(totals));
  }

  static Inode file(Ino ino, long size) {
    return inode(ino, new InodeContent.File(LAYOUT, size, 0, 0));
  }

  static Inode inode(Ino ino, InodeContent content) {
    return new Inode(
        ino,
        new Permissions(0755, 0, 0),
        FileTimes.bornAt(Timestamp.EPOCH),
        1,
        content,
        new TreeMap<>());
  }

  // Objects

  private void set(String object, ObjectOp operation) {
    var _ = objects.execute(object, List.of(operation));
  }

  private static ObjectOp row(String key, Payload value) {
    return new ObjectOp.SetEntries(new TreeMap<>(Map.of(key, value)));
  }

  void link(Inode inode) {
    LinkFormat format = new LinkFormat();
    String object = LinkFormat.objectName(LinkFormat.slice(inode.ino()));
    set(object, row(format.text(inode.ino()), format.encode(new Stored<>(3, inode))));
    set(
        object,
        new ObjectOp.SetAttribute(
            TableCommit.HEAD, format.encodeHead(new Stored<>(3, Nothing.NOTHING))));
  }

  void unlink(Ino ino) {
    set(
        LinkFormat.objectName(LinkFormat.slice(ino)),
        new ObjectOp.RemoveEntries(List.of(new LinkFormat().text(ino))));
  }

  void head(Ino directory, FragmentTotals totals) {
    set(
        DirectoryFormat.objectName(whole(directory)),
        new ObjectOp.SetAttribute(
            TableCommit.HEAD, new DirectoryFormat().encodeHead(new Stored<>(3, totals))));
  }

  void entry(Ino directory, String name, DirEntry entry) {
    entry(directory, key(name), entry, 3);
  }

  void entry(Ino directory, EntryKey key, DirEntry entry, long version) {
    set(
        DirectoryFormat.objectName(whole(directory)),
        row(key.text(), new DirectoryFormat().encode(new Stored<>(version, entry))));
  }

  void remove(Ino directory, String name) {
    set(
        DirectoryFormat.objectName(whole(directory)),
        new ObjectOp.RemoveEntries(List.of(key(name).text())));
  }

  static EntryKey key(String name) {
    return EntryKey.of(EntryName.of(name), TARGET.hash());
  }

  void pointer(String object, Ino directory, String name) {
    BackPointer pointer =
        new BackPointer(List.of(new BackPointer.Ancestor(directory, EntryName.of(name))));
    set(
        object,
        new ObjectOp.SetAttribute(
            BackPointer.ATTRIBUTE, MetadataRecords.BACK_POINTER.encode(pointer)));
  }

  void bytes(String object, int bytes) {
    set(object, new ObjectOp.Write(0, Payload.wrap(new byte[bytes])));
  }

  void garbage(String object, String key) {
    set(object, row(key, Payload.utf8("garbage")));
  }

  void numbers(Ino next) {
    set(
        SessionFormat.objectName(0),
        new ObjectOp.SetAttribute(
            TableCommit.HEAD, new SessionFormat(0).encodeHead(new Stored<>(3, next))));
  }

  void session(long session, SessionRow row) {
    row(SessionKey.of(session), row);
  }

  void row(SessionKey key, SessionRow row) {
    SessionFormat format = new SessionFormat(0);
    set(SessionFormat.objectName(0), row(format.text(key), format.encode(new Stored<>(3, row))));
  }

  // Journal

  /** Adds a segment to the journal, with an update. */
  void journal(RowChange... changes) {
    journal.beginSegment(
        MetadataRecords.JOURNAL.encode(new JournalRecord.SegmentStart(List.of())), this::write);
    long _ =
        journal.append(
            MetadataRecords.JOURNAL.encode(new JournalRecord.Update(List.of(changes))),
            this::write);
    while (written > 0) {
      written--;
      journal.onWritten(this::write);
    }
  }

  private void write(JournalEffect effect) {
    switch (effect) {
      case JournalEffect.Write it -> {
        set(it.object(), new ObjectOp.Write(it.offset(), it.bytes()));
        written++;
      }
      case JournalEffect.WriteHead it ->
          set(
              it.object(),
              new ObjectOp.SetAttribute(
                  JournalHead.ATTRIBUTE, MetadataRecords.JOURNAL_HEAD.encode(it.head())));
      case JournalEffect.Remove _ -> throw new AssertionError("the journal is short");
    }
  }
}
