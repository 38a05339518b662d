package io.pando.osd.pg.scrub;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The phase of the scrubs that a primary leads.
 *
 * <pre>
 *  RESTING ──due, ordered, or begun before──▶ ASKING ──slot──▶ HELD ⇄ COMPARING_TREES
 *     ▲                                          │               │  ⇄ CHECKING_PART
 *     └── the group is not clean, or no scrub is due ────────────┘  ⇄ REEXAMINING
 * </pre>
 *
 * <p>Every interval starts in {@code RESTING}.
 */
enum ScrubPhase {
  /** No slot is required. */
  RESTING,
  /** A slot was requested. */
  ASKING,
  /** The slot is held, and members have no request. */
  HELD,
  /** Hash trees are compared, to find the parts that differ. */
  COMPARING_TREES,
  /** A part is scrubbed. */
  CHECKING_PART,
  /** Earlier findings are examined again. */
  REEXAMINING;

  private static final Map<ScrubPhase, Set<ScrubPhase>> TRANSITIONS = transitions();

  private static Map<ScrubPhase, Set<ScrubPhase>> transitions() {
    Map<ScrubPhase, Set<ScrubPhase>> table = new EnumMap<>(ScrubPhase.class);
    table.put(RESTING, EnumSet.of(ASKING));
    table.put(ASKING, EnumSet.of(HELD, RESTING));
    table.put(HELD, EnumSet.of(COMPARING_TREES, CHECKING_PART, REEXAMINING, RESTING));
    table.put(COMPARING_TREES, EnumSet.of(HELD));
    table.put(CHECKING_PART, EnumSet.of(HELD));
    table.put(REEXAMINING, EnumSet.of(HELD));
    return table;
  }

  /** Whether another phase may follow within an interval. */
  boolean mayPrecede(ScrubPhase next) {
    Set<ScrubPhase> allowed = TRANSITIONS.get(this);
    return allowed != null && allowed.contains(next);
  }

  /** Whether this primary has the slot. */
  boolean isHeld() {
    return this == HELD || isUnderWay();
  }

  /** Whether members may have requests. */
  boolean isUnderWay() {
    return this == COMPARING_TREES || this == CHECKING_PART || this == REEXAMINING;
  }

  /** What the scrub waits for, as text for people; empty if it waits for nothing. */
  String waitsFor() {
    return switch (this) {
      case RESTING -> "the next check of due scrubs";
      case ASKING -> "another group of this OSD that scrubs";
      case HELD, COMPARING_TREES, CHECKING_PART, REEXAMINING -> "";
    };
  }
}
