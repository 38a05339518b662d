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
 * The changes that turn a replica's log into the authoritative one. A pure function of the two
 * logs.
 *
 * <p>Our entries after the newest common version are <em>divergent</em>: they were never
 * acknowledged, and the group's history continued without them. Their effect on an object cannot be
 * undone here. So the object is fetched again as it is in the authoritative history, or removed if
 * it does not exist there. Their entries after the common version are new: the objects that they
 * changed are missing here.
 *
 * @param common newest version in both histories
 * @param tail of the merged log
 * @param entries of the merged log, oldest first
 * @param divergent entries of ours that are not part of it, oldest first
 * @param objects that differ, each with the version that it should have, {@link Version#ZERO} if it
 *     should not exist
 * @param before the version of each of these objects as we have it, {@link Version#ZERO} if it does
 *     not exist; objects may be absent if that is not known
 */
public record LogMerge(
    Version common,
    Version tail,
    List<LogEntry> entries,
    List<LogEntry> divergent,
    SortedMap<ObjectId, Version> objects,
    SortedMap<ObjectId, Version> before) {
  /**
   * Merges two logs. The part of their log that we received must begin at a version of our log; if
   * their log reaches further back, we did not ask for the rest.
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
    List<LogEntry> news = theirs.stream().filter(entry -> entry.version().isAfter(common)).toList();
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
   * Merges where their log begins behind our head; a version index supplies the changes between.
   *
   * @param from a version of their history after which ours continues, or at which ours ends
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
    // An object that was created may have existed earlier, before a removal that is forgotten.
    before.values().removeIf(Version.ZERO::equals);
    return new LogMerge(
        common, theirTail, theirs, divergent, objects(kept, divergent, news), before);
  }

  private static List<LogEntry> upTo(Version common, List<LogEntry> entries) {
    return entries.stream().filter(entry -> !entry.version().isAfter(common)).toList();
  }

  private static List<LogEntry> divergent(GroupLog ours, Version common) {
    return ours.after(common);
  }

  /**
   * An index does not tell the version before an update; use one that is after all that we have.
   */
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
    // The first update after the common version tells the version there; a later one does not.
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
