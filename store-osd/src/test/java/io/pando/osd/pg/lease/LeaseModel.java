package io.pando.osd.pg.lease;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One group on a few OSDs, reduced to who may answer clients: clocks that run at different rates,
 * OSDs that pause or start anew, messages that are late or lost, maps that reach everybody, and
 * each of its shards, at another moment. Every map names another acting set and begins an interval.
 *
 * <p>A primary becomes active once it has heard, of every interval in which one may have been
 * active since the last that was, one who acted in it, has activated all who act now, and has
 * waited as it was told. What it writes then is visible; nobody may answer by an older interval
 * from then on.
 */
final class LeaseModel {
  static final LeaseTerm TERM = new LeaseTerm(1_500_000);
  private static final long LONGEST_DELAY = 900_000;
  private static final long PING = 500_000;

  /** What may be left out; the model must then go wrong. */
  enum Flaw {
    NONE,
    /** A new primary does not wait. */
    NO_WAITING,
    /** An answer counts that was given by a newer map than the holder's. */
    AHEAD_COUNTS,
    /** Who starts anew says that it promised nothing. */
    FORGETS
  }

  private record Event(long at, long order, Runnable task) {}

  /** The acting set of an epoch. */
  private record Step(long epoch, List<OsdId> acting) {}

  private final class Node {
    final OsdId id;
    final long offset;
    final long ratePerMille;
    int life;
    long pausedUntil;
    long startedIn = -1;
    Step home;
    Step shard;
    Grants grants;
    HeldLeases held;
    GroupLeases leases;
    Granted granted = Granted.NOTHING;
    TreeSet<OsdId> heard = new TreeSet<>();
    TreeSet<OsdId> activated = new TreeSet<>();
    boolean active;

    Node(int number) {
      this.id = new OsdId(number);
      this.offset = random.between(0, 1_000_000_000);
      this.ratePerMille = random.between(985, 1_015);
      this.home = maps.getFirst();
      this.shard = home;
      this.grants = new Grants(TERM, clock());
      this.held = new HeldLeases(TERM);
      this.leases = fresh();
    }

    long clock() {
      return offset + now * ratePerMille / 1_000;
    }

    private GroupLeases fresh() {
      Leases between =
          new Leases() {
            @Override
            public long heldUntilNanos(OsdId from, long interval) {
              return held.untilNanos(from, interval);
            }

            @Override
            public long grantedUntilNanos(OsdId holder) {
              return granted.until(holder);
            }
          };
      List<GroupInfo.Interval> past = new ArrayList<>();
      for (Step map : maps.subList(0, (int) home.epoch())) {
        past.add(
            new GroupInfo.Interval(map.epoch(), map.epoch(), map.acting(), map.acting(), true));
      }
      return new GroupLeases(id, between, new GroupInfo.History(0, 0, 0, home.epoch(), 0, past));
    }

    boolean isPaused() {
      return now < pausedUntil;
    }

    boolean leads() {
      return shard.acting().getFirst().equals(id);
    }

    /** All memory is lost. */
    void restart() {
      life++;
      grants = new Grants(TERM, flaw == Flaw.FORGETS ? clock() - 2 * TERM.nanos() : clock());
      granted = grants.granted(clock());
      held = new HeldLeases(TERM);
      home = shard;
      leases = fresh();
      active = false;
      startedIn = shard.epoch();
      heard.clear();
      activated.clear();
    }

    /** The daemon takes maps up to one; its shard does so later. */
    void takeMap(Step map) {
      if (map.epoch() <= home.epoch()) {
        return;
      }
      home = map;
      Granted before = grants.granted(clock());
      later(random.between(0, 200_000), this, () -> tellShard(map, before));
    }

    private void tellShard(Step map, Granted before) {
      granted = before;
      while (shard.epoch() < map.epoch()) {
        leases.onIntervalEnded(shard.acting());
        shard = maps.get((int) shard.epoch() + 1);
        active = false;
        heard.clear();
        activated.clear();
      }
      held.advance(shard.epoch());
    }

    void ping(Node to) {
      long asked = clock();
      long epochThen = home.epoch();
      send(
          to,
          () -> {
            to.takeMapOf(epochThen);
            to.grants.onPong(id, to.clock());
            long epoch = to.home.epoch();
            send(
                this,
                () -> {
                  takeMapOf(epoch);
                  boolean early = flaw == Flaw.AHEAD_COUNTS;
                  held.onPong(
                      new Pong(to.id, asked, early ? Math.min(epoch, shard.epoch()) : epoch));
                });
          });
    }

    private void takeMapOf(long epoch) {
      if (random.oneIn(3)) {
        takeMap(maps.get((int) epoch));
      }
    }

    void ask(Node other) {
      Step mine = shard;
      send(
          other,
          () -> {
            if (other.shard.epoch() != mine.epoch()) {
              return;
            }
            var told = other.leases.remainingNanos(other.clock());
            boolean acts = mine.acting().contains(other.id);
            send(
                this,
                () -> {
                  if (shard.epoch() == mine.epoch() && leads()) {
                    heard.add(other.id);
                    if (acts) {
                      activated.add(other.id);
                    }
                    leases.learn(told, clock());
                  }
                });
          });
    }

    void considerActive() {
      // Another life of it is another incarnation, which leads only in a new interval.
      if (!leads() || active || shard.epoch() <= startedIn) {
        return;
      }
      heard.add(id);
      activated.add(id);
      boolean all = activated.containsAll(shard.acting());
      for (long e = lastActive; e < shard.epoch() && all; e++) {
        all = maps.get((int) e).acting().stream().anyMatch(heard::contains);
      }
      if (all && (flaw == Flaw.NO_WAITING || leases.awaited(heard, clock()).isEmpty())) {
        active = true;
        takeovers++;
        lastActive = Math.max(lastActive, shard.epoch());
      }
    }

    void answerClient() {
      if (leads() && active && leases.isLive(shard.acting(), shard.epoch(), clock())) {
        answers++;
        if (shard.epoch() < lastActive) {
          violation =
              "%s answers by epoch %d after somebody was active by %d"
                  .formatted(id, shard.epoch(), lastActive);
        }
      }
    }
  }

  final Random64 random;
  private final Flaw flaw;
  private final PriorityQueue<Event> queue =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
  private final List<Step> maps = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private long order;
  long now;
  long lastActive;
  int answers;
  int takeovers;
  @Nullable String violation;

  LeaseModel(long seed, Flaw flaw) {
    this.random = new Random64(seed);
    this.flaw = flaw;
    int size = 2 + random.nextInt(3);
    maps.add(new Step(0, acting(size)));
    for (int i = 0; i < size; i++) {
      nodes.add(new Node(i));
    }
  }

  private List<OsdId> acting(int size) {
    List<OsdId> left = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      left.add(new OsdId(i));
    }
    List<OsdId> acting = new ArrayList<>();
    for (int count = 1 + random.nextInt(size); count > 0; count--) {
      acting.add(left.remove(random.nextInt(left.size())));
    }
    return acting;
  }

  /** Lets time pass. */
  void run(long until) {
    nodes.forEach(node -> every(PING, () -> nodes.forEach(to -> pingIfOther(node, to))));
    nodes.forEach(node -> every(60_000, () -> ifRunning(node, () -> actAt(node))));
    every(4_000_000, this::nextMap);
    while (!queue.isEmpty() && queue.peek().at() <= until && violation == null) {
      Event event = queue.remove();
      now = event.at();
      event.task().run();
    }
  }

  private void pingIfOther(Node from, Node to) {
    if (from != to) {
      ifRunning(from, () -> from.ping(to));
    }
  }

  private void actAt(Node node) {
    nodes.forEach(other -> {
      if (other != node && node.leads() && !node.active) {
        node.ask(other);
      }
    });
    node.considerActive();
    node.answerClient();
    if (random.oneIn(400)) {
      node.pausedUntil = now + random.between(0, 6_000_000);
    } else if (random.oneIn(600)) {
      node.restart();
    }
  }

  private void nextMap() {
    Step next = new Step(maps.size(), acting(nodes.size()));
    maps.add(next);
    nodes.forEach(node -> later(random.between(0, 5_000_000), node, () -> node.takeMap(next)));
  }

  private void every(long nanos, Runnable task) {
    at(
        now + random.between(nanos / 2, nanos),
        () -> {
          task.run();
          every(nanos, task);
        });
  }

  private void ifRunning(Node node, Runnable task) {
    if (!node.isPaused()) {
      task.run();
    }
  }

  /** On its own loop: a paused node does it when it goes on, a new life of it never. */
  private void later(long delay, Node node, Runnable task) {
    int life = node.life;
    at(
        now + delay,
        () -> {
          if (node.life != life) {
            return;
          }
          if (node.isPaused()) {
            later(node.pausedUntil - now, node, task);
          } else {
            task.run();
          }
        });
  }

  private void send(Node to, Runnable arrived) {
    if (!random.oneIn(8)) {
      later(random.oneIn(5) ? random.between(0, LONGEST_DELAY) : 1_000, to, arrived);
    }
  }

  private void at(long time, Runnable task) {
    queue.add(new Event(time, order++, task));
  }
}
