package io.pando.osd.pg.replica;

import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.log.MissingSet;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Probe;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a replica adopts the log of another member in peering. The objects that the replica then
 * lacks are added to the missing set. Each change is written in one transaction.
 */
public final class LogAdoption {
  private final Replica replica;
  private final StoredRecords records;
  private final MissingSet missing;
  private final GroupLog log;
  private final ReplicaTree tree;
  private final VersionIndex index;

  LogAdoption(Replica replica, StoredRecords records, MissingSet missing) {
    this.replica = replica;
    this.records = records;
    this.missing = missing;
    this.log = replica.log();
    this.tree = replica.tree();
    this.index = replica.index();
  }

  /** Adopts the authoritative log and its totals. */
  public void merge(LogMerge merge, GroupInfo authority) {
    List<StoreOp> ops = new ArrayList<>();
    List<ObjectId> found = takeOver(merge, ops);
    boolean sameTail = merge.tail().equals(log.tail());
    log.replace(merge.tail(), merge.entries());
    finish(merge, authority, found, ops, sameTail);
  }

  /**
   * The same for an authoritative log whose tail lies after this log's head.
   *
   * @param changes changes between the two logs, from the authority's version index
   * @param counters counters of the last updates in the authority's epochs
   * @param older requests that the authority remembers from before its log and that are not kept
   *     here
   */
  public void merge(
      LogMerge merge,
      GroupInfo authority,
      List<IndexEntry> changes,
      SortedMap<Long, Long> counters,
      List<LogEntry> older) {
    List<StoreOp> ops = new ArrayList<>();
    List<ObjectId> found = takeOver(merge, ops);
    log.rewind(merge.common());
    index.continueAs(
        log.trim(merge.common()), merge.common(), changes, counters, merge.tail(), ops);
    boolean stays =
        log.continueAs(
            merge.common(),
            merge.tail(),
            merge.entries(),
            authority.log().rememberedSince(),
            older);
    if (stays) {
      ops.add(records.put(replica.info(), before(merge.common(), older)));
    }
    finish(merge, authority, found, ops, stays);
  }

  private static List<LogEntry> before(Version end, List<LogEntry> entries) {
    return entries.stream().filter(entry -> !entry.version().isAfter(end)).toList();
  }

  /** Settles each object of a merge; returns those that are not missing any more. */
  private List<ObjectId> takeOver(LogMerge merge, List<StoreOp> ops) {
    tree.forgetRoots();
    SortedMap<ObjectId, Version> restored = takeBack(merge.common(), ops);
    List<ObjectId> found = new ArrayList<>();
    for (Map.Entry<ObjectId, Version> it : merge.objects().entrySet()) {
      ObjectId object = it.getKey();
      if (!replica.info().covers(object)) {
        // Backfill compares it later. The primary may have been ahead of the mark that is known
        // here, so that there was something to take back.
        Probe.reachedIf(restored.containsKey(object), "merge: taken back beyond the backfill mark");
      } else if (restored.containsKey(object)) {
        settleRestored(object, restored.get(object), it.getValue(), ops, found);
      } else {
        settle(object, merge.before().get(object), it.getValue(), ops, found);
      }
    }
    return found;
  }

  /**
   * Takes back the updates that are not part of the merged log, as far as they can be.
   *
   * @return the objects that are as before, each with its version, {@link Version#ZERO} if it does
   *     not exist; those that were missing before are not among them
   */
  private SortedMap<ObjectId, Version> takeBack(Version after, List<StoreOp> ops) {
    SortedMap<ObjectId, Version> restored = new TreeMap<>();
    for (UndoRecord undone : replica.undo().takeBack(after, ops)) {
      ObjectId object = undone.object();
      if (undone.undo().wasMissing()) {
        restored.remove(object);
        tree.onUnknown(object);
      } else {
        restored.put(object, undone.prior());
        tree.onTakenBack(
            object,
            undone.exists() ? undone.version() : null,
            undone.prior().isAfter(Version.ZERO) ? undone.prior() : null);
      }
    }
    return restored;
  }

  /**
   * An object whose updates were taken back is right as it is, unless it was changed elsewhere, or
   * was found bad since: what is back may have the same damage.
   */
  private void settleRestored(
      ObjectId object, Version here, Version version, List<StoreOp> ops, List<ObjectId> found) {
    boolean bad = missing.contains(object);
    Probe.reachedIf(bad, "merge: an object that was found bad is taken back");
    Probe.reachedIf(
        !here.equals(version), "merge: an object that was taken back was changed elsewhere");
    if (version.equals(Version.ZERO)) {
      if (missing.remove(object)) {
        found.add(object);
      }
      if (here.isAfter(Version.ZERO)) {
        ops.add(new StoreOp.Remove(records.collection(), object));
        tree.onRemoved(object, here);
      }
    } else if (bad) {
      missing.add(object, version);
    } else if (!here.equals(version)) {
      missing.addBehind(object, version);
    }
  }

  private void finish(
      LogMerge merge,
      GroupInfo authority,
      List<ObjectId> found,
      List<StoreOp> ops,
      boolean keptBefore) {
    GroupInfo before = replica.info().withLog(replica.info().log().completeUpTo(merge.common()));
    replica.setInfo(before.withTotals(authority.totals()));
    ops.addAll(
        keptBefore
            ? records.rewriteLogAfter(merge.common(), replica.info(), log)
            : records.rewriteLog(replica.info(), log));
    for (ObjectId object : found) {
      ops.add(records.noMoreMissing(object));
    }
    SortedMap<ObjectId, Version> lacking = missing.of(merge.objects().keySet());
    if (!lacking.isEmpty()) {
      ops.add(records.putMissing(lacking));
    }
    tree.settleAll(log.head(), ops);
    replica.journal().persist(ops);
  }

  private void settle(
      ObjectId object,
      @Nullable Version before,
      Version version,
      List<StoreOp> ops,
      List<ObjectId> found) {
    if (version.equals(Version.ZERO)) {
      ops.add(new StoreOp.Remove(records.collection(), object));
      if (missing.remove(object)) {
        Probe.reached("merge: a missing object does not exist any more");
        found.add(object);
        tree.onUnknown(object);
      } else if (before == null) {
        tree.onUnknown(object);
        Probe.reached("merge: an object is removed of whose version here nothing is known");
      } else if (before.isAfter(Version.ZERO)) {
        Probe.reached("merge: an object is removed whose version here is known");
        tree.onRemoved(object, before);
      }
    } else {
      missing.addBehind(object, version);
    }
  }

  /** Adds remembered requests older than the log; they are complete after {@code since}. */
  public void remember(Version since, List<LogEntry> older) {
    if (since.isAfter(log.rememberedSince()) || since.equals(log.rememberedSince())) {
      return;
    }
    log.remember(since, older);
    replica.setInfo(replica.info());
    replica.journal().persist(List.of(records.put(replica.info(), older)));
  }

  /**
   * Starts over with the authoritative log; backfill must copy all objects.
   *
   * @param older requests that the authority remembers from before its log
   */
  public void startOver(GroupInfo authority, List<LogEntry> entries, List<LogEntry> older) {
    log.replace(authority.logTail(), entries, authority.log().rememberedSince(), older);
    missing.clear();
    tree.forgetRoots();
    replica.setInfo(replica.info().withTotals(authority.totals()).withBackfill(GroupInfo.NOTHING));
    List<StoreOp> ops = new ArrayList<>(records.rewriteLog(replica.info(), log));
    ops.add(records.nothingMissing());
    index.startOver(log.tail(), ops);
    replica.undo().startOver(log.head(), ops);
    replica.setInfo(replica.info());
    tree.settleAll(log.head(), ops);
    replica.journal().persist(ops);
  }

  /**
   * Declares this partially filled replica whole. Objects that the log names and that backfill has
   * not reached become missing. Objects that are neither in the log nor in the store are lost.
   *
   * @param started epoch of the last activation of the group
   */
  public void declareWhole(long started) {
    SortedMap<ObjectId, Version> lacking = new TreeMap<>();
    for (LogEntry entry : log.entries()) {
      if (entry.touchesObject() && !replica.info().covers(entry.object())) {
        lacking.put(entry.object(), entry.version());
        if (entry.kind() == LogEntry.Kind.DELETE) {
          lacking.remove(entry.object());
        }
      }
    }
    missing.addAll(lacking);
    GroupInfo.Totals guess =
        new GroupInfo.Totals(
            replica.info().totals().objects(), replica.info().totals().bytes(), false);
    replica.setInfo(replica.info().withBackfill(null).withTotals(guess).startedIn(started));
    List<StoreOp> ops = new ArrayList<>(List.of(records.put(replica.info())));
    if (!lacking.isEmpty()) {
      ops.add(records.putMissing(lacking));
    }
    replica.journal().persist(ops);
  }
}
