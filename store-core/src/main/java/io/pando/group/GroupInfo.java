package io.pando.group;

import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one replica; peering compares these (paper 003 §6.3.5).
 *
 * @param log bounds of its log
 * @param copy state of this copy of the group
 * @param history history of the group, as far as this replica knows it
 * @param totals totals of the group as of the newest update, over objects that are here or missing
 */
public record GroupInfo(PgId group, LogBounds log, CopyState copy, History history, Totals totals) {
  /** Position before every object. */
  public static final ObjectId NOTHING = new ObjectId(0, "");

  /**
   * The bounds of a log.
   *
   * @param lastUpdate newest version in it
   * @param logTail the log contains every update after this version
   * @param lastComplete every update up to this version is applied: no older update is missing
   * @param rememberedSince requests of all updates after this version are known; at most {@code
   *     logTail}
   * @param settled of a replica with fragments, the version after which it can take every update
   *     back: all updates up to it are on all members; null of other replicas
   */
  public record LogBounds(
      Version lastUpdate,
      Version logTail,
      Version lastComplete,
      Version rememberedSince,
      @Nullable Version settled) {
    /** The bounds of a replica that takes no update back. */
    public LogBounds(
        Version lastUpdate, Version logTail, Version lastComplete, Version rememberedSince) {
      this(lastUpdate, logTail, lastComplete, rememberedSince, null);
    }

    /** The bounds of a log that was never written to. */
    public static final LogBounds NOTHING = at(Version.ZERO);

    /** The bounds of an empty log at a version up to which every update is applied. */
    public static LogBounds at(Version version) {
      return new LogBounds(version, version, version, version);
    }

    /** The same bounds, with {@code lastComplete} lowered to {@code limit} if it is after it. */
    public LogBounds completeUpTo(Version limit) {
      return lastComplete.isAfter(limit)
          ? new LogBounds(lastUpdate, logTail, limit, rememberedSince, settled)
          : this;
    }
  }

  /**
   * The state of a replica's copy of a group.
   *
   * @param lastEpochStarted epoch of the last interval in which this replica was activated, with
   *     enough others that updates could be accepted
   * @param backfilledTo null if the replica is whole. Otherwise it holds all objects up to and
   *     including this one, in placement order, in the state of the log, and none behind it; {@link
   *     #NOTHING} if it holds none
   * @param createdIn epoch of the map by which this copy was created. The copy knows nothing of an
   *     interval that began before, even if the map lists its OSD as a member
   */
  public record CopyState(long lastEpochStarted, @Nullable ObjectId backfilledTo, long createdIn) {}

  /**
   * The number and size of a group's objects.
   *
   * @param bytes sum of the sizes of its objects
   * @param counted whether the totals were counted; if not, they are a share of the totals of the
   *     group from which this one was split
   */
  public record Totals(long objects, long bytes, boolean counted) {
    /** The totals of an empty group. */
    public static final Totals NOTHING = new Totals(0, 0, true);

    /** Totals after an update; {@code counted} is unchanged. */
    public Totals updated(long newObjects, long newBytes) {
      return new Totals(newObjects, newBytes, counted);
    }

    /** The same totals as an estimate. */
    public Totals uncounted() {
      return new Totals(objects, bytes, false);
    }
  }

  /**
   * The past of the group, as shared among all its replicas.
   *
   * @param created epoch in which the pool was created
   * @param lastEpochStarted newest epoch in which the group was activated, as far as known
   * @param lastEpochClean newest epoch in which all replicas were whole, as far as known
   * @param sameIntervalSince first epoch of the newest known interval
   * @param knownSince epoch from which {@code intervals} are complete; a replica that was created
   *     later does not know earlier intervals
   * @param intervals past intervals that are still relevant, oldest first, without gaps up to
   *     {@code sameIntervalSince}; empty once the group is clean
   */
  public record History(
      long created,
      long lastEpochStarted,
      long lastEpochClean,
      long sameIntervalSince,
      long knownSince,
      List<Interval> intervals) {
    public History {
      intervals = List.copyOf(intervals);
    }

    /** The history of a new group. */
    public static History fresh(long created, long knownSince) {
      return new History(created, 0, 0, knownSince, knownSince, List.of());
    }
  }

  /**
   * An interval: a run of epochs during which the same OSDs served the group.
   *
   * @param first first epoch
   * @param last last epoch, inclusive
   * @param up up set
   * @param acting acting set, primary first
   * @param mayHaveWritten whether updates may have been accepted: there were enough replicas, and
   *     the map had recorded the primary's up_thru
   */
  public record Interval(
      long first, long last, MemberList up, MemberList acting, boolean mayHaveWritten) {}

  /** Whether the replica is whole, or its backfill has reached the object. */
  public boolean covers(ObjectId object) {
    ObjectId to = backfilledTo();
    return to == null || object.compareTo(to) <= 0;
  }

  /** Epoch of the last interval in which this replica was activated. */
  public long lastEpochStarted() {
    return copy.lastEpochStarted();
  }

  /** Backfill position; null if the replica is whole. */
  public @Nullable ObjectId backfilledTo() {
    return copy.backfilledTo();
  }

  /** Newest version in the log. */
  public Version lastUpdate() {
    return log.lastUpdate();
  }

  /** The tail of the log: the log contains every update after this version. */
  public Version logTail() {
    return log.logTail();
  }

  /** Number of the group's objects as of the newest update. */
  public long objects() {
    return totals.objects();
  }

  /** Sum of the sizes of the group's objects as of the newest update. */
  public long bytes() {
    return totals.bytes();
  }

  /**
   * The same info for another group: one that was split off this one, or into which this one was
   * merged.
   */
  public GroupInfo withGroup(PgId other) {
    return new GroupInfo(other, log, copy, history, totals);
  }

  /** The same info with other log bounds. */
  public GroupInfo withLog(LogBounds other) {
    return new GroupInfo(group, other, copy, history, totals);
  }

  private GroupInfo withCopy(CopyState other) {
    return new GroupInfo(group, log, other, history, totals);
  }

  /**
   * The same info after activation in the interval that begins at this epoch. {@code
   * lastEpochStarted} is not lowered: a replica that got a whole map may have recorded a later
   * beginning of the interval.
   */
  public GroupInfo startedIn(long interval) {
    long started = Math.max(copy.lastEpochStarted(), interval);
    return withCopy(new CopyState(started, copy.backfilledTo(), copy.createdIn()));
  }

  /** The same info with another backfill position. */
  public GroupInfo withBackfill(@Nullable ObjectId to) {
    return withCopy(new CopyState(copy.lastEpochStarted(), to, copy.createdIn()));
  }

  /** The same info for a copy that was created, or created again, by the map of this epoch. */
  public GroupInfo madeIn(long epoch) {
    return withCopy(new CopyState(copy.lastEpochStarted(), copy.backfilledTo(), epoch));
  }

  /** The same info with another history. */
  public GroupInfo withHistory(History other) {
    return new GroupInfo(group, log, copy, other, totals);
  }

  /** The same info with other totals. */
  public GroupInfo withTotals(Totals other) {
    return new GroupInfo(group, log, copy, history, other);
  }

  /**
   * Whether no backfill is unfinished: the replica has every object or has recorded it as missing.
   */
  public boolean isWhole() {
    return copy.backfilledTo() == null;
  }

  /** Whether the log was never written to. */
  public boolean isEmpty() {
    return lastUpdate().equals(Version.ZERO);
  }

  /** All components on one level and in stored order, so that texts can be compared. */
  @Override
  public String toString() {
    return "GroupInfo[group=%s, lastUpdate=%s, logTail=%s, lastComplete=%s, lastEpochStarted=%d,"
            .formatted(
                group, log.lastUpdate(), log.logTail(), log.lastComplete(), copy.lastEpochStarted())
        + " backfilledTo=%s, history=%s, objects=%d, bytes=%d, createdIn=%d,"
            .formatted(
                copy.backfilledTo(), history, totals.objects(), totals.bytes(), copy.createdIn())
        + " rememberedSince=%s, counted=%s, settled=%s]"
            .formatted(log.rememberedSince(), totals.counted(), log.settled());
  }
}
