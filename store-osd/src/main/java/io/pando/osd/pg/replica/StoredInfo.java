package io.pando.osd.pg.replica;

import io.pando.group.GroupInfo;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MissingSet;
import io.pando.osd.pg.undo.UndoLog;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The info of a group, in memory and in the store. The bounds that it tells are always those of the
 * log.
 */
final class StoredInfo {
  private final StoredRecords records;
  private final Journal journal;
  private final GroupLog log;
  private final MissingSet missing;
  private final UndoLog undo;
  private GroupInfo now;

  StoredInfo(
      GroupInfo stored,
      StoredRecords records,
      Journal journal,
      GroupLog log,
      MissingSet missing,
      UndoLog undo) {
    this.records = records;
    this.journal = journal;
    this.log = log;
    this.missing = missing;
    this.undo = undo;
    this.now = withLog(stored);
  }

  GroupInfo now() {
    return now;
  }

  /** Changes the info in memory; the caller stores it. */
  void set(GroupInfo next) {
    now = withLog(next);
  }

  /** The log or the missing set has changed; the caller stores the info if that matters. */
  void onLogChanged() {
    set(now);
  }

  /** Changes the info, except for the bounds of the log, and stores it. */
  void update(UnaryOperator<GroupInfo> change, Awaiting durable) {
    now = change.apply(now);
    journal.persist(List.of(records.put(now)), durable);
  }

  private GroupInfo withLog(GroupInfo before) {
    Version complete = missing.isEmpty() ? log.head() : before.log().lastComplete();
    GroupInfo.LogBounds bounds =
        new GroupInfo.LogBounds(
            log.head(), log.tail(), complete, log.rememberedSince(), undo.settled());
    return before.withLog(bounds.completeUpTo(log.head()));
  }
}
