package io.pando.message;

import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LeasesLeft;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

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
   * @param leases what the sender knows of former primaries
   * @param had newest update that the primary itself had durably in an earlier interval, as the
   *     sender remembers; null if it remembers none
   */
  record Notify(PgId group, long epoch, GroupInfo info, LeasesLeft leases, @Nullable Version had)
      implements PeeringMessage {}

  /**
   * To who has a log that is to be taken over: send it after {@code since}, or after the newest
   * version before it that you have. Asked by a primary of the authority, and by a replica that
   * cannot join what it was sent of the primary's log to its own.
   *
   * @param rememberedSince requests of updates after this version are known already
   */
  record GetLog(PgId group, long epoch, Version since, Version rememberedSince)
      implements PeeringMessage {}

  /**
   * The answer to a primary, in parts that follow one another.
   *
   * @param since the entries are complete after this version
   * @param entries oldest first
   * @param more whether another part follows
   */
  record LogPart(
      PgId group, long epoch, GroupInfo info, Version since, List<LogEntry> entries, boolean more)
      implements PeeringMessage {
    public LogPart {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Comes before a {@link LogPart} or an {@link Activate}: remember these requests too.
   *
   * @param entries older than the log, oldest first
   */
  record Remember(PgId group, long epoch, List<LogEntry> entries) implements PeeringMessage {
    public Remember {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Comes before an {@link Activate} of a member that the log does not reach: what has changed
   * since it was there, by the version index.
   *
   * @param changes the newest update of some objects, in the order of versions
   * @param counters of the last update of each epoch from that of the common version on
   */
  record Changes(PgId group, long epoch, List<IndexEntry> changes, SortedMap<Long, Long> counters)
      implements PeeringMessage {
    public Changes {
      changes = List.copyOf(changes);
    }
  }

  /**
   * What a version index tells a member.
   *
   * @param since after this version, which the member shares
   * @param changes objects that have changed, all of which {@link Changes} before told
   */
  record Indexed(Version since, int changes) {}

  /**
   * Primary to a member: this is the truth; make your log the same, note what you miss, and serve.
   * In parts that follow one another.
   *
   * @param info of the authoritative log
   * @param since the entries are complete after this version
   * @param entries oldest first
   * @param backfill whether neither log nor version index reach what the replica has: it starts
   *     over, and is filled object by object
   * @param indexed what the version index tells of the time before the log; null if nothing
   * @param more whether another part follows
   * @param leases of former primaries: who was activated may be the only one to know of them later
   */
  record Activate(
      PgId group,
      long epoch,
      GroupInfo info,
      Version since,
      List<LogEntry> entries,
      boolean backfill,
      @Nullable Indexed indexed,
      boolean more,
      LeasesLeft leases)
      implements PeeringMessage {
    public Activate {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The replica has done so, durably. In parts.
   *
   * @param missing objects it lacks, with the version it should have
   * @param more whether another part follows
   * @param asTold it lacks just what the primary has told to have changed since that version, none
   *     of which is named again; null: what is named is all it lacks
   */
  record Activated(
      PgId group,
      long epoch,
      GroupInfo info,
      SortedMap<ObjectId, Version> missing,
      boolean more,
      @Nullable Version asTold)
      implements PeeringMessage {}

  /**
   * Primary to an acting replica: the group got further; take over the history of this. Sent when
   * all replicas have been activated, and when all are whole.
   */
  record Share(PgId group, long epoch, GroupInfo info) implements PeeringMessage {}

  /** Primary to a holder that is not needed any more, once all is clean: remove the group. */
  record Discard(PgId group, long epoch) implements PeeringMessage {}
}
