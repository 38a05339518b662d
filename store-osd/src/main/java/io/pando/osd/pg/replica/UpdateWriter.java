package io.pando.osd.pg.replica;

import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MissingSet;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.undo.UndoLog;
import io.pando.probe.Probe;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Appends updates to the log and applies them, each in one transaction, and drops what is kept to
 * take them back once they are on all members.
 */
public final class UpdateWriter {
  /** Listener for changes of the totals by updates. */
  public interface TotalsWatch {
    void onChanged(ObjectId object, long objects, long bytes);
  }

  private static final TotalsWatch NOBODY = (_, _, _) -> {};

  /** What an update changes beside the object and the info. */
  record Contents(
      GroupLog log, MissingSet missing, ReplicaTree tree, VersionIndex index, UndoLog undo) {}

  private final StoredInfo info;
  private final StoredRecords records;
  private final Journal journal;
  private final LogTrimming trimming;
  private final GroupLog log;
  private final MissingSet missing;
  private final ReplicaTree tree;
  private final VersionIndex index;
  private final UndoLog undo;
  private TotalsWatch totals = NOBODY;
  private Version committed = Version.ZERO;

  UpdateWriter(
      StoredInfo info,
      StoredRecords records,
      Journal journal,
      LogTrimming trimming,
      Contents contents) {
    this.info = info;
    this.records = records;
    this.journal = journal;
    this.trimming = trimming;
    this.log = contents.log();
    this.missing = contents.missing();
    this.tree = contents.tree();
    this.index = contents.index();
    this.undo = contents.undo();
  }

  /** An interval has ended: what is committed in the next one is not known yet. */
  void onIntervalEnded() {
    committed = Version.ZERO;
    totals = NOBODY;
  }

  /** Sets the listener for all further updates of this interval. */
  void watchTotals(TotalsWatch watch) {
    totals = watch;
  }

  /**
   * Appends an update to the log and applies it.
   *
   * @param trimTo version up to which the log is trimmed; older entries only serve to recognise
   *     requests
   */
  void append(ReplicationMessage.Update update, Version trimTo, Awaiting durable) {
    LogEntry entry = update.entry();
    log.append(entry);
    List<StoreOp> ops = new ArrayList<>();
    if (update.undo() != null) {
      undo.keep(entry, update.undo(), missing.contains(entry.object()), ops);
    }
    boolean wrong = !update.replacesObject() && missing.isWrong(entry.object());
    if (!wrong) {
      ops.addAll(update.ops());
    }
    if (update.replacesObject() && missing.remove(entry.object())) {
      Probe.reached("log: an update replaces an object that is missing here");
      ops.add(records.noMoreMissing(entry.object()));
      tree.onUnknown(entry.object());
    } else if (update.ops().isEmpty()) {
      Probe.reached("log: an update of an object that is missing here");
      tree.onUpdateElsewhere();
    } else if (wrong) {
      // The update was under way. It would give wrong bytes the right version.
      Probe.reached("log: an update of an object that was found wrong here meanwhile");
      tree.onUpdateElsewhere();
      missing.addWrong(entry.object(), entry.version());
      ops.add(records.putMissing(missing.of(Set.of(entry.object()))));
    } else {
      tree.onUpdate(entry);
      if (missing.contains(entry.object())) {
        // The update was under way when this member found its copy bad.
        Probe.reached("log: an update of an object that was found bad here meanwhile");
        missing.add(entry.object(), entry.version());
        ops.add(records.putMissing(missing.of(Set.of(entry.object()))));
      }
    }
    undo.settle(committed, ops);
    Version forgotten = trimming.trim(trimTo);
    if (forgotten != null) {
      ops.add(records.dropLogTo(forgotten));
    }
    totals.onChanged(
        entry.object(),
        update.objects() - info.now().objects(),
        update.bytes() - info.now().bytes());
    GroupInfo.Totals after = info.now().totals().updated(update.objects(), update.bytes());
    // The size of a lost object is not known: the primary counts once the group is clean.
    info.set(info.now().withTotals(entry.endsLoss() ? after.uncounted() : after));
    ops.add(records.put(info.now(), List.of(entry)));
    tree.settle(log.head(), forgotten, ops);
    index.addWrites(forgotten, ops);
    if (missing.isEmpty() && info.now().backfilledTo() == null) {
      tree.noteRoot(log.head());
    }
    journal.persist(ops, durable);
  }

  /**
   * Notes that all updates up to a version are on all members; what is kept to take them back is
   * dropped with the next update.
   */
  void noteCommitted(Version upTo) {
    committed = Version.max(committed, upTo);
  }

  /** Drops what is kept to take back updates that are on all members. */
  void settle() {
    Version before = undo.settled();
    Version to = committed.isAfter(log.head()) ? log.head() : committed;
    if (before != null && to.isAfter(before)) {
      List<StoreOp> ops = new ArrayList<>();
      undo.settle(to, ops);
      info.onLogChanged();
      ops.add(records.put(info.now()));
      journal.persist(ops);
    }
  }
}
