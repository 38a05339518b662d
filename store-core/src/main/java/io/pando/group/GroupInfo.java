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
 * @param lastUpdate newest version in its log
 * @param logTail everything after this version is in its log
 * @param lastComplete every update up to this version is applied: nothing older is missing
 * @param lastEpochStarted epoch of the last interval in which this replica was activated, with
 *     enough others that updates could be accepted
 * @param backfilledTo null if the replica is whole; else all objects up to and including this one,
 *     in placement order, are there as of the log, and those behind it are not. Before the first:
 *     {@link #NOTHING}
 * @param history of the group, as far as this replica knows
 * @param objects number of objects of the group as of {@code lastUpdate}, here or missing
 * @param bytes their sizes, summed
 * @param heldSince epoch of the map by which this copy was made: of an interval that began before,
 *     this copy is no witness, even if the map names its OSD
 * @param rememberedSince the requests of all updates after this version are known here; not beyond
 *     {@code logTail}
 * @param counted whether {@code objects} and {@code bytes} were counted; if not, they are a share
 *     of what the group had from which this one was split
 */
public record GroupInfo(
    PgId group,
    Version lastUpdate,
    Version logTail,
    Version lastComplete,
    long lastEpochStarted,
    @Nullable ObjectId backfilledTo,
    History history,
    long objects,
    long bytes,
    long heldSince,
    Version rememberedSince,
    boolean counted) {
  /** Position before every object. */
  public static final ObjectId NOTHING = new ObjectId(0, "");

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

  /** What is known of another group that was part of this one, or into which it was merged. */
  public GroupInfo withGroup(PgId other) {
    return new GroupInfo(
        other,
        lastUpdate,
        logTail,
        lastComplete,
        lastEpochStarted,
        backfilledTo,
        history,
        objects,
        bytes,
        heldSince,
        rememberedSince,
        counted);
  }

  /** Of a copy that was made, or made anew, by the map of this epoch. */
  public GroupInfo madeIn(long epoch) {
    return new GroupInfo(
        group,
        lastUpdate,
        logTail,
        lastComplete,
        lastEpochStarted,
        backfilledTo,
        history,
        objects,
        bytes,
        epoch,
        rememberedSince,
        counted);
  }

  /** The same with another log. */
  public GroupInfo withLog(Version head, Version tail, Version complete) {
    return new GroupInfo(
        group,
        head,
        tail,
        complete,
        lastEpochStarted,
        backfilledTo,
        history,
        objects,
        bytes,
        heldSince,
        rememberedSince,
        counted);
  }

  /** The same with other requests remembered. */
  public GroupInfo rememberingSince(Version since) {
    return new GroupInfo(
        group,
        lastUpdate,
        logTail,
        lastComplete,
        lastEpochStarted,
        backfilledTo,
        history,
        objects,
        bytes,
        heldSince,
        since,
        counted);
  }

  /** The same with totals that were counted. */
  public GroupInfo counted(long newObjects, long newBytes) {
    return withTotals(newObjects, newBytes).counted(true);
  }

  /** The same with the totals of another replica. */
  public GroupInfo withTotalsOf(GroupInfo other) {
    return withTotals(other.objects, other.bytes).counted(other.counted);
  }

  /** The same with totals that were counted, or are an estimate. */
  public GroupInfo counted(boolean exact) {
    return new GroupInfo(
        group,
        lastUpdate,
        logTail,
        lastComplete,
        lastEpochStarted,
        backfilledTo,
        history,
        objects,
        bytes,
        heldSince,
        rememberedSince,
        exact);
  }

  /** The same with other totals. */
  public GroupInfo withTotals(long newObjects, long newBytes) {
    return new GroupInfo(
        group,
        lastUpdate,
        logTail,
        lastComplete,
        lastEpochStarted,
        backfilledTo,
        history,
        newObjects,
        newBytes,
        heldSince,
        rememberedSince,
        counted);
  }

  /** The same with another mark of a backfill. */
  public GroupInfo withBackfill(@Nullable ObjectId to) {
    return with(lastEpochStarted, to, history);
  }

  /** The same with another history. */
  public GroupInfo withHistory(History other) {
    return with(lastEpochStarted, backfilledTo, other);
  }

  /**
   * Of a replica that was activated in the interval that begins at this epoch; it may have known a
   * later beginning, by a map that it got whole.
   */
  public GroupInfo startedIn(long interval) {
    return with(Math.max(lastEpochStarted, interval), backfilledTo, history);
  }

  private GroupInfo with(long started, @Nullable ObjectId filled, History known) {
    return new GroupInfo(
        group,
        lastUpdate,
        logTail,
        lastComplete,
        started,
        filled,
        known,
        objects,
        bytes,
        heldSince,
        rememberedSince,
        counted);
  }

  /** Whether it has every object, or knows that it misses it. */
  public boolean isWhole() {
    return backfilledTo == null;
  }

  /** Whether it never held anything. */
  public boolean isEmpty() {
    return lastUpdate.equals(Version.ZERO);
  }
}
