package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.id.PgId;

/**
 * The slot that a replica has, or wants, for being filled by its primary.
 *
 * <p>Invariant: it has one only while it wants it.
 */
final class GuestReservation {
  /** Where wishes and answers go. */
  interface Desk {
    /** Asks for a slot, or says how urgent that wish is now. */
    void ask(long token, int priority);

    void end();

    /** Tells the primary that it has one. */
    void grant(long wish);

    /** Tells the primary that it has none any more. */
    void revoke(long wish);
  }

  private final Desk desk;
  private boolean wanted;
  private boolean granted;
  private int priority;
  private long wish;
  private long token;

  GuestReservation(Desk desk) {
    this.desk = desk;
  }

  /** A new interval: its primary asks anew. */
  void reset() {
    if (wanted) {
      desk.end();
    }
    wanted = false;
    granted = false;
    wish = 0;
  }

  void onReserve(long newWish, int newPriority) {
    if (newWish < wish) {
      return;
    }
    boolean urgencyChanged = priority != newPriority;
    wish = newWish;
    priority = newPriority;
    if (!wanted) {
      wanted = true;
      desk.ask(++token, priority);
    } else if (urgencyChanged) {
      desk.ask(token, priority);
    }
    if (granted) {
      desk.grant(wish);
    }
  }

  void onRelease(long given) {
    if (given >= wish && wanted) {
      wanted = false;
      granted = false;
      desk.end();
    }
  }

  void onGranted(long given) {
    if (wanted && given == token) {
      granted = true;
      desk.grant(wish);
    }
  }

  void onRevoked(long revoked) {
    if (granted && revoked == token) {
      wanted = false;
      granted = false;
      desk.revoke(wish);
    }
  }

  /** What a few comparisons tell. */
  void invariants(PgId group) {
    Invariant.check(
        wanted || !granted,
        () -> "group %s has a slot for wish %d and wants none".formatted(group, wish));
  }
}
