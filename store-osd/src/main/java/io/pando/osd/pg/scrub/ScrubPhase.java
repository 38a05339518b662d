package io.pando.osd.pg.scrub;

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

  /** Whether another phase may follow within an interval. */
  boolean mayPrecede(ScrubPhase next) {
    return switch (this) {
      case RESTING -> next == ASKING;
      case ASKING -> next == HELD || next == RESTING;
      case HELD -> next == RESTING || next.isUnderWay();
      case COMPARING_TREES, CHECKING_PART, REEXAMINING -> next == HELD;
    };
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
