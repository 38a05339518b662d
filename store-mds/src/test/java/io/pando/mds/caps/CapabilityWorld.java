package io.pando.mds.caps;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage.UpdateCapabilities;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sessions of honest clients, whose messages cross, and requests. After each step: what clients
 * really have never conflicts and is part of what the server believes; what a request that is ready
 * forbids, no other client has; and the sizes in exact answers are none that are older than the
 * request.
 */
final class CapabilityWorld {
  static final CapabilityLimits LIMITS =
      new CapabilityLimits(new RecallLimits(100, 200, 300, 10, 50), 40, 8, 64);
  private static final List<CapabilitySet> WANTS =
      List.of(
          CapabilitySet.NONE,
          CapabilitySet.NONE,
          Kinds.READS,
          Kinds.WRITES,
          Kinds.READS.union(Kinds.WRITES),
          CapabilitySet.of(Capability.READ, Capability.WRITE, Capability.LAZY),
          CapabilitySet.of(Capability.NAMES_EXCLUSIVE, Capability.ATTRIBUTES_SHARED),
          CapabilitySet.ALL);
  private static final List<CapabilitySet> FORBIDDEN =
      List.of(
          CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE),
          CapabilitySet.of(Capability.ATTRIBUTES_EXCLUSIVE, Capability.LINKS_EXCLUSIVE),
          Kinds.WRITES,
          Kinds.READS.union(Kinds.WRITES),
          CapabilitySet.ALL.minus(CapabilitySet.of(Capability.LAZY)));

  /** A request that waits, and how large the files were when it came. */
  private record Request(Footprint footprint, SortedMap<Ino, Long> sizes) {}

  private final Random64 random;
  private final int inodes;
  private final SortedMap<Long, PlayedClient> clients = new TreeMap<>();
  private final SortedMap<Long, Request> waiting = new TreeMap<>();
  private final Deque<CapabilityEffect> effects = new ArrayDeque<>();
  private final Deque<Ino> rangesNeeded = new ArrayDeque<>();
  private final SortedMap<Ino, Long> journaled = new TreeMap<>();
  private final SortedMap<Ino, Long> told = new TreeMap<>();
  private Capabilities capabilities;
  private long sequences;
  private long now = -50;
  private long lastTicket;
  private long lastSession;
  private int served;
  private int revoked;

  CapabilityWorld(long seed, int sessions, int inodes) {
    random = new Random64(seed);
    this.inodes = inodes;
    capabilities = new Capabilities(LIMITS, 0, false, effects::add);
    for (int i = 0; i < sessions; i++) {
      addClient();
    }
  }

  private void addClient() {
    lastSession++;
    clients.put(lastSession, new PlayedClient(lastSession));
  }

  int served() {
    return served;
  }

  int revoked() {
    return revoked;
  }

  int waiting() {
    return waiting.size();
  }

  Capabilities capabilities() {
    return capabilities;
  }

  private PlayedClient client() {
    return List.copyOf(clients.values()).get(random.nextInt(clients.size()));
  }

  private Ino ino() {
    return new Ino(1 + random.nextInt(inodes));
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  void step() {
    now += random.nextInt(4);
    switch (random.nextInt(24)) {
      case 0, 1 -> client().want(ino(), any(WANTS));
      case 2 -> client().giveUp(ino(), new CapabilitySet(random.nextInt(1 << 13)));
      case 3, 4, 5 -> client().write(ino(), 1 + random.nextInt(5));
      case 6, 7 -> request();
      case 8 -> capabilities.onTime(now);
      case 9 -> rare();
      case 10, 11 -> journal();
      case 12, 13, 14 -> client().answer(ino());
      case 15, 16, 17, 18, 19 -> client().receive();
      default -> send(client());
    }
    handle();
    check();
  }

  private void rare() {
    if (random.oneIn(20)) {
      failOver();
    } else if (random.oneIn(8)) {
      PlayedClient gone = client();
      recover(gone);
      clients.remove(gone.session());
      waiting.values().removeIf(it -> it.footprint().session() == gone.session());
      capabilities.sessionGone(now, gone.session());
      addClient();
    } else if (random.oneIn(3) && !waiting.isEmpty()) {
      long ticket = any(List.copyOf(waiting.keySet()));
      waiting.remove(ticket);
      capabilities.release(now, ticket);
    }
  }

  private void request() {
    lastTicket++;
    SortedMap<Ino, CapabilitySet> forbidden = new TreeMap<>();
    SortedSet<Ino> exact = new TreeSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      if (random.nextBoolean()) {
        exact.add(ino());
      } else {
        forbidden.put(ino(), any(FORBIDDEN));
      }
    }
    long session = random.oneIn(10) ? 0 : client().session();
    reserve(new Request(new Footprint(lastTicket, session, forbidden, exact), sizes(session)));
  }

  /** Sizes of files that the other sessions know. */
  private SortedMap<Ino, Long> sizes(long session) {
    SortedMap<Ino, Long> sizes = new TreeMap<>();
    for (PlayedClient each : clients.values()) {
      for (int i = 1; i <= inodes && each.session() != session; i++) {
        sizes.merge(new Ino(i), each.held(new Ino(i)).size, Math::max);
      }
    }
    return sizes;
  }

  /** Sizes are recovered from the objects, as after an eviction. */
  private void recover(PlayedClient of) {
    for (int i = 1; i <= inodes; i++) {
      told.merge(new Ino(i), of.held(new Ino(i)).size, Math::max);
    }
  }

  private void reserve(Request request) {
    Footprint footprint = request.footprint();
    waiting.put(footprint.ticket(), request);
    if (!capabilities.reserve(now, footprint)) {
      return;
    }
    served++;
    waiting.remove(footprint.ticket());
    for (PlayedClient each : clients.values()) {
      if (each.session() != footprint.session()) {
        footprint
            .forbidden()
            .forEach((ino, set) ->
                assertThat(each.held(ino).has.intersection(set)).isEqualTo(CapabilitySet.NONE));
      }
    }
    for (Ino ino : footprint.exact()) {
      assertThat(told(ino))
          .as("size of %s", ino)
          .isGreaterThanOrEqualTo(request.sizes().getOrDefault(ino, 0L));
    }
    offer(footprint);
    capabilities.release(now, footprint.ticket());
  }

  private long told(Ino ino) {
    return told.getOrDefault(ino, 0L);
  }

  private void offer(Footprint footprint) {
    PlayedClient asking = clients.get(footprint.session());
    if (asking == null) {
      return;
    }
    for (Ino ino : footprint.inodes()) {
      CapabilitySet some = new CapabilitySet(random.nextInt(1 << 13));
      handle();
      CapabilityGrant grant = capabilities.offer(now, asking.session(), ino, some);
      if (grant != null) {
        assertThat(some.containsAll(grant.capabilities())).isTrue();
        checkGrant(grant);
        asking.arrives(new CapabilityEffect.Grant(asking.session(), grant));
      }
    }
  }

  private void send(PlayedClient client) {
    UpdateCapabilities update = client.nextSent();
    if (update != null) {
      capabilities.onUpdate(now, client.session(), update);
    }
  }

  private void journal() {
    Ino ino = rangesNeeded.pollFirst();
    if (ino != null) {
      long to = Math.max(told(ino), journaled.getOrDefault(ino, 0L)) + 20;
      journaled.put(ino, to);
      capabilities.rangeJournaled(now, ino, to);
    }
  }

  void handle() {
    while (!effects.isEmpty()) {
      CapabilityEffect effect = effects.removeFirst();
      switch (effect) {
        case CapabilityEffect.Ready it -> {
          Request request = waiting.get(it.ticket());
          if (request != null) {
            reserve(request);
          }
        }
        case CapabilityEffect.Grant it -> {
          checkGrant(it.grant());
          to(it.session(), effect);
        }
        case CapabilityEffect.Revoke it -> {
          revoked++;
          to(it.session(), effect);
        }
        case CapabilityEffect.AskState it -> to(it.session(), effect);
        case CapabilityEffect.State it -> told.merge(it.ino(), it.state().size(), Math::max);
        case CapabilityEffect.NeedsRange it -> {
          assertThat(it.step()).isBetween(8L, 64L);
          rangesNeeded.addLast(it.ino());
        }
        case CapabilityEffect.WritersGone it -> {
          clients.values().forEach(each -> assertThat(each.held(it.ino()).untold).isFalse());
          journaled.remove(it.ino());
        }
        case CapabilityEffect.Closed it -> assertThat(capabilities.isOpen(it.ino())).isFalse();
        case CapabilityEffect.Recall _ -> throw new AssertionError("too few inodes for a recall");
        case CapabilityEffect.Violation it -> throw new AssertionError(it.toString());
      }
    }
  }

  private void checkGrant(CapabilityGrant grant) {
    if (Kinds.meet(grant.capabilities(), Kinds.WRITES)) {
      assertThat(grant.writableTo()).isPositive();
    }
    assertThat(grant.writableTo()).isLessThanOrEqualTo(journaled.getOrDefault(grant.ino(), 0L));
  }

  private void to(long session, CapabilityEffect effect) {
    PlayedClient client = clients.get(session);
    if (client != null) {
      client.arrives(effect);
    }
  }

  private void check() {
    capabilities.invariants();
    for (int i = 1; i <= inodes; i++) {
      Ino ino = new Ino(i);
      Others excluded = new Others();
      clients.values().forEach(each -> excluded.add(each.held(ino).has.excluded()));
      for (PlayedClient each : clients.values()) {
        CapabilitySet has = each.held(ino).has;
        assertThat(Kinds.meet(has, excluded.without(has.excluded()))).isFalse();
        assertThat(capabilities.given(each.session(), ino).containsAll(has)).isTrue();
      }
    }
  }

  private void failOver() {
    sequences += 1_000_000;
    waiting.clear();
    rangesNeeded.clear();
    effects.clear();
    capabilities = new Capabilities(LIMITS, sequences, true, effects::add);
    journaled.forEach((ino, to) -> capabilities.rangeJournaled(now, ino, to));
    for (PlayedClient each : clients.values()) {
      recover(each);
      for (HeldCapability held : each.reconnect()) {
        capabilities.onReconnect(each.session(), held);
      }
    }
    capabilities.onReconnected(now);
  }

  /** All that is under way arrives, and nothing new begins; false if it does not end. */
  boolean settle() {
    for (int i = 0; i < 1_000; i++) {
      now += 50;
      capabilities.onTime(now);
      handle();
      boolean quiet = rangesNeeded.isEmpty();
      journal();
      handle();
      for (PlayedClient each : clients.values()) {
        quiet &= each.isQuiet();
        each.receive();
        for (int ino = 1; ino <= inodes; ino++) {
          each.answer(new Ino(ino));
        }
        send(each);
        handle();
      }
      check();
      if (quiet && waiting.isEmpty() && i > 2) {
        return true;
      }
    }
    return false;
  }

  /** At rest, each session has what its open files need, and what makes them fast if none else. */
  void checkShares() {
    for (int i = 1; i <= inodes; i++) {
      Ino ino = new Ino(i);
      for (PlayedClient each : clients.values()) {
        CapabilitySet wanted = each.held(ino).wanted;
        CapabilitySet others = CapabilitySet.NONE;
        for (PlayedClient other : clients.values()) {
          others = other == each ? others : others.union(other.held(ino).wanted);
        }
        CapabilitySet expected = wanted.intersection(Kinds.NEEDED);
        boolean reads = Kinds.meet(wanted, Kinds.READS);
        if (reads && !Kinds.meet(others, Kinds.WRITES)) {
          expected = expected.union(CapabilitySet.of(Capability.CACHE));
        }
        boolean writes = Kinds.meet(wanted, Kinds.WRITES);
        if (writes && !Kinds.meet(others, Kinds.READS.union(Kinds.WRITES))) {
          expected = expected.union(CapabilitySet.of(Capability.BUFFER));
        }
        assertThat(each.held(ino).has.containsAll(expected))
            .as("session %d, inode %s: %s", each.session(), ino, expected)
            .isTrue();
      }
    }
  }
}
