package io.pando.mds.caps;

import java.util.function.Consumer;

/** Asks sessions that have many inodes to give some up, a part at a time. */
final class Recalls {
  private final RecallLimits limits;
  private final Consumer<CapabilityEffect> out;

  Recalls(RecallLimits limits, Consumer<CapabilityEffect> out) {
    this.limits = limits;
    this.out = out;
  }

  boolean isOverLimit(SessionHoldings session) {
    return session.held() >= limits.most();
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
