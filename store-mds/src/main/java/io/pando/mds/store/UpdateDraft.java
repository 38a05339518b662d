package io.pando.mds.store;

import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * An update that is being put together. Each table that it changes gets one new version. Its head
 * must be in memory, and no other update may be ordered before {@link #order}.
 */
public final class UpdateDraft {
  private final RankMetadata metadata;
  private final ToLongFunction<List<RowChange>> order;
  private final List<RowChange> changes = new ArrayList<>();
  private final Map<MetadataTable<?, ?, ?>, Long> versions = new LinkedHashMap<>();

  private final long segment;

  UpdateDraft(RankMetadata metadata, long segment, ToLongFunction<List<RowChange>> order) {
    this.metadata = metadata;
    this.segment = segment;
    this.order = order;
  }

  /** Number of the first record of the segment of the journal that will have this update. */
  public long segment() {
    return segment;
  }

  private long version(MetadataTable<?, ?, ?> table) {
    return versions.computeIfAbsent(table, MetadataTable::nextVersion);
  }

  private long version(FragmentId fragment) {
    return version(metadata.fragment(fragment));
  }

  public UpdateDraft putEntry(FragmentId fragment, EntryName name, DirEntry entry) {
    changes.add(new RowChange.PutEntry(fragment, version(fragment), name, entry));
    return this;
  }

  public UpdateDraft removeEntry(FragmentId fragment, EntryName name) {
    changes.add(new RowChange.RemoveEntry(fragment, version(fragment), name));
    return this;
  }

  public UpdateDraft putTotals(FragmentId fragment, FragmentTotals totals) {
    changes.add(new RowChange.PutTotals(fragment, version(fragment), totals));
    return this;
  }

  /** Removes a fragment of a directory that was removed, and whose object was. */
  public UpdateDraft removeFragment(FragmentId fragment) {
    long version = metadata.fragment(fragment).version();
    changes.add(new RowChange.RemoveFragment(fragment, version));
    return this;
  }

  public UpdateDraft putInode(Inode inode) {
    changes.add(new RowChange.PutInode(version(metadata.links(inode.ino())), inode));
    return this;
  }

  public UpdateDraft removeInode(Ino ino) {
    changes.add(new RowChange.RemoveInode(version(metadata.links(ino)), ino));
    return this;
  }

  public UpdateDraft putSessionRow(SessionKey key, SessionRow row) {
    changes.add(new RowChange.PutSessionRow(version(metadata.sessions()), key, row));
    return this;
  }

  /** Removes rows of a session; the requests are numbers as in {@link SessionKey#request}. */
  public UpdateDraft removeSessionRows(long session, List<Long> requests) {
    changes.add(new RowChange.RemoveSessionRows(version(metadata.sessions()), session, requests));
    return this;
  }

  public UpdateDraft putNumbers(Ino next) {
    changes.add(new RowChange.PutNumbers(version(metadata.sessions()), next));
    return this;
  }

  /** Mentions an entry that does not change: an ancestor of one that does. */
  public UpdateDraft mention(FragmentId fragment, long version, EntryName name, DirEntry entry) {
    changes.add(new RowChange.MentionEntry(fragment, version, name, entry));
    return this;
  }

  /** Carries out the update, and returns the number of its record. */
  public long order() {
    return order.applyAsLong(changes);
  }
}
