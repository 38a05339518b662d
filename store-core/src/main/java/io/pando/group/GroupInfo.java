package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one replica knows of itself; what peering compares (paper 003 §6.3.5).
 *
 * @param log how far its log reaches
 * @param lastEpochStarted epoch of the last interval in which this replica was activated, with
 *     enough others that updates could be accepted
 * @param backfilledTo null if the replica is whole; else all objects up to and including this one,
 *     in placement order, are there as of the log, and those behind it are not. Before the first:
 *     {@link #NOTHING}
 * @param heldSince epoch of the map by which this copy was made: of an interval that began before,
 *     this copy is no witness, even if the map names its OSD
 * @param history of the group, as far as this replica knows
 * @param totals of the group as of the newest update, of what is here or missing
 */
public record GroupInfo(
    PgId group,
    LogBounds log,
    long lastEpochStarted,
    @Nullable ObjectId backfilledTo,
    long heldSince,
    History history,
    Totals totals) {
  /** Position before every object. */
  public static final ObjectId NOTHING = new ObjectId(0, "");

  /**
   * How far a log reaches.
   *
   * @param head newest version in it
   * @param tail everything after this version is in it
   * @param complete every update up to this version is applied: nothing older is missing
   * @param rememberedSince the requests of all updates after this version are known; not beyond
   *     {@code tail}
   */
  public record LogBounds(Version head, Version tail, Version complete, Version rememberedSince) {
    /** Of a log in which nothing was ever written. */
    public static final LogBounds NOTHING = at(Version.ZERO);

    /** Of an empty log behind which everything is applied. */
    public static LogBounds at(Version version) {
      return new LogBounds(version, version, version, version);
    }

    /** Of the same log, of which no more is complete than that. */
    public LogBounds completeUpTo(Version limit) {
      return complete.isAfter(limit) ? new LogBounds(head, tail, limit, rememberedSince) : this;
    }
  }

  /**
   * How much a group holds.
   *
   * @param bytes the sizes of its objects, summed
   * @param counted whether that was counted; if not, it is a share of what the group had from which
   *     this one was split
   */
  public record Totals(long objects, long bytes, boolean counted) {
    /** Of an empty group. */
    public static final Totals NOTHING = new Totals(0, 0, true);

    /** As sure as before, after an update. */
    public Totals updated(long newObjects, long newBytes) {
      return new Totals(newObjects, newBytes, counted);
    }
  }

  /**
   * What all replicas of the group learn of its past.
   *
   * @param created epoch in which the pool was made
   * @param lastEpochStarted newest epoch in which the group was activated, as far as heard
   * @param lastEpochClean newest epoch in which all replicas were whole, as far as heard
   * @param sameIntervalSince first epoch of the interval known last
   * @param knownSince {@code intervals} are complete from this epoch on; who came later does not
   *     know what was before
   * @param intervals the past ones that still matter, oldest first, without gaps up to {@code
   *     sameIntervalSince}; empty once the group is clean
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

    /** Of a group that nobody has heard of before. */
    public static History fresh(long created, long knownSince) {
      return new History(created, 0, 0, knownSince, knownSince, List.of());
    }
  }

  /**
   * A span of epochs during which the same OSDs served the group.
   *
   * @param first its first epoch
   * @param last its last one, included
   * @param up where the group belonged
   * @param acting who served it, primary first
   * @param mayHaveWritten whether updates may have been accepted: there were enough replicas, and
   *     the map had recorded that the primary was up then
   */
  public record Interval(
      long first, long last, List<OsdId> up, List<OsdId> acting, boolean mayHaveWritten) {
    public Interval {
      up = List.copyOf(up);
      acting = List.copyOf(acting);
    }

    /** Who took part: every update that was acknowledged is on all of them. */
    public SortedSet<OsdId> members() {
      SortedSet<OsdId> members = new TreeSet<>(acting);
      members.addAll(up);
      return members;
    }
  }

  /** Whether a backfill has reached the object. */
  public boolean covers(ObjectId object) {
    return backfilledTo == null || object.compareTo(backfilledTo) <= 0;
  }

  /** Newest version in its log. */
  public Version lastUpdate() {
    return log.head();
  }

  /** Everything after this version is in its log. */
  public Version logTail() {
    return log.tail();
  }

  /** Objects of the group as of the newest update. */
  public long objects() {
    return totals.objects();
  }

  /** Their sizes, summed. */
  public long bytes() {
    return totals.bytes();
  }

  /** What is known of another group that was part of this one, or into which it was merged. */
  public GroupInfo withGroup(PgId other) {
    return new GroupInfo(other, log, lastEpochStarted, backfilledTo, heldSince, history, totals);
  }

  /** The same with another log. */
  public GroupInfo withLog(LogBounds other) {
    return new GroupInfo(group, other, lastEpochStarted, backfilledTo, heldSince, history, totals);
  }

  /**
   * Of a replica that was activated in the interval that begins at this epoch; it may have known a
   * later beginning, by a map that it got whole.
   */
  public GroupInfo startedIn(long interval) {
    long started = Math.max(lastEpochStarted, interval);
    return new GroupInfo(group, log, started, backfilledTo, heldSince, history, totals);
  }

  /** The same with another mark of a backfill. */
  public GroupInfo withBackfill(@Nullable ObjectId to) {
    return new GroupInfo(group, log, lastEpochStarted, to, heldSince, history, totals);
  }

  /** Of a copy that was made, or made anew, by the map of this epoch. */
  public GroupInfo madeIn(long epoch) {
    return new GroupInfo(group, log, lastEpochStarted, backfilledTo, epoch, history, totals);
  }

  /** The same with another history. */
  public GroupInfo withHistory(History other) {
    return new GroupInfo(group, log, lastEpochStarted, backfilledTo, heldSince, other, totals);
  }

  /** The same with other totals. */
  public GroupInfo withTotals(Totals other) {
    return new GroupInfo(group, log, lastEpochStarted, backfilledTo, heldSince, history, other);
  }

  /** Whether it has every object, or knows that it misses it. */
  public boolean isWhole() {
    return backfilledTo == null;
  }

  /** Whether it never held anything. */
  public boolean isEmpty() {
    return lastUpdate().equals(Version.ZERO);
  }

  /** All on one level and in the order in which it is stored, so that texts can be compared. */
  @Override
  public String toString() {
    return "GroupInfo[group=%s, lastUpdate=%s, logTail=%s, lastComplete=%s, lastEpochStarted=%d,"
            .formatted(group, log.head(), log.tail(), log.complete(), lastEpochStarted)
        + " backfilledTo=%s, history=%s, objects=%d, bytes=%d, heldSince=%d,"
            .formatted(backfilledTo, history, totals.objects(), totals.bytes(), heldSince)
        + " rememberedSince=%s, counted=%s]".formatted(log.rememberedSince(), totals.counted());
  }
}
