package io.pando.osd.pg.recovery.schedule;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.PgId;
import io.pando.osd.pg.step.RequestNumbers;
import io.pando.probe.Probe;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The slots a primary needs to recover its group: one of its own OSD, then one of every replica
 * that needs objects.
 *
 * <pre>
 *  Idle ──▶ Own ──▶ Guests: one after the other ──▶ held
 *    ▲───────┴────────┴──────── revoked, ended ──────┘
 * </pre>
 *
 * <p>Invariants: no slot of a replica is held without the own slot; the replicas whose slots are
 * held are the first of the targets; none of them is being released.
 *
 * <p>There is no deadlock. Every primary requests its own slot first, then those of replicas in the
 * order of members. So a primary that waits for an OSD's slot holds only slots that come before it.
 */
public final class Reservation {
  private enum Stage {
    IDLE,
    OWN,
    GUESTS
  }

  /** Receives the requests. */
  public interface Desk {
    /** Requests the slot of this OSD, or changes the priority of the request. */
    void askOwn(long token, int priority);

    void endOwn();

    /** Requests a slot of a replica, or changes the priority of the request. */
    void askGuest(MemberId member, long wish, int priority);

    void releaseGuest(MemberId member, long wish);
  }

  private final Desk desk;
  private final RequestNumbers numbers;
  private final SortedSet<MemberId> held = new TreeSet<>();

  /** The requests that were given up; a release that was lost is sent again. */
  private final SortedMap<MemberId, Long> released = new TreeMap<>();

  private SortedSet<MemberId> targets = new TreeSet<>();
  private Stage stage = Stage.IDLE;
  private long token;
  private long requestNumber;

  public Reservation(Desk desk, RequestNumbers numbers) {
    this.desk = desk;
    this.numbers = numbers;
    this.requestNumber = numbers.last(RequestNumbers.Of.WISH);
  }

  /** The interval has ended: returns the own slot. Replicas release their slots by themselves. */
  public void onIntervalEnded() {
    if (stage != Stage.IDLE) {
      desk.endOwn();
    }
  }

  /** Whether no slot is required. */
  public boolean isIdle() {
    return stage == Stage.IDLE;
  }

  /** Whether all wanted slots are held. */
  public boolean isHeld() {
    return stage == Stage.GUESTS && held.containsAll(targets);
  }

  /** The member whose slot is awaited; null if there is none. */
  public @Nullable MemberId awaited(MemberId self) {
    return switch (stage) {
      case IDLE -> null;
      case OWN -> self;
      case GUESTS ->
          targets.stream().filter(member -> !held.contains(member)).findFirst().orElse(null);
    };
  }

  public int priority() {
    return numbers.priority();
  }

  /** Requests the wanted slots that are not held. */
  public void want(SortedSet<MemberId> wanted, int newPriority) {
    boolean urgencyChanged = newPriority != priority();
    numbers.setPriority(newPriority);
    if (stage == Stage.IDLE) {
      targets = wanted;
      stage = Stage.OWN;
      token = numbers.next(RequestNumbers.Of.OWN_SLOT);
      desk.askOwn(token, newPriority);
      return;
    }
    Probe.reachedIf(urgencyChanged, "recovery: the urgency of a wish changes");
    if (urgencyChanged) {
      desk.askOwn(token, newPriority);
    }
    if (stage == Stage.OWN) {
      targets = wanted;
    } else if (!wanted.equals(targets)) {
      retarget(wanted);
    } else if (urgencyChanged) {
      held.forEach(this::askGuest);
      askNext();
    }
  }

  private void retarget(SortedSet<MemberId> wanted) {
    Probe.reached("recovery: other replicas need slots");
    boolean more = !targets.containsAll(wanted);
    SortedSet<MemberId> before = targets;
    targets = wanted;
    for (MemberId member : before) {
      // Slots are taken in order, so a group that needs another one starts again.
      if (more || !wanted.contains(member)) {
        release(member);
      }
    }
    if (more) {
      requestNumber = numbers.next(RequestNumbers.Of.WISH);
    }
    if (more || !held.containsAll(targets)) {
      askNext();
    }
  }

  private void release(MemberId member) {
    held.remove(member);
    released.put(member, requestNumber);
    tellReleased(member, requestNumber);
  }

  private void tellReleased(MemberId member, long which) {
    desk.releaseGuest(member, which);
  }

  private void askNext() {
    for (MemberId member : targets) {
      if (!held.contains(member)) {
        askGuest(member);
        return;
      }
    }
  }

  private void askGuest(MemberId member) {
    released.remove(member);
    desk.askGuest(member, requestNumber, priority());
  }

  /** The slot of this OSD was granted. */
  public void onGranted(long granted) {
    if (stage == Stage.OWN && granted == token) {
      stage = Stage.GUESTS;
      askNext();
    }
  }

  /** The slot of this OSD was revoked; the slots of replicas are released too. */
  public void onRevoked(long revoked) {
    if (stage == Stage.GUESTS && revoked == token) {
      stage = Stage.IDLE;
      Probe.reached("recovery: the own slot is revoked");
      releaseAll();
    }
  }

  /** A replica has a slot for this group. */
  public void onReserved(MemberId from, long which) {
    if (stage == Stage.GUESTS
        && which == requestNumber
        && targets.contains(from)
        && held.add(from)) {
      askNext();
    }
  }

  /** A replica revoked its slot. */
  public void onGuestRevoked(MemberId from, long which) {
    if (stage == Stage.GUESTS && which == requestNumber && held.remove(from)) {
      Probe.reached("recovery: the slot of a replica is revoked");
      end();
    }
  }

  /** No slot is required any more. */
  public void end() {
    if (stage != Stage.IDLE) {
      stage = Stage.IDLE;
      desk.endOwn();
      releaseAll();
    }
  }

  private void releaseAll() {
    targets.forEach(this::release);
    targets = new TreeSet<>();
    requestNumber = numbers.next(RequestNumbers.Of.WISH);
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    Long given = released.get(member);
    if (given != null) {
      Probe.reached("recovery: a release is told again after a reset");
      tellReleased(member, given);
    } else if (stage == Stage.GUESTS && targets.contains(member)) {
      boolean asked = held.contains(member) || held.containsAll(targets.headSet(member));
      if (asked) {
        Probe.reached("recovery: a slot is asked for again after a reset");
        askGuest(member);
      }
    }
  }

  public void invariants(PgId group) {
    Invariant.check(
        held.isEmpty() ? stage != Stage.IDLE || targets.isEmpty() : holdsTheFirst(),
        () ->
            "group %s, %s: it has slots of %s, wants %s, and gave up %s"
                .formatted(group, stage, held, targets, released.keySet()));
  }

  private boolean holdsTheFirst() {
    return stage == Stage.GUESTS
        && targets.containsAll(held)
        && targets.headSet(held.last()).size() + 1 == held.size()
        && Collections.disjoint(held, released.keySet());
  }
}
