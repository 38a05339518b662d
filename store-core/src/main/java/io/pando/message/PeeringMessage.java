package io.pando.message;

import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;

/**
 * By which the replicas of a group agree on its contents after the map changed (paper 003
 * §6.3.5.1).
 */
public sealed interface PeeringMessage extends Message {
  PgId group();

  /** Map epoch of the sender. */
  long epoch();

  /** Primary to anybody who may know: what have you got? */
  record GetInfo(PgId group, long epoch) implements PeeringMessage {}

  /**
   * The answer; also sent unasked to a new primary by who holds a copy.
   *
   * @param leaseNanos former primaries that may still answer clients, by promises that the sender
   *     knows of, and for how long yet
   */
  record Notify(PgId group, long epoch, GroupInfo info, SortedMap<OsdId, Long> leaseNanos)
      implements PeeringMessage {}

  /** Primary to a replica: send your log after {@code since}, and what you miss. */
  record GetLog(PgId group, long epoch, Version since) implements PeeringMessage {}

  /**
   * The answer.
   *
   * @param tail the entries are complete after this version
   * @param entries oldest first
   * @param missing objects the sender lacks, with the version it should have
   */
  record LogPart(
      PgId group,
      long epoch,
      GroupInfo info,
      Version tail,
      List<LogEntry> entries,
      SortedMap<ObjectId, Version> missing)
      implements PeeringMessage {
    public LogPart {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Primary to an acting replica: this is the truth; make your log the same, note what you miss,
   * and serve.
   *
   * @param info of the authoritative log
   * @param tail the entries are complete after this version
   * @param entries oldest first, overlapping what the replica has
   * @param backfill whether the log does not reach what the replica has: it starts over, and is
   *     filled object by object
   */
  record Activate(
      PgId group,
      long epoch,
      GroupInfo info,
      Version tail,
      List<LogEntry> entries,
      boolean backfill)
      implements PeeringMessage {
    public Activate {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The replica has done so, durably.
   *
   * @param missing objects it lacks, with the version it should have
   */
  record Activated(PgId group, long epoch, GroupInfo info, SortedMap<ObjectId, Version> missing)
      implements PeeringMessage {}

  /**
   * Primary to an acting replica: the group got further; take over the history of this. Sent when
   * all replicas have been activated, and when all are whole.
   */
  record Share(PgId group, long epoch, GroupInfo info) implements PeeringMessage {}

  /** Primary to a holder that is not needed any more, once all is clean: remove the group. */
  record Discard(PgId group, long epoch) implements PeeringMessage {}
}
