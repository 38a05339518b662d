package io.pando.mds.check;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.table.Nothing;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The newest changes of rows that the journal has: they count for more than the objects. */
final class JournalRows {
  private final NameHash hash;
  private final SortedMap<FragmentId, TableRows<FragmentTotals, EntryKey, DirEntry>> fragments =
      new TreeMap<>();
  private final SortedMap<Long, TableRows<Nothing, Ino, Inode>> links = new TreeMap<>();
  private final TableRows<Ino, SessionKey, SessionRow> sessions = new TableRows<>();
  private final SortedSet<Ino> changedTotals = new TreeSet<>();
  private long records;

  JournalRows(NameHash hash) {
    this.hash = hash;
  }

  long records() {
    return records;
  }

  /** Changes of a fragment; none if the journal does not have it. */
  TableRows<FragmentTotals, EntryKey, DirEntry> fragment(FragmentId id) {
    return fragments.getOrDefault(id, new TableRows<>());
  }

  TableRows<Nothing, Ino, Inode> links(long slice) {
    return links.getOrDefault(slice, new TableRows<>());
  }

  TableRows<Ino, SessionKey, SessionRow> sessions() {
    return sessions;
  }

  /** All fragments that the journal changes. */
  Iterable<FragmentId> fragments() {
    return fragments.keySet();
  }

  /** All parts of the link table that the journal changes. */
  Iterable<Long> links() {
    return links.keySet();
  }

  /** Whether totals of a directory may be on their way upwards. */
  boolean hasTotals(Ino directory) {
    return changedTotals.contains(directory);
  }

  /** Whether the journal has put an inode at this place, so that its object need not say it. */
  boolean hasPlace(FragmentId fragment, EntryKey key, Ino ino) {
    return fragment(fragment).changed(key) instanceof DirEntry.Primary it && it.ino().equals(ino);
  }

  /** The next record of the journal. */
  void add(JournalRecord record) {
    records++;
    record.changes().forEach(this::add);
  }

  private void add(RowChange change) {
    switch (change) {
      case RowChange.InDirectory it -> add(it);
      case RowChange.InLinks it ->
          links
              .computeIfAbsent(LinkFormat.slice(it.ino()), _ -> new TableRows<>())
              .put(
                  it.ino(),
                  it.version(),
                  it instanceof RowChange.PutInode put ? put.inode() : null);
      case RowChange.PutSessionRow it -> sessions.put(it.key(), it.version(), it.row());
      case RowChange.RemoveSessionRows it ->
          it.requests()
              .forEach(
                  each -> sessions.put(new SessionKey(it.session(), each), it.version(), null));
      case RowChange.PutNumbers it -> sessions.putHead(it.next());
    }
  }

  private void add(RowChange.InDirectory change) {
    FragmentId id = change.fragment();
    switch (change) {
      case RowChange.PutEntry it -> rows(id).put(key(it), it.version(), it.entry());
      case RowChange.RemoveEntry it ->
          rows(id).put(EntryKey.of(it.name(), hash), it.version(), null);
      case RowChange.PutTotals it -> {
        changedTotals.add(id.directory());
        rows(id).putHead(it.totals());
      }
      case RowChange.MentionEntry _ -> {}
      case RowChange.RemoveFragment _ -> fragments.remove(id);
    }
  }

  private EntryKey key(RowChange.PutEntry put) {
    return EntryKey.of(put.name(), hash);
  }

  private TableRows<FragmentTotals, EntryKey, DirEntry> rows(FragmentId id) {
    return fragments.computeIfAbsent(id, _ -> new TableRows<>());
  }
}
