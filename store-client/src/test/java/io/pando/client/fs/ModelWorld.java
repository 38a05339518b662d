package io.pando.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.release.Releases;
import io.pando.crush.CrushMap;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.session.InoRange;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.PoolId;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Mounts, a metadata server that fails, the map, and ordered streams that end, in model time. */
final class ModelWorld {
  static final FileSystemId SYSTEM = new FileSystemId(1);
  private static final long MILLI = 1_000_000;
  private static final int MOST_STEPS = 200_000;

  private record Event(long nanos, long order) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** A stream between a mount and a server. */
  final class Link {
    private final ModelMount mount;
    final ModelServer to;
    final Peer.Dialed peer;
    long session;
    private boolean up = true;
    private long lastUp;
    private long lastDown;

    Link(ModelMount mount, ModelServer to, Peer.Dialed peer) {
      this.mount = mount;
      this.to = to;
      this.peer = peer;
    }

    void toServer(FileMessage message) {
      lastUp = Math.max(lastUp, arrival());
      at(
          lastUp,
          () -> {
            if (up && to == server) {
              to.onMessage(this, message);
            }
          });
    }

    void toClient(FileMessage message) {
      lastDown = Math.max(lastDown, arrival());
      at(
          lastDown,
          () -> {
            if (up) {
              mount.onMessage(peer, message);
            }
          });
    }

    private long arrival() {
      long delay = MILLI / 10 + random.nextInt((int) (4 * MILLI));
      return Math.max(now, mount.cutUntil) + delay;
    }

    void reset() {
      if (up) {
        up = false;
        to.onReset(this);
        at(Math.max(now, mount.cutUntil) + random.nextInt((int) MILLI), () -> mount.onReset(peer));
      }
    }

    boolean isUp() {
      return up;
    }
  }

  final Random64 random;
  final List<ModelMount> mounts = new ArrayList<>();
  final ModelServer.Durables store = new ModelServer.Durables();
  private final TreeMap<Event, Runnable> agenda = new TreeMap<>();

  /** Sizes that files have by their objects, which a server recovers. */
  final TreeMap<Ino, Long> objects = new TreeMap<>();

  private final TreeSet<Long> fenced = new TreeSet<>();
  private long order;
  private long epoch;
  private long lastIncarnation = 100;
  private RankState state = RankState.ACTIVE;
  long now = 1;
  ModelServer server;
  boolean serverIsUp = true;
  int failOvers;
  private long lastSession = 1000;

  ModelWorld(long seed, int mounts) {
    this.random = new Random64(seed);
    this.server = new ModelServer(this, new MdsIncarnation(lastIncarnation), store, true);
    for (int i = 0; i < mounts; i++) {
      this.mounts.add(new ModelMount(this, "mount " + i, nextSession()));
    }
    publish();
    tick();
  }

  long nextSession() {
    return ++lastSession;
  }

  private void tick() {
    at(
        now + 20 * MILLI,
        () -> {
          if (serverIsUp) {
            server.onTime();
            server.checkConflicts();
          }
          tick();
        });
  }

  void at(long nanos, Runnable event) {
    agenda.put(new Event(nanos, ++order), event);
  }

  /** Runs until a time. */
  void run(long untilNanos) {
    int steps = 0;
    while (agenda.firstKey().nanos() <= untilNanos) {
      now = Math.max(now, agenda.firstKey().nanos());
      agenda.pollFirstEntry().getValue().run();
      assertThat(++steps).as("steps").isLessThan(MOST_STEPS);
    }
    now = untilNanos;
  }

  /** Ends all troubles and waits until everything is answered and durable. */
  void settle() {
    mounts.forEach(each -> each.cutUntil = 0);
    for (int i = 0; i < 400 && !mounts.stream().allMatch(ModelMount::isIdle); i++) {
      run(now + 50 * MILLI);
    }
    for (ModelMount each : mounts) {
      assertThat(each.isIdle())
          .as(
              "%s waits for %s at %d, server %s is %s in %s, map %d",
              each, each.waiting(), now, server.incarnation, server.isActive(), state, epoch)
          .isTrue();
    }
  }

  // The map

  private ClusterMap map() {
    Address address = addressOf(server);
    Rank rank =
        new Rank(
            state, state == RankState.FAILED ? null : server.incarnation, null, epoch, true, "");
    TreeMap<Integer, Rank> ranks = new TreeMap<>();
    ranks.put(0, rank);
    FileSystem system =
        new FileSystem(
            SYSTEM,
            "home",
            new FileSystem.Pools(new PoolId(1), List.of(new PoolId(2))),
            FileSystem.Settings.DEFAULT,
            ranks,
            1);
    FileMap files =
        FileMap.NONE.with(system).with(new MdsInfo(server.incarnation, address, "", 1, 1));
    TreeMap<Long, Fence> fences = new TreeMap<>();
    fenced.forEach(session -> fences.put(session, fence()));
    return new ClusterMap(
        new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), epoch, 0),
        new ClusterMap.PlacementInput(
            new TreeMap<>(), new TreeMap<>(), CrushMap.builder().build(), new TreeMap<>()),
        new ClusterMap.Operation(
            new TreeSet<>(), Releases.NONE, new TreeMap<>(), new Fences(fences), files),
        List.of(),
        ClusterMap.Losses.NONE,
        Fullness.NONE);
  }

  private Fence fence() {
    return new Fence(Long.MAX_VALUE, "silent");
  }

  private static Address addressOf(ModelServer server) {
    return new Address(
        new NodeId(NodeId.Role.MDS, 1), server.incarnation.number(), "10.0.0.1", 6_800);
  }

  private void publish() {
    epoch++;
    ClusterMap map = map();
    for (ModelMount each : mounts) {
      at(Math.max(now, each.cutUntil) + random.nextInt((int) (3 * MILLI)), () -> each.onMap(map));
    }
  }

  /** The clock of mounts and servers. */
  Timestamp time() {
    return new Timestamp(now / (1_000 * MILLI), (int) (now % (1_000 * MILLI)));
  }

  // Servers

  /** The server stops, and another one takes over. */
  void failOver() {
    failOvers++;
    serverIsUp = false;
    mounts.forEach(ModelMount::onServerGone);
    at(now + random.nextInt((int) (30 * MILLI)), () -> step(RankState.FAILED));
    at(now + 40 * MILLI + random.nextInt((int) (60 * MILLI)), this::takeOver);
  }

  private void step(RankState next) {
    state = next;
    publish();
  }

  private void takeOver() {
    lastIncarnation++;
    server = new ModelServer(this, new MdsIncarnation(lastIncarnation), store, false);
    objects.forEach(server.files::grow);
    serverIsUp = true;
    mounts.forEach(ModelMount::onFailOver);
    step(RankState.RECONNECT);
    awaitReconnect(now + 900 * MILLI, server);
  }

  private void awaitReconnect(long limit, ModelServer of) {
    at(
        now + 30 * MILLI,
        () -> {
          if (server != of || !serverIsUp) {
            return;
          }
          if (of.allReconnected() || now > limit) {
            at(now + 30 * MILLI, () -> activate(of));
          } else {
            awaitReconnect(limit, of);
          }
        });
  }

  private void activate(ModelServer of) {
    if (server == of && serverIsUp) {
      step(RankState.REQUESTS);
      of.activate();
      step(RankState.ACTIVE);
    }
  }

  /** A session was evicted, and its number is fenced: its mount learns that sooner or later. */
  void evicted(long session) {
    fenced.add(session);
    if (random.nextBoolean()) {
      publish();
    }
  }

  boolean isFenced(long session) {
    return fenced.contains(session);
  }

  InoRange numbers(ModelServer.Durables of, int count) {
    InoRange range = new InoRange(new Ino(of.nextNumber), count);
    of.nextNumber += count;
    return range;
  }

  /** Dials the server; null if it is not there. */
  @Nullable Link dial(ModelMount mount, Peer.Dialed peer) {
    boolean there = serverIsUp && addressOf(server).equals(peer.address());
    return there ? new Link(mount, server, peer) : null;
  }

  /** A server knows the sizes of files whose writers gave up their capabilities. */
  void checkSizes(FsAnswer answer, long asking) {
    if (answer instanceof FsAnswer.Found(Inode inode)
        && inode.content() instanceof InodeContent.File file) {
      for (ModelMount each : mounts) {
        if (each.session() != asking && server.hasSession(each.session())) {
          assertThat(each.sizeToTell(inode.ino()))
              .as("bytes that %s wrote to %s", each, inode.ino())
              .isLessThanOrEqualTo(file.size());
        }
      }
    }
  }
}
