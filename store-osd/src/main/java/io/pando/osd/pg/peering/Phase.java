package io.pando.osd.pg.peering;

import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
  /** The kinds of phases. */
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

  /** The allowed transitions within an interval. */
  Map<Kind, Set<Kind>> TRANSITIONS = transitions();

  Kind kind();

  /** Whether a phase may follow another one within an interval. */
  static boolean mayFollow(Kind before, Kind next) {
    Set<Kind> allowed = TRANSITIONS.get(before);
    return allowed != null && allowed.contains(next);
  }

  /** What the phase waits for, as text for people; empty if it waits for nothing. */
  String waitsFor();

  /** This OSD is not the primary. */
  record Idle() implements Phase {
    @Override
    public Kind kind() {
      return Kind.IDLE;
    }

    @Override
    public String waitsFor() {
      return "";
    }
  }

  /** All OSDs in the prior set are asked for their infos. */
  record GatheringInfo(SortedSet<OsdId> awaited) implements Phase {
    @Override
    public Kind kind() {
      return Kind.GATHERING_INFO;
    }

    @Override
    public String waitsFor() {
      return "info of " + awaited;
    }
  }

  /** An OSD that may have newer data is not up. */
  record Down(String needs) implements Phase {
    @Override
    public Kind kind() {
      return Kind.DOWN;
    }

    @Override
    public String waitsFor() {
      return needs
          + ": start it, or if it is lost for good, purge it (osd purge N), which gives up the data that only it"
          + " has";
    }
  }

  /**
   * Updates may have been only on OSDs whose data were given up. The group serves no client until
   * an operator accepts the loss or the data return.
   *
   * @param had the OSDs that had the updates, as text for people
   */
  record Lost(PgId group, String had) implements Phase {
    @Override
    public Kind kind() {
      return Kind.LOST;
    }

    @Override
    public String waitsFor() {
      return ("data that were given up, of %s: restore the old data (osd create N --uuid IDENTITY),"
              + " or accept their loss (pg accept-loss %s)")
          .formatted(had, group);
    }
  }

  /**
   * No replica that was heard has everything.
   *
   * @param started epoch of the activation of which a whole copy is needed
   * @param away OSDs that may have a whole copy and are down
   */
  record Incomplete(long started, SortedSet<OsdId> away) implements Phase {
    @Override
    public Kind kind() {
      return Kind.INCOMPLETE;
    }

    @Override
    public String waitsFor() {
      String needed = "a whole copy as of epoch " + started + ", which no OSD that is up has: ";
      return away.isEmpty()
          ? needed + "no known OSD can have one"
          : needed + "start one of " + away;
    }
  }

  /** This OSD must be filled first; another acting set should serve meanwhile. */
  record ChoosingActing(List<OsdId> wanted) implements Phase {
    @Override
    public Kind kind() {
      return Kind.CHOOSING_ACTING;
    }

    @Override
    public String waitsFor() {
      return "the monitors to make " + wanted + " act";
    }
  }

  /** The authoritative log is on another OSD. */
  record FetchingLog(Authority from) implements Phase {
    @Override
    public Kind kind() {
      return Kind.FETCHING_LOG;
    }

    @Override
    public String waitsFor() {
      return "the log of " + from.osd();
    }
  }

  /** The map must show that this OSD was up in the interval, before any update is accepted. */
  record AwaitingUpThru() implements Phase {
    @Override
    public Kind kind() {
      return Kind.AWAITING_UP_THRU;
    }

    @Override
    public String waitsFor() {
      return "the monitors to record that this OSD is up (up_thru)";
    }
  }

  /** The replicas adopt the primary's log. */
  record Activating(SortedSet<OsdId> awaited) implements Phase {
    @Override
    public Kind kind() {
      return Kind.ACTIVATING;
    }

    @Override
    public String waitsFor() {
      return "activation of " + awaited;
    }
  }

  /**
   * The members are activated, but a former primary may still answer clients that do not know of
   * this interval.
   *
   * @param untilNanos by our clock
   */
  record AwaitingLease(String whose, long untilNanos) implements Phase {
    @Override
    public Kind kind() {
      return Kind.AWAITING_LEASE;
    }

    @Override
    public String waitsFor() {
      return "the read lease of " + whose + ", which may have led the group before, to end";
    }
  }

  /** The group is active. */
  record Active() implements Phase {
    @Override
    public Kind kind() {
      return Kind.ACTIVE;
    }

    @Override
    public String waitsFor() {
      return "";
    }
  }

  private static Map<Kind, Set<Kind>> transitions() {
    Map<Kind, Set<Kind>> table = new EnumMap<>(Kind.class);
    Set<Kind> afterInfo =
        EnumSet.of(
            Kind.GATHERING_INFO,
            Kind.DOWN,
            Kind.LOST,
            Kind.INCOMPLETE,
            Kind.CHOOSING_ACTING,
            Kind.FETCHING_LOG,
            Kind.AWAITING_UP_THRU,
            Kind.ACTIVATING);
    table.put(Kind.IDLE, EnumSet.of(Kind.GATHERING_INFO));
    table.put(Kind.GATHERING_INFO, afterInfo);
    table.put(Kind.DOWN, afterInfo);
    table.put(Kind.LOST, afterInfo);
    table.put(Kind.INCOMPLETE, afterInfo);
    table.put(Kind.CHOOSING_ACTING, afterInfo);
    table.put(Kind.FETCHING_LOG, afterInfo);
    table.put(Kind.AWAITING_UP_THRU, afterInfo);
    table.put(Kind.ACTIVATING, EnumSet.of(Kind.ACTIVATING, Kind.AWAITING_LEASE, Kind.ACTIVE));
    table.put(Kind.AWAITING_LEASE, EnumSet.of(Kind.AWAITING_LEASE, Kind.ACTIVE));
    table.put(Kind.ACTIVE, EnumSet.noneOf(Kind.class));
    return table;
  }
}
