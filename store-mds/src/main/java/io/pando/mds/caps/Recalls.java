package io.pando.mds.caps;

import java.util.function.Consumer;

/** Asks sessions that have many inodes to give some up, a part at a time. */
final class Recalls {
  /** The part of the limit of all that is shared among sessions beside it. */
  private static final int RESERVED = 8;

  private final RecallLimits limits;
  private final Consumer<CapabilityEffect> out;

  Recalls(RecallLimits limits, Consumer<CapabilityEffect> out) {
    this.limits = limits;
    this.out = out;
  }

  boolean isOverLimit(SessionHoldings session) {
    return session.held() >= limits.most();
  }

  /**
   * Whether a session gets nothing that its open files do not need. Sessions that give nothing back
   * would fill the memory together, and leave nothing to others: so there is a limit of all, and a
   * part beside it of which each session has the same share.
   */
  boolean isFull(HoldingTable table, SessionHoldings session) {
    long share = limits.all() / RESERVED / Math.max(1, table.sessions().size());
    return isOverLimit(session) || (table.held() >= limits.all() && session.held() >= share);
  }

  void onTime(long now, SessionHoldings session) {
    recall(now, session, limits.held());
  }

  /** Asks a session to have capabilities of N inodes at most. */
  void recall(long now, SessionHoldings session, long most) {
    int held = session.held();
    if (held > most && isDue(now, session)) {
      session.recalledAt(now);
      long target = Math.max(most, held - limits.step());
      out.accept(new CapabilityEffect.Recall(session.number(), target));
    }
  }

  private boolean isDue(long now, SessionHoldings session) {
    return session.recalledAt() == Long.MIN_VALUE
        || now - session.recalledAt() >= limits.intervalNanos();
  }
}
