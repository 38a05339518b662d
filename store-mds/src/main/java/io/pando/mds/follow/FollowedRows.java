package io.pando.mds.follow;

import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest change of each row that a journal has: all that a replay of the journal would leave,
 * in any order. So the memory is that of the rows that are dirty at the writer, and of what its
 * newest segments mention.
 *
 * <p>Changes are kept by the segment that has them, and are forgotten with it: the objects of the
 * tables have them then. A mention counts only if no newer change of its row is known, but may
 * outlive an older one.
 */
public final class FollowedRows {
  /** A change or mention, and the first record of its segment. */
  private record Noted(RowChange change, long segment) {}

  /** What the journal says of a row. */
  private static final class Row {
    private @Nullable Noted changed;
    private @Nullable Noted mentioned;

    /** Forgets what is before a segment; whether nothing is left. */
    boolean forget(long first) {
      changed = changed != null && changed.segment() >= first ? changed : null;
      mentioned = mentioned != null && mentioned.segment() >= first ? mentioned : null;
      return changed == null && mentioned == null;
    }
  }

  /**
   * A change for replay.
   *
   * @param change a change or mention
   * @param segment number of the first record of its segment
   */
  public record Kept(RowChange change, long segment) {}

  private final SortedMap<FragmentId, SortedMap<EntryName, Row>> entries = new TreeMap<>();
  private final SortedMap<FragmentId, Row> totals = new TreeMap<>();
  private final SortedMap<Ino, Row> inodes = new TreeMap<>();
  private final SortedMap<SessionKey, Row> sessions = new TreeMap<>();
  private final Row numbers = new Row();

  /** A change, newer than all before. */
  void add(RowChange change, long segment) {
    Noted noted = new Noted(change, segment);
    switch (change) {
      case RowChange.PutEntry it -> put(entry(it.fragment(), it.name()), noted);
      case RowChange.RemoveEntry it -> put(entry(it.fragment(), it.name()), noted);
      case RowChange.MentionEntry it -> entry(it.fragment(), it.name()).mentioned = noted;
      case RowChange.PutTotals it ->
          put(totals.computeIfAbsent(it.fragment(), _ -> new Row()), noted);
      case RowChange.RemoveFragment it -> {
        entries.remove(it.fragment());
        totals.remove(it.fragment());
      }
      case RowChange.InLinks it -> put(inodes.computeIfAbsent(it.ino(), _ -> new Row()), noted);
      case RowChange.PutSessionRow it -> put(session(it.key()), noted);
      case RowChange.RemoveSessionRows it -> {
        for (long request : it.requests()) {
          RowChange one =
              new RowChange.RemoveSessionRows(it.version(), it.session(), List.of(request));
          put(session(new SessionKey(it.session(), request)), new Noted(one, segment));
        }
      }
      case RowChange.PutNumbers _ -> put(numbers, noted);
    }
  }

  private Row entry(FragmentId fragment, EntryName name) {
    return entries
        .computeIfAbsent(fragment, _ -> new TreeMap<>())
        .computeIfAbsent(name, _ -> new Row());
  }

  private Row session(SessionKey key) {
    return sessions.computeIfAbsent(key, _ -> new Row());
  }

  private static void put(Row row, Noted noted) {
    row.changed = noted;
    row.mentioned = null;
  }

  /** The journal was cut: forgets what only the segments before one have. */
  void forgetBefore(long first) {
    Iterator<SortedMap<EntryName, Row>> fragments = entries.values().iterator();
    while (fragments.hasNext()) {
      SortedMap<EntryName, Row> rows = fragments.next();
      rows.values().removeIf(row -> row.forget(first));
      if (rows.isEmpty()) {
        fragments.remove();
      }
    }
    totals.values().removeIf(row -> row.forget(first));
    inodes.values().removeIf(row -> row.forget(first));
    sessions.values().removeIf(row -> row.forget(first));
    boolean _ = numbers.forget(first);
  }

  /** What is to be replayed: changes, and mentions of rows that did not change; in no order. */
  public List<Kept> kept() {
    List<Kept> kept = new ArrayList<>();
    entries.values().forEach(rows -> rows.values().forEach(row -> addTo(kept, row)));
    totals.values().forEach(row -> addTo(kept, row));
    inodes.values().forEach(row -> addTo(kept, row));
    sessions.values().forEach(row -> addTo(kept, row));
    addTo(kept, numbers);
    return kept;
  }

  private static void addTo(List<Kept> kept, Row row) {
    Noted newest = row.changed != null ? row.changed : row.mentioned;
    if (newest != null) {
      kept.add(new Kept(newest.change(), newest.segment()));
    }
  }
}
