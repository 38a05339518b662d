package io.pando.osd.pg.recovery.schedule;

import io.pando.check.Invariant;
import io.pando.id.PgId;
import io.pando.osd.pg.step.RequestNumbers;

/**
 * The slot that a replica holds or requests, so that its primary can fill it.
 *
 * <p>Invariant: it holds a slot only while it wants one.
 */
public final class ReplicaReservation {
  /** Receives the requests and answers. */
  public interface Desk {
    /** Requests a slot, or changes the priority of the request. */
    void ask(long token, int priority);

    void end();

    /** Tells the primary that this replica has a slot. */
    void grant(long wish);

    /** Tells the primary that this replica has lost its slot. */
    void revoke(long wish);
  }

  private final Desk desk;
  private final RequestNumbers numbers;
  private boolean wanted;
  private boolean granted;
  private int priority;
  private long requestNumber;
  private long token;

  public ReplicaReservation(Desk desk, RequestNumbers numbers) {
    this.desk = desk;
    this.numbers = numbers;
  }

  /** The interval has ended: returns the slot. */
  public void onIntervalEnded() {
    if (wanted) {
      desk.end();
    }
  }

  public void onReserve(long newWish, int newPriority) {
    if (newWish < requestNumber) {
      return;
    }
    boolean urgencyChanged = priority != newPriority;
    requestNumber = newWish;
    priority = newPriority;
    if (!wanted) {
      wanted = true;
      token = numbers.next(RequestNumbers.Of.GUEST_SLOT);
      desk.ask(token, priority);
    } else if (urgencyChanged) {
      desk.ask(token, priority);
    }
    if (granted) {
      desk.grant(requestNumber);
    }
  }

  public void onRelease(long given) {
    if (given >= requestNumber && wanted) {
      wanted = false;
      granted = false;
      desk.end();
    }
  }

  public void onGranted(long given) {
    if (wanted && given == token) {
      granted = true;
      desk.grant(requestNumber);
    }
  }

  public void onRevoked(long revoked) {
    if (granted && revoked == token) {
      wanted = false;
      granted = false;
      desk.revoke(requestNumber);
    }
  }

  public void invariants(PgId group) {
    Invariant.check(
        wanted || !granted,
        () -> "group %s has a slot for wish %d and wants none".formatted(group, requestNumber));
  }
}
