package io.pando.message;

import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.group.RemainingLeases;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Messages of peering, by which the replicas of a group agree on its contents after the map changed
 * (paper 003 §6.3.5.1).
 */
public sealed interface PeeringMessage extends GroupMessage {
  /** From the primary to every OSD that may have a copy: asks for its info. */
  record GetInfo(PgId group, long epoch) implements PeeringMessage {}

  /**
   * The answer to {@link GetInfo}. An OSD that holds a copy also sends it unasked to a new primary.
   *
   * @param leases leases of former primaries, as far as the sender knows
   * @param had newest update that, as the sender remembers, was durable at the primary itself in an
   *     earlier interval; null if it remembers none
   */
  record Notify(
      PgId group, long epoch, GroupInfo info, RemainingLeases leases, @Nullable Version had)
      implements PeeringMessage {}

  /**
   * Asks an OSD for its log after {@code since}, or after the newest version before {@code since}
   * that the OSD has. A primary asks the holder of the authoritative log. A replica asks if the
   * part of the primary's log that it received does not connect to its own log.
   *
   * @param rememberedSince version after which the asker already knows the requests of updates
   */
  record GetLog(PgId group, long epoch, Version since, Version rememberedSince)
      implements PeeringMessage {}

  /**
   * The answer to {@link GetLog}, in several parts in order.
   *
   * @param since version after which the entries are complete
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
   * Precedes a {@link LogPart} or an {@link Activate}: further requests to remember.
   *
   * @param entries entries older than the log, oldest first
   */
  record Remember(PgId group, long epoch, List<LogEntry> entries) implements PeeringMessage {
    public Remember {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Precedes the {@link Activate} of a member that was away for longer than the log reaches: the
   * changes since then, by the version index.
   *
   * @param changes newest update of each of some objects, in the order of versions
   * @param counters counter of the last update of each epoch, from the epoch of the common version
   *     on
   */
  record Changes(PgId group, long epoch, List<IndexEntry> changes, SortedMap<Long, Long> counters)
      implements PeeringMessage {
    public Changes {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The extent of the {@link Changes} that were sent to a member.
   *
   * @param since version that the member shares, after which the changes count
   * @param changes number of objects that have changed, all sent in {@link Changes} before
   */
  record IndexExtent(Version since, int changes) {}

  /**
   * From the primary to a member: activates it. The member makes its log equal to the authoritative
   * one, records its missing set, and serves. Sent in several parts in order.
   *
   * @param info info of the authoritative log
   * @param catchUp how the member learns what it lacks
   * @param more whether another part follows
   * @param leases leases of former primaries; an activated member may later be the only OSD that
   *     knows them
   */
  record Activate(
      PgId group, long epoch, GroupInfo info, CatchUp catchUp, boolean more, RemainingLeases leases)
      implements PeeringMessage {
    /**
     * How a member learns what it lacks.
     *
     * @param since version after which the entries are complete
     * @param entries oldest first
     * @param backfill whether neither log nor version index reaches back to the replica's state: it
     *     starts over and is backfilled
     * @param indexed extent of the changes before the log, by the version index; null if there are
     *     none
     */
    public record CatchUp(
        Version since, List<LogEntry> entries, boolean backfill, @Nullable IndexExtent indexed) {
      public CatchUp {
        entries = List.copyOf(entries);
      }
    }
  }

  /**
   * Confirms that the replica has carried out {@link Activate} durably. Sent in several parts.
   *
   * @param missing objects that the replica lacks, with the versions that it should have
   * @param more whether another part follows
   * @param missingAsOf if not null, the replica lacks exactly the objects that the primary reported
   *     as changed after this version, and {@code missing} does not repeat them; null if {@code
   *     missing} is the complete missing set
   */
  record Activated(
      PgId group,
      long epoch,
      GroupInfo info,
      SortedMap<ObjectId, Version> missing,
      boolean more,
      @Nullable Version missingAsOf)
      implements PeeringMessage {}

  /**
   * From the primary to an acting replica: an info whose history the replica takes over. Sent when
   * all replicas have been activated, and when all are whole.
   */
  record Share(PgId group, long epoch, GroupInfo info) implements PeeringMessage {}

  /**
   * From the primary of a clean group to an OSD whose copy is not needed any more: removes the
   * copy.
   */
  record Discard(PgId group, long epoch) implements PeeringMessage {}
}
