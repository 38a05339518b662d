package io.pando.osd.pg.lease;

import io.pando.group.RemainingLeases;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * One group on a few OSDs, reduced to who may answer clients: clocks that run at different rates,
 * OSDs that pause or start again, messages that are late or lost, maps that reach each OSD, and
 * each of its shards, at another moment. Every map names another acting set and begins an interval.
 *
 * <p>A primary becomes active in three steps. It gets an answer that settles each past interval
 * that may have been active since the last active one. It activates all OSDs of the acting set. It
 * waits until the leases that these OSDs reported are over. From then on its writes are visible,
 * and no OSD may answer by an older interval.
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
    /** An OSD that starts again says that it promised nothing. */
    FORGETS,
    /** Only who led right before is asked whether it has stopped. */
    LATEST_LEADER
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
    LeaseGrants grants;
    HeldLeases held;
    GroupLeases leases;
    Granted granted = Granted.NOTHING;
    TreeMap<OsdId, Long> heard = new TreeMap<>();
    TreeSet<OsdId> activated = new TreeSet<>();
    boolean active;
    boolean activating;
    long started = -1;

    Node(int number) {
      this.id = new OsdId(number);
      this.offset = random.between(0, 1_000_000_000);
      this.ratePerMille = random.between(985, 1_015);
      this.home = maps.getFirst();
      this.shard = home;
      this.grants = new LeaseGrants(TERM, clock());
      this.held = new HeldLeases(TERM);
      this.granted = grants.granted(clock());
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
            public long forgottenUntilNanos() {
              return granted.unknownUntilNanos();
            }

            @Override
            public long grantedUntilNanos(OsdId holder) {
              return granted.until(holder);
            }
          };
      return new GroupLeases(id, between);
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
      grants = new LeaseGrants(TERM, flaw == Flaw.FORGETS ? clock() - 2 * TERM.nanos() : clock());
      granted = grants.granted(clock());
      held = new HeldLeases(TERM);
      home = shard;
      leases = fresh();
      startedIn = shard.epoch();
      beginInterval();
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
        leases.onIntervalEnded(MemberList.of(shard.acting()), shard.acting());
        shard = maps.get((int) shard.epoch() + 1);
        beginInterval();
      }
      held.advance(shard.epoch());
    }

    private void beginInterval() {
      active = false;
      activating = false;
      heard.clear();
      activated.clear();
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
                      new PingReply(to.id, asked, early ? Math.min(epoch, shard.epoch()) : epoch));
                });
          });
    }

    private void takeMapOf(long epoch) {
      if (random.oneIn(15)) {
        takeMap(maps.get((int) epoch));
      }
    }

    void ask(Node other) {
      Step mine = shard;
      boolean activate = activating && mine.acting().contains(other.id);
      RemainingLeases known = leases.left(clock());
      send(
          other,
          () -> {
            if (other.shard.epoch() != mine.epoch()) {
              return;
            }
            if (activate) {
              other.started = mine.epoch();
              other.leases.learn(known, other.clock());
            }
            RemainingLeases told = other.leases.left(other.clock());
            long startedThen = other.started;
            send(
                this,
                () -> {
                  if (shard.epoch() == mine.epoch() && leads()) {
                    heard.put(other.id, startedThen);
                    leases.learn(told, clock());
                    if (activate && activating) {
                      activated.add(other.id);
                    }
                  }
                });
          });
    }

    /** Whether a member of the interval was heard, or an OSD that was activated in it or later. */
    private boolean isSettled(Step interval) {
      return heard.entrySet().stream()
          .anyMatch(
              it -> it.getValue() >= interval.epoch() || interval.acting().contains(it.getKey()));
    }

    void considerActive() {
      // Another life of it is another incarnation, which leads only in a new interval.
      if (!leads() || active || shard.epoch() <= startedIn) {
        return;
      }
      heard.put(id, started);
      boolean settled = heard.keySet().containsAll(shard.acting());
      for (long e = lastActive; e < shard.epoch() && settled; e++) {
        settled = isSettled(maps.get((int) e));
      }
      if (settled && !activating) {
        activating = true;
        started = shard.epoch();
        activated.add(id);
      }
      if (activated.containsAll(shard.acting())
          && (flaw == Flaw.NO_WAITING
              || leases.awaited(leaders(), heard.keySet(), clock()).isEmpty())) {
        active = true;
        takeovers++;
        lastActive = Math.max(lastActive, shard.epoch());
      }
    }

    /** Who may have led since the last that was active. */
    private List<OsdId> leaders() {
      long first = flaw == Flaw.LATEST_LEADER ? Math.max(0, shard.epoch() - 1) : lastActive;
      return LongStream.range(first, shard.epoch())
          .mapToObj(e -> maps.get((int) e).acting().getFirst())
          .toList();
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
    int size = 2 + random.nextInt(4);
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
    nextMap();
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
    for (Node other : nodes) {
      // Others than the members are heard late, so that it matters who else knows what they know.
      boolean asked = node.shard.acting().contains(other.id) || random.oneIn(8);
      if (other != node && node.leads() && !node.active && asked) {
        node.ask(other);
      }
    }
    node.considerActive();
    node.answerClient();
    if (random.oneIn(400)) {
      node.pausedUntil = now + random.between(0, 6_000_000);
    } else if (random.oneIn(200)) {
      node.restart();
    }
  }

  /** Maps come one by one, or several soon after one another. */
  private void nextMap() {
    Step next = new Step(maps.size(), acting(nodes.size()));
    maps.add(next);
    nodes.forEach(node -> later(mapDelay(), node, () -> node.takeMap(next)));
    at(now + (random.nextBoolean() ? random.between(100_000, 900_000) : 4_000_000), this::nextMap);
  }

  /** Most hear of a map soon, some very late. */
  private long mapDelay() {
    return random.between(0, random.oneIn(3) ? 5_000_000 : 100_000);
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

  /** Runs a task on a node's loop: a paused node runs it when it continues, a new one never. */
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
