package io.pando.osd.pg.recovery.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.osd.pg.step.RequestNumbers;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many groups reserve at many OSDs, which have few slots, by streams that delay and break. Each
 * works for a while once it has what it needs. All get to work and end, in whatever order they
 * wait, and in the end no group holds a slot.
 */
class ReservationTest {
  private static final int OSDS = 5;

  private final List<Osd> osds = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<String, Deque<Runnable>> streams = new TreeMap<>();

  /** Slots of one kind, first come first served, the clearly more urgent displacing others. */
  private static final class Slots {
    private final int most;
    private final Map<Integer, Integer> holding = new TreeMap<>();
    private final Map<Integer, Integer> asking = new TreeMap<>();

    Slots(int most) {
      this.most = most;
    }

    void ask(int group, int priority) {
      (holding.containsKey(group) ? holding : asking).put(group, priority);
    }

    void end(int group) {
      holding.remove(group);
      asking.remove(group);
    }
  }

  private static final class Osd {
    final Slots own;
    final Slots guests;

    Osd(Random64 random) {
      own = new Slots(1 + random.nextInt(2));
      guests = new Slots(1 + random.nextInt(2));
    }
  }

  private final class Group {
    final int number;
    final MemberId primary;
    final SortedSet<MemberId> targets = new TreeSet<>();
    final Map<MemberId, ReplicaReservation> guests = new TreeMap<>();
    final Map<MemberId, Long> guestTokens = new TreeMap<>();
    final Reservation reservation;
    int priority;
    int work;
    long token;

    Group(int number, Random64 random) {
      this.number = number;
      this.primary = MemberId.of(new OsdId(random.nextInt(OSDS)));
      this.priority = random.nextInt(40);
      this.work = 1 + random.nextInt(5);
      while (targets.isEmpty()) {
        for (int osd = 0; osd < OSDS; osd++) {
          if (osd != primary.osd().value() && random.oneIn(2)) {
            targets.add(MemberId.of(new OsdId(osd)));
          }
        }
      }
      this.reservation = new Reservation(new PrimaryDesk(), new RequestNumbers());
      for (int osd = 0; osd < OSDS; osd++) {
        guests.put(
            MemberId.of(new OsdId(osd)),
            new ReplicaReservation(
                new GuestDesk(MemberId.of(new OsdId(osd))), new RequestNumbers()));
      }
    }

    ReplicaReservation guest(MemberId osd) {
      return java.util.Objects.requireNonNull(guests.get(osd));
    }

    void invariants() {
      PgId group = new PgId(new PoolId(1), number);
      reservation.invariants(group);
      guests.values().forEach(guest -> guest.invariants(group));
    }

    void step(Random64 random) {
      if (work == 0) {
        reservation.end();
        return;
      }
      if (random.oneIn(20)) {
        priority = random.nextInt(40);
      }
      if (random.oneIn(30) && targets.size() > 1) {
        targets.removeFirst();
      } else if (random.oneIn(60)) {
        MemberId more = MemberId.of(new OsdId(random.nextInt(OSDS)));
        if (!more.equals(primary)) {
          targets.add(more);
        }
      }
      reservation.want(new TreeSet<>(targets), priority);
      if (reservation.isHeld()) {
        work--;
      }
    }

    private final class PrimaryDesk implements Reservation.Desk {
      @Override
      public void askOwn(long newToken, int urgency) {
        token = newToken;
        osd(primary).own.ask(number, urgency);
      }

      @Override
      public void endOwn() {
        osd(primary).own.end(number);
      }

      @Override
      public void askGuest(MemberId to, long wish, int urgency) {
        send(primary, to, () -> guest(to).onReserve(wish, urgency));
      }

      @Override
      public void releaseGuest(MemberId to, long wish) {
        send(primary, to, () -> guest(to).onRelease(wish));
      }
    }

    private final class GuestDesk implements ReplicaReservation.Desk {
      private final MemberId at;

      GuestDesk(MemberId at) {
        this.at = at;
      }

      @Override
      public void ask(long newToken, int urgency) {
        guestTokens.put(at, newToken);
        osd(at).guests.ask(number, urgency);
      }

      @Override
      public void end() {
        osd(at).guests.end(number);
      }

      @Override
      public void grant(long wish) {
        send(at, primary, () -> reservation.onReserved(at, wish));
      }

      @Override
      public void revoke(long wish) {
        send(at, primary, () -> reservation.onGuestRevoked(at, wish));
      }
    }
  }

  private Osd osd(MemberId id) {
    return osds.get(id.osd().value());
  }

  private void send(MemberId from, MemberId to, Runnable message) {
    streams.computeIfAbsent(from + ">" + to, _ -> new ArrayDeque<>()).addLast(message);
  }

  private void settle(Slots slots, boolean own, MemberId at) {
    while (!slots.asking.isEmpty()) {
      int next = most(slots.asking);
      int priority = java.util.Objects.requireNonNull(slots.asking.get(next));
      if (slots.holding.size() == slots.most) {
        int least = least(slots.holding);
        int held = java.util.Objects.requireNonNull(slots.holding.get(least));
        if (!RecoveryPriority.mayDisplace(priority, held)) {
          return;
        }
        slots.holding.remove(least);
        tell(least, own, at, false);
      } else {
        slots.asking.remove(next);
        slots.holding.put(next, priority);
        tell(next, own, at, true);
      }
    }
  }

  private static int most(Map<Integer, Integer> claims) {
    return claims.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private static int least(Map<Integer, Integer> claims) {
    return claims.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private void tell(int number, boolean own, MemberId at, boolean granted) {
    Group group = groups.get(number);
    if (own && granted) {
      group.reservation.onGranted(group.token);
    } else if (own) {
      group.reservation.onRevoked(group.token);
    } else if (granted) {
      group.guest(at).onGranted(group.guestTokens.getOrDefault(at, 0L));
    } else {
      group.guest(at).onRevoked(group.guestTokens.getOrDefault(at, 0L));
    }
  }

  private void deliverSome(Random64 random) {
    for (Deque<Runnable> stream : List.copyOf(streams.values())) {
      while (!stream.isEmpty() && !random.oneIn(3)) {
        stream.removeFirst().run();
      }
    }
  }

  /** Both ways between two OSDs lose what is under way; primaries hear of it. */
  private void breakSome(Random64 random) {
    MemberId from = MemberId.of(new OsdId(random.nextInt(OSDS)));
    MemberId to = MemberId.of(new OsdId(random.nextInt(OSDS)));
    streams.remove(from + ">" + to);
    streams.remove(to + ">" + from);
    for (Group group : groups) {
      if (group.primary.equals(from)) {
        group.reservation.onReset(to);
      } else if (group.primary.equals(to)) {
        group.reservation.onReset(from);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void allComeToWorkAndInTheEndNobodyHoldsAnything(long seed) {
    Random64 random = new Random64(seed);
    for (int i = 0; i < OSDS; i++) {
      osds.add(new Osd(random));
    }
    for (int i = 0; i < 20; i++) {
      groups.add(new Group(i, random));
    }
    int steps = 0;
    while (!isOver() && steps++ < 50_000) {
      groups.get(random.nextInt(groups.size())).step(random);
      if (random.oneIn(4)) {
        deliverSome(random);
      }
      if (random.oneIn(200)) {
        breakSome(random);
      }
      for (int i = 0; i < OSDS; i++) {
        settle(osds.get(i).own, true, MemberId.of(new OsdId(i)));
        settle(osds.get(i).guests, false, MemberId.of(new OsdId(i)));
        assertThat(osds.get(i).own.holding).hasSizeLessThanOrEqualTo(osds.get(i).own.most);
      }
      groups.forEach(Group::invariants);
    }
    SortedMap<Integer, Integer> left = new TreeMap<>();
    groups.stream().filter(g -> g.work > 0).forEach(g -> left.put(g.number, g.work));
    assertThat(left).as("groups that never got what they need").isEmpty();
    assertThat(isOver()).isTrue();
  }

  private boolean isOver() {
    return groups.stream().allMatch(group -> group.work == 0)
        && osds.stream()
            .allMatch(osd ->
                osd.own.holding.isEmpty()
                    && osd.own.asking.isEmpty()
                    && osd.guests.holding.isEmpty()
                    && osd.guests.asking.isEmpty());
  }
}
