package io.pando.osd.pg.log;

import io.pando.check.Invariant;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a replica must do so that its log becomes the authoritative one. A pure function of the two
 * logs.
 *
 * <p>Entries of ours behind the newest common version are <em>divergent</em>: they were never
 * acknowledged, and the group went another way. What they did to an object cannot be undone here,
 * so the object is fetched anew as it is in the authoritative history, or removed if it does not
 * exist there. Entries of theirs behind the common version are news: objects they touched are
 * missing here.
 *
 * @param common newest version in both histories
 * @param tail of the merged log
 * @param entries of the merged log, oldest first
 * @param divergent entries of ours that are not part of it, oldest first
 * @param objects what became of each object that differs: the version it should have, {@link
 *     Version#ZERO} if it should not exist
 * @param before the version that is told of each of them as we have it, {@link Version#ZERO} if it
 *     did not exist; of some none may be told
 */
public record LogMerge(
    Version common,
    Version tail,
    List<LogEntry> entries,
    List<LogEntry> divergent,
    SortedMap<ObjectId, Version> objects,
    SortedMap<ObjectId, Version> before) {

  /**
   * Merges. What we were told of their log must begin at a version that ours has: if theirs reaches
   * further back, the rest of it was not asked for.
   *
   * @param theirTail their entries are complete after it
   * @param theirs the authoritative entries, oldest first
   */
  public static LogMerge of(GroupLog ours, Version theirTail, List<LogEntry> theirs) {
    Probe.reachedIf(theirs.isEmpty(), "merge: their log is empty");
    Version theirHead = theirs.isEmpty() ? theirTail : theirs.getLast().version();
    Invariant.check(
        ours.contains(theirTail),
        () ->
            "logs do not overlap: (%s, %s] and (%s, %s]"
                .formatted(ours.tail(), ours.head(), theirTail, theirHead));
    Version common = common(ours, theirTail, theirs);
    List<LogEntry> news = new ArrayList<>();
    for (LogEntry entry : theirs) {
      if (entry.version().isAfter(common)) {
        news.add(entry);
      }
    }
    List<LogEntry> divergent = divergent(ours, common);
    Probe.reachedIf(!divergent.isEmpty(), "merge: divergent entries are given up");
    List<LogEntry> kept = upTo(common, ours.entries());
    List<LogEntry> merged = new ArrayList<>(kept);
    merged.addAll(news);
    return new LogMerge(
        common,
        ours.tail(),
        merged,
        divergent,
        objects(kept, divergent, news),
        before(common, divergent, news));
  }

  /**
   * Merges where their log begins behind our head: a version index tells what changed between.
   *
   * @param from a version of their history, where ours goes on or ends
   * @param changes the newest update of every object that has one after that version and before
   *     their log begins
   */
  public static LogMerge of(
      GroupLog ours,
      Version from,
      List<IndexEntry> changes,
      Version theirTail,
      List<LogEntry> theirs) {
    Version common = Version.max(from, ours.tail());
    List<LogEntry> kept = upTo(common, ours.entries());
    List<LogEntry> divergent = divergent(ours, common);
    List<LogEntry> news = new ArrayList<>();
    for (IndexEntry change : changes) {
      if (change.version().isAfter(common)) {
        news.add(entry(change));
      }
    }
    news.addAll(theirs);
    SortedMap<ObjectId, Version> before = before(common, divergent, news);
    Probe.reachedIf(
        !divergent.isEmpty(), "merge: divergent entries are given up with a version index");
    // An object that was new at some time may have been there, removed and forgotten, before.
    before.values().removeIf(Version.ZERO::equals);
    return new LogMerge(
        common, theirTail, theirs, divergent, objects(kept, divergent, news), before);
  }

  private static List<LogEntry> upTo(Version common, List<LogEntry> entries) {
    List<LogEntry> before = new ArrayList<>();
    for (LogEntry entry : entries) {
      if (!entry.version().isAfter(common)) {
        before.add(entry);
      }
    }
    return before;
  }

  private static List<LogEntry> divergent(GroupLog ours, Version common) {
    return ours.after(common);
  }

  /** What was before it an index does not tell: anything after all that we have. */
  private static LogEntry entry(IndexEntry change) {
    LogEntry.Kind kind = change.exists() ? LogEntry.Kind.MODIFY : LogEntry.Kind.DELETE;
    return new LogEntry(
        change.version(), change.version(), change.object(), kind, RequestId.NONE, List.of());
  }

  private static SortedMap<ObjectId, Version> before(
      Version common, List<LogEntry> divergent, List<LogEntry> news) {
    SortedMap<ObjectId, Version> before = new TreeMap<>();
    for (LogEntry entry : divergent) {
      if (entry.touchesObject()) {
        before.put(entry.object(), after(entry));
      }
    }
    // The first update after the common version tells what was there at it; a later one does not.
    for (LogEntry entry : news) {
      if (entry.touchesObject() && !entry.prior().isAfter(common)) {
        before.putIfAbsent(entry.object(), entry.prior());
      }
    }
    return before;
  }

  private static Version common(GroupLog ours, Version theirTail, List<LogEntry> theirs) {
    for (LogEntry entry : theirs.reversed()) {
      if (ours.contains(entry.version())) {
        return entry.version();
      }
    }
    Probe.reached("merge: the logs share no entry");
    return theirTail;
  }

  private static SortedMap<ObjectId, Version> objects(
      List<LogEntry> kept, List<LogEntry> divergent, List<LogEntry> news) {
    SortedMap<ObjectId, Version> objects = new TreeMap<>();
    for (LogEntry entry : divergent) {
      if (entry.touchesObject() && !objects.containsKey(entry.object())) {
        objects.put(entry.object(), before(kept, entry));
      }
    }
    for (LogEntry entry : news) {
      if (entry.touchesObject()) {
        objects.put(entry.object(), after(entry));
      }
    }
    return objects;
  }

  private static Version before(List<LogEntry> kept, LogEntry firstDivergent) {
    Optional<LogEntry> last =
        kept.reversed().stream()
            .filter(e -> e.touchesObject() && e.object().equals(firstDivergent.object()))
            .findFirst();
    return last.map(LogMerge::after).orElse(firstDivergent.prior());
  }

  private static Version after(LogEntry entry) {
    return entry.kind() == LogEntry.Kind.DELETE ? Version.ZERO : entry.version();
  }
}
