package io.pando.mds.follow;

import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest change of each row that a journal has: all that a replay of the journal would leave,
 * in any order. So the memory is that of the rows that are dirty at the writer, and of what its
 * newest segments mention. A follower keeps it while it follows, a successor while it reads.
 *
 * <p>Changes are kept by the segment that has them, and are forgotten with it: the objects of the
 * tables have them then. A mention counts only if no newer change of its row is known, but may
 * outlive an older one.
 */
public final class FollowedRows {
  /** What the journal says of a row, and the first records of the segments that say it. */
  private static final class Row {
    private @Nullable RowChange changed;
    private long changedIn;
    private @Nullable RowChange mentioned;
    private long mentionedIn;

    void change(RowChange change, long segment) {
      changed = change;
      changedIn = segment;
      mentioned = null;
    }

    void mention(RowChange mention, long segment) {
      mentioned = mention;
      mentionedIn = segment;
    }

    /** Forgets what is before a segment; whether nothing is left. */
    boolean forget(long first) {
      changed = changedIn >= first ? changed : null;
      mentioned = mentionedIn >= first ? mentioned : null;
      return changed == null && mentioned == null;
    }

    void addTo(List<Kept> kept) {
      if (changed != null) {
        kept.add(new Kept(changed, changedIn));
      } else if (mentioned != null) {
        kept.add(new Kept(mentioned, mentionedIn));
      }
    }
  }

  /**
   * A change for replay.
   *
   * @param change a change or mention
   * @param segment number of the first record of its segment
   */
  public record Kept(RowChange change, long segment) {}

  private final Map<FragmentId, Map<EntryName, Row>> entries = new LinkedHashMap<>();
  private final Map<FragmentId, Row> totals = new LinkedHashMap<>();
  private final Map<Ino, Row> inodes = new LinkedHashMap<>();
  private final Map<SessionKey, Row> sessions = new LinkedHashMap<>();
  private final Row numbers = new Row();

  /** A change, newer than all before. */
  public void add(RowChange change, long segment) {
    switch (change) {
      case RowChange.PutEntry it -> entry(it.fragment(), it.name()).change(change, segment);
      case RowChange.RemoveEntry it -> entry(it.fragment(), it.name()).change(change, segment);
      case RowChange.MentionEntry it -> entry(it.fragment(), it.name()).mention(change, segment);
      case RowChange.PutTotals it ->
          totals.computeIfAbsent(it.fragment(), _ -> new Row()).change(change, segment);
      case RowChange.RemoveFragment it -> {
        entries.remove(it.fragment());
        totals.remove(it.fragment());
      }
      case RowChange.InLinks it ->
          inodes.computeIfAbsent(it.ino(), _ -> new Row()).change(change, segment);
      case RowChange.PutSessionRow it -> session(it.key()).change(change, segment);
      case RowChange.RemoveSessionRows it -> {
        for (long request : it.requests()) {
          session(new SessionKey(it.session(), request))
              .change(
                  new RowChange.RemoveSessionRows(it.version(), it.session(), List.of(request)),
                  segment);
        }
      }
      case RowChange.PutNumbers _ -> numbers.change(change, segment);
    }
  }

  private Row entry(FragmentId fragment, EntryName name) {
    return entries
        .computeIfAbsent(fragment, _ -> new LinkedHashMap<>())
        .computeIfAbsent(name, _ -> new Row());
  }

  private Row session(SessionKey key) {
    return sessions.computeIfAbsent(key, _ -> new Row());
  }

  /** The journal was cut: forgets what only the segments before one have. */
  void forgetBefore(long first) {
    Iterator<Map<EntryName, Row>> fragments = entries.values().iterator();
    while (fragments.hasNext()) {
      Map<EntryName, Row> rows = fragments.next();
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
    entries.values().forEach(rows -> rows.values().forEach(row -> row.addTo(kept)));
    totals.values().forEach(row -> row.addTo(kept));
    inodes.values().forEach(row -> row.addTo(kept));
    sessions.values().forEach(row -> row.addTo(kept));
    numbers.addTo(kept);
    return kept;
  }
}
