package io.pando.cluster.files;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * State of a rank of a file system (paper 003 §4.4; Ceph: the states of an MDS).
 *
 * <pre>
 *  EMPTY, FAILED ─ a standby takes the rank ─▶ REPLAY ─▶ RESOLVE ─▶ RECONNECT ─▶ REJOIN ─▶ REQUESTS ─▶ ACTIVE
 *                                                └─── one rank only ───▲ └ one rank only ─▲           │
 *  EMPTY ◀────────────────────────────────── STOPPING ◀───────────────────────────────────────────────┘
 *  each state with a holder ─ it failed ─▶ FAILED;  ─ it found damage ─▶ DAMAGED ─ repaired ─▶ FAILED
 * </pre>
 *
 * The holder asks for each step of its own; the monitors decide the others.
 */
public enum RankState {
  /** No daemon holds the rank, and none has to: it has no work. */
  EMPTY,

  /** No daemon holds the rank: its holder failed, and no other has taken over. */
  FAILED,

  /** No daemon may take the rank: its holder found damage that it cannot repair. */
  DAMAGED,

  /** The holder reads the journal. */
  REPLAY,

  /** The holder agrees with other ranks on which one is responsible for what. */
  RESOLVE,

  /** The holder hears from clients what they hold. */
  RECONNECT,

  /** The holder brings its cache in line with clients and other ranks. */
  REJOIN,

  /** The holder executes requests that clients repeat. */
  REQUESTS,

  /** The holder serves. */
  ACTIVE,

  /** The holder gives its work to other ranks, and then the rank up. */
  STOPPING;

  private static final Set<RankState> WITHOUT_HOLDER = EnumSet.of(EMPTY, FAILED, DAMAGED);

  /** Whether a daemon holds a rank in this state. */
  public boolean isHeld() {
    return !WITHOUT_HOLDER.contains(this);
  }

  /** Whether the holder may step to another state by itself. */
  public boolean mayStepTo(RankState next) {
    return switch (this) {
      case REPLAY -> next == RESOLVE || next == RECONNECT;
      case RESOLVE -> next == RECONNECT;
      case RECONNECT -> next == REJOIN || next == REQUESTS;
      case REJOIN -> next == REQUESTS;
      case REQUESTS -> next == ACTIVE;
      case ACTIVE -> next == STOPPING;
      case STOPPING -> next == EMPTY;
      case EMPTY, FAILED, DAMAGED -> false;
    };
  }

  /** The state as commands print it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
