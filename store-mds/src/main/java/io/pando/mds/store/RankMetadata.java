package io.pando.mds.store;

import io.pando.check.Invariant;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.format.SessionFormat;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.table.Nothing;
import io.pando.mds.table.RowWatch;
import io.pando.mds.table.Segment;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables of a rank, as far as they are in memory. */
public final class RankMetadata {
  private final NameHash hash;
  private RowListener listener = RowListener.NONE;
  private final DirectoryFormat directoryFormat = new DirectoryFormat();
  private final LinkFormat linkFormat = new LinkFormat();
  private final NavigableMap<FragmentId, MetadataTable<FragmentTotals, EntryKey, DirEntry>>
      fragments = new TreeMap<>();
  private final NavigableMap<Long, MetadataTable<Nothing, Ino, Inode>> links = new TreeMap<>();
  private final MetadataTable<Ino, SessionKey, SessionRow> sessions;

  /**
   * No tables, of rank 0.
   *
   * @param hash of the names of the file system
   */
  public RankMetadata(NameHash hash) {
    this(hash, 0);
  }

  /**
   * No tables.
   *
   * @param hash of the names of the file system
   * @param rank the rank
   */
  public RankMetadata(NameHash hash, int rank) {
    this.hash = hash;
    this.sessions = MetadataTable.unread(SessionFormat.objectName(rank), new SessionFormat(rank));
  }

  /** Follows all rows from now on; no table must be in memory yet. */
  public void listen(RowListener follower) {
    Invariant.check(
        fragments.isEmpty() && links.isEmpty(), "rows are followed after some were read");
    listener = follower;
  }

  private RowWatch<FragmentTotals, EntryKey, DirEntry> watch(FragmentId id) {
    return new RowWatch<>() {
      @Override
      public void onRow(EntryKey key, @Nullable DirEntry before, @Nullable DirEntry after) {
        listener.onEntry(id, key, before, after);
      }

      @Override
      public void onPut(
          EntryKey key, @Nullable DirEntry before, @Nullable DirEntry after, Segment segment) {
        listener.onPut(id, key, before, after, segment);
      }

      @Override
      public void onHead(@Nullable FragmentTotals before, FragmentTotals after, Segment segment) {
        listener.onTotals(id, before, after, segment);
      }
    };
  }

  private RowWatch<Nothing, Ino, Inode> watchLinks() {
    return new RowWatch<>() {
      @Override
      public void onRow(Ino ino, @Nullable Inode before, @Nullable Inode after) {
        listener.onInode(ino, before, after);
      }

      @Override
      public void onHead(@Nullable Nothing before, Nothing after, Segment segment) {}
    };
  }

  /** A fragment of a directory. */
  public MetadataTable<FragmentTotals, EntryKey, DirEntry> fragment(FragmentId id) {
    return fragments.computeIfAbsent(
        id, _ -> MetadataTable.unread(DirectoryFormat.objectName(id), directoryFormat, watch(id)));
  }

  /** Whether anything of a fragment was asked for, read or created before. */
  public boolean isKnown(FragmentId id) {
    return fragments.containsKey(id);
  }

  /** Forgets a fragment of which nothing is in memory; false if something is. */
  boolean forget(FragmentId id) {
    MetadataTable<?, ?, ?> table = fragments.get(id);
    return table != null && table.isIdle() && fragments.remove(id, table);
  }

  /** The next fragment that was asked for, read or created; null at the end. */
  public @Nullable FragmentId fragmentAfter(@Nullable FragmentId id) {
    if (id == null) {
      return fragments.isEmpty() ? null : fragments.firstKey();
    }
    return fragments.higherKey(id);
  }

  /** An inode of the next part of the link table of which rows are in memory; null at the end. */
  public @Nullable Ino linksAfter(@Nullable Ino ino) {
    Map.Entry<Long, MetadataTable<Nothing, Ino, Inode>> next =
        ino == null ? links.firstEntry() : links.higherEntry(LinkFormat.slice(ino));
    while (next != null) {
      SortedMap<Ino, Inode> rows = next.getValue().list(null, 1);
      if (!rows.isEmpty()) {
        return rows.firstKey();
      }
      next = links.higherEntry(next.getKey());
    }
    return null;
  }

  /** Number of rows in memory, without those of sessions; costs time by the number of tables. */
  public long rowsInMemory() {
    long rows = 0;
    for (MetadataTable<?, ?, ?> each : fragments.values()) {
      rows += each.rowsInMemory();
    }
    for (MetadataTable<?, ?, ?> each : links.values()) {
      rows += each.rowsInMemory();
    }
    return rows;
  }

  /** The only fragment of a directory that is created now. */
  public MetadataTable<FragmentTotals, EntryKey, DirEntry> create(FragmentId id) {
    MetadataTable<FragmentTotals, EntryKey, DirEntry> created =
        MetadataTable.created(DirectoryFormat.objectName(id), directoryFormat, watch(id));
    Invariant.check(fragments.put(id, created) == null, () -> id + " was there before");
    return created;
  }

  /** The part of the link table in which an inode is. */
  public MetadataTable<Nothing, Ino, Inode> links(Ino ino) {
    long slice = LinkFormat.slice(ino);
    return links.computeIfAbsent(
        slice, _ -> MetadataTable.unread(LinkFormat.objectName(slice), linkFormat, watchLinks()));
  }

  /** The sessions of the rank, with the next inode number as head. */
  public MetadataTable<Ino, SessionKey, SessionRow> sessions() {
    return sessions;
  }

  /** Carries out a change that was decided now, in the version that its table has. */
  public void apply(RowChange change, Segment segment) {
    switch (change) {
      case RowChange.InDirectory it -> apply(it, segment);
      case RowChange.InLinks it -> {
        MetadataTable<Nothing, Ino, Inode> table = links(it.ino());
        checkVersion(table, it.version());
        table.put(it.ino(), it instanceof RowChange.PutInode put ? put.inode() : null, segment);
      }
      case RowChange.InSessions it -> {
        checkVersion(sessions, it.version());
        apply(it, segment);
      }
    }
  }

  /** Forgets a table: its object was removed. */
  private void drop(FragmentId id) {
    MetadataTable<?, ?, ?> dropped = fragments.remove(id);
    if (dropped != null) {
      dropped.drop();
    }
  }

  private void apply(RowChange.InDirectory change, Segment segment) {
    MetadataTable<FragmentTotals, EntryKey, DirEntry> table = fragment(change.fragment());
    switch (change) {
      case RowChange.PutEntry it -> {
        checkVersion(table, it.version());
        table.put(EntryKey.of(it.name(), hash), it.entry(), segment);
      }
      case RowChange.RemoveEntry it -> {
        checkVersion(table, it.version());
        table.put(EntryKey.of(it.name(), hash), null, segment);
      }
      case RowChange.PutTotals it -> {
        checkVersion(table, it.version());
        table.putHead(it.totals(), segment);
      }
      case RowChange.MentionEntry _ -> {}
      case RowChange.RemoveFragment it -> drop(it.fragment());
    }
  }

  private void apply(RowChange.InSessions change, Segment segment) {
    switch (change) {
      case RowChange.PutSessionRow it -> sessions.put(it.key(), it.row(), segment);
      case RowChange.RemoveSessionRows it ->
          it.requests()
              .forEach(each -> sessions.put(new SessionKey(it.session(), each), null, segment));
      case RowChange.PutNumbers it -> sessions.putHead(it.next(), segment);
    }
  }

  private static void checkVersion(MetadataTable<?, ?, ?> table, long version) {
    Invariant.check(
        table.version() == version,
        () -> "%s has version %d, not %d".formatted(table.object(), table.version(), version));
  }

  /** Carries out a change that the journal has, after a failure. */
  public void replay(RowChange change, Segment segment) {
    switch (change) {
      case RowChange.PutEntry it ->
          fragment(it.fragment())
              .replay(EntryKey.of(it.name(), hash), it.entry(), it.version(), segment);
      case RowChange.RemoveEntry it ->
          fragment(it.fragment()).replay(EntryKey.of(it.name(), hash), null, it.version(), segment);
      case RowChange.PutTotals it ->
          fragment(it.fragment()).replayHead(it.totals(), it.version(), segment);
      case RowChange.MentionEntry it ->
          fragment(it.fragment()).mention(EntryKey.of(it.name(), hash), it.entry(), it.version());
      case RowChange.RemoveFragment it -> drop(it.fragment());
      case RowChange.PutInode it ->
          links(it.ino()).replay(it.ino(), it.inode(), it.version(), segment);
      case RowChange.RemoveInode it ->
          links(it.ino()).replay(it.ino(), null, it.version(), segment);
      case RowChange.PutSessionRow it -> sessions.replay(it.key(), it.row(), it.version(), segment);
      case RowChange.RemoveSessionRows it ->
          it.requests()
              .forEach(each ->
                  sessions.replay(new SessionKey(it.session(), each), null, it.version(), segment));
      case RowChange.PutNumbers it -> sessions.replayHead(it.next(), it.version(), segment);
    }
  }
}
