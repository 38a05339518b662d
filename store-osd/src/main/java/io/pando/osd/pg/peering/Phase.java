package io.pando.osd.pg.peering;

import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.PgId;
import io.pando.report.group.GroupState;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;

/**
 * The phase of a primary's peering with its replicas.
 *
 * <pre>
 *           ┌─────────────── a needed OSD is down ───────▶ Down
 *           │  ┌──────────── data were given up ─────────▶ Lost
 *           │  ┌──────────── no replica is whole ────────▶ Incomplete
 *           │  │  ┌───────── cannot lead itself ─────────▶ ChoosingActing
 *  Idle ─▶ GatheringInfo ─▶ FetchingLog ─▶ AwaitingUpThru ─▶ Activating ─▶ AwaitingLease ─▶ Active
 *           └────────────────────┴───────────────┴──────────────▲ └───────────────────────────▲
 * </pre>
 *
 * Every interval starts in {@code GatheringInfo}, or in {@code Idle} if this OSD is not the
 * primary. News of an OSD leads back from {@code Down}, {@code Lost}, {@code Incomplete}, {@code
 * ChoosingActing}, {@code FetchingLog} and {@code AwaitingUpThru} to {@code GatheringInfo}.
 */
sealed interface Phase {
  /** The kinds of phases, in the order in which peering goes through them. */
  enum Kind {
    IDLE,
    GATHERING_INFO,
    DOWN,
    LOST,
    INCOMPLETE,
    CHOOSING_ACTING,
    FETCHING_LOG,
    AWAITING_UP_THRU,
    ACTIVATING,
    AWAITING_LEASE,
    ACTIVE
  }

  default Kind kind() {
    return switch (this) {
      case Idle _ -> Kind.IDLE;
      case GatheringInfo _ -> Kind.GATHERING_INFO;
      case Down _ -> Kind.DOWN;
      case Lost _ -> Kind.LOST;
      case Incomplete _ -> Kind.INCOMPLETE;
      case ChoosingActing _ -> Kind.CHOOSING_ACTING;
      case FetchingLog _ -> Kind.FETCHING_LOG;
      case AwaitingUpThru _ -> Kind.AWAITING_UP_THRU;
      case Activating _ -> Kind.ACTIVATING;
      case AwaitingLease _ -> Kind.AWAITING_LEASE;
      case Active _ -> Kind.ACTIVE;
    };
  }

  /** Whether a phase may follow another one within an interval. */
  static boolean mayFollow(Kind before, Kind next) {
    Set<Kind> allowed =
        switch (before) {
          case IDLE -> EnumSet.of(Kind.GATHERING_INFO);
          case GATHERING_INFO,
              DOWN,
              LOST,
              INCOMPLETE,
              CHOOSING_ACTING,
              FETCHING_LOG,
              AWAITING_UP_THRU ->
              EnumSet.range(Kind.GATHERING_INFO, Kind.ACTIVATING);
          case ACTIVATING -> EnumSet.range(Kind.ACTIVATING, Kind.ACTIVE);
          case AWAITING_LEASE -> EnumSet.range(Kind.AWAITING_LEASE, Kind.ACTIVE);
          case ACTIVE -> EnumSet.noneOf(Kind.class);
        };
    return allowed.contains(next);
  }

  /** The state of a group whose primary is in this phase. */
  default GroupState state() {
    return switch (this) {
      case Active _ -> GroupState.ACTIVE;
      case Down _ -> GroupState.DOWN;
      case Lost _ -> GroupState.LOST;
      case Incomplete _ -> GroupState.INCOMPLETE;
      default -> GroupState.PEERING;
    };
  }

  /** What the phase waits for, as text for people; empty if it waits for nothing. */
  default String waitsFor() {
    return switch (this) {
      case Idle _, Active _ -> "";
      case GatheringInfo(SortedSet<MemberId> awaited) -> "info of " + awaited;
      case Down(String needs) ->
          needs
              + ": start it, or if it is lost for good, declare it lost (osd lost N), which gives up"
              + " the data that only it has";
      case Lost(PgId group, String had) ->
          ("data that were given up, of %s: restore the old data (osd create N --uuid IDENTITY),"
                  + " or accept their loss (pg accept-loss %s)")
              .formatted(had, group);
      case Incomplete(long started, SortedSet<MemberId> away) ->
          "a whole copy as of epoch %d, which no OSD that is up has: %s"
              .formatted(
                  started,
                  away.isEmpty()
                      ? "no known OSD can have one; it can continue with the best copy (pg accept-loss)"
                      : "start one of " + away + ", or declare them lost (osd lost N)");
      case ChoosingActing(MemberList wanted) -> "the monitors to make " + wanted + " act";
      case FetchingLog(Authority from) -> "the log of " + from.member();
      case AwaitingUpThru _ -> "the monitors to record that this OSD is up (up_thru)";
      case Activating(SortedSet<MemberId> awaited) -> "activation of " + awaited;
      case AwaitingLease(String whose, _) ->
          "the read lease of " + whose + ", which may have led the group before, to end";
    };
  }

  /** This OSD is not the primary. */
  record Idle() implements Phase {}

  /** All members in the prior set are asked for their infos. */
  record GatheringInfo(SortedSet<MemberId> awaited) implements Phase {}

  /** An OSD that may have newer data is not up. */
  record Down(String needs) implements Phase {}

  /**
   * Updates may have been only on OSDs whose data were given up. The group serves no client until
   * an operator accepts the loss or the data return.
   *
   * @param had the OSDs that had the updates, as text for people
   */
  record Lost(PgId group, String had) implements Phase {}

  /**
   * No replica that was heard has everything.
   *
   * @param started epoch of the activation of which a whole copy is needed
   * @param away members that may have a whole copy and are down
   */
  record Incomplete(long started, SortedSet<MemberId> away) implements Phase {}

  /** This OSD must be filled first; another acting set should serve meanwhile. */
  record ChoosingActing(MemberList wanted) implements Phase {}

  /** The authoritative log is on another OSD. */
  record FetchingLog(Authority from) implements Phase {}

  /** The map must show that this OSD was up in the interval, before any update is accepted. */
  record AwaitingUpThru() implements Phase {}

  /** The replicas adopt the primary's log. */
  record Activating(SortedSet<MemberId> awaited) implements Phase {}

  /**
   * The members are activated, but a former primary may still answer clients that do not know of
   * this interval.
   *
   * @param untilNanos by our clock
   */
  record AwaitingLease(String whose, long untilNanos) implements Phase {}

  /** The group is active. */
  record Active() implements Phase {}
}
