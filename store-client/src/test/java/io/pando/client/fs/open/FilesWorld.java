package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.fs.data.DataEffect;
import io.pando.client.fs.data.FakeObjects;
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
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsError;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.PoolId;
import io.pando.message.FileMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Mounts, a metadata server, objects with fences, and ordered streams that end, in model time. */
final class FilesWorld {
  static final FileSystemId SYSTEM = new FileSystemId(1);
  static final FileLayout LAYOUT = new FileLayout(4096, 2, 8192, new PoolId(2));
  static final long MILLI = 1_000_000;
  private static final MdsIncarnation INCARNATION = new MdsIncarnation(100);
  private static final Address ADDRESS =
      new Address(new NodeId(NodeId.Role.MDS, 1), INCARNATION.number(), "10.0.0.1", 6_800);
  private static final int MOST_STEPS = 400_000;

  private record Event(long nanos, long order) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** A stream between a mount and the server. */
  final class Link {
    private final FilesMount mount;
    long session;
    private boolean up = true;
    private long lastUp;
    private long lastDown;

    Link(FilesMount mount) {
      this.mount = mount;
    }

    void toServer(FileMessage message) {
      lastUp = Math.max(lastUp, arrival(mount));
      at(
          lastUp,
          () -> {
            if (up) {
              server.onMessage(this, message);
            }
          });
    }

    void toClient(FileMessage message) {
      lastDown = Math.max(lastDown, arrival(mount));
      at(
          lastDown,
          () -> {
            if (up) {
              mount.onMessage(peer(), message);
            }
          });
    }

    void reset() {
      if (up) {
        up = false;
        server.onReset(this);
        at(arrival(mount), () -> mount.onReset(peer()));
      }
    }

    boolean isUp() {
      return up;
    }
  }

  final Random64 random;
  final List<FilesMount> mounts = new ArrayList<>();
  final FakeObjects objects = new FakeObjects();
  final FilesServer server;
  private final TreeMap<Event, Runnable> agenda = new TreeMap<>();
  private final TreeSet<Long> fenced = new TreeSet<>();
  private long order;
  private long epoch;
  private long lastSession = 1000;
  long now = 1;

  /** One call of an object in this number fails; 0 for none. */
  int failOneIn;

  FilesWorld(long seed) {
    this.random = new Random64(seed);
    this.server = new FilesServer(this);
    tick();
  }

  static Peer.Dialed peer() {
    return new Peer.Dialed(ADDRESS, 0);
  }

  FilesMount mount() {
    FilesMount mount = new FilesMount(this, "mount " + mounts.size(), nextSession());
    mounts.add(mount);
    publish();
    return mount;
  }

  long nextSession() {
    return ++lastSession;
  }

  At at() {
    return new At(now, Timestamp.ofMillis(1_000_000 + now / MILLI));
  }

  private void tick() {
    at(
        now + 20 * MILLI,
        () -> {
          server.onTime();
          tick();
        });
  }

  void at(long nanos, Runnable event) {
    agenda.put(new Event(Math.max(nanos, now), ++order), event);
  }

  private long arrival(FilesMount mount) {
    return Math.max(now, mount.cutUntil) + MILLI / 10 + random.nextInt((int) (3 * MILLI));
  }

  /** Runs until a time. */
  void run(long untilNanos) {
    int steps = 0;
    while (agenda.firstKey().nanos() <= untilNanos) {
      now = Math.max(now, agenda.firstKey().nanos());
      agenda.pollFirstEntry().getValue().run();
      assertThat(++steps).as("steps").isLessThan(MOST_STEPS);
    }
    now = Math.max(now, untilNanos);
  }

  /** Runs until something holds. */
  void runUntil(BooleanSupplier holds, String what) {
    for (int i = 0; i < 5_000 && !holds.getAsBoolean(); i++) {
      run(now + 5 * MILLI);
    }
    assertThat(holds.getAsBoolean()).as("%s by %s of %s", what, mounts, server).isTrue();
  }

  // Objects

  /** Executes a call of an object in any order, unless its session is fenced. */
  void call(FilesMount mount, long session, OpenFilesEffect.Call call) {
    at(
        arrival(mount),
        () -> {
          boolean fails = failOneIn > 0 && random.oneIn(failOneIn);
          OpOutcome outcome =
              isFenced(session)
                  ? new OpOutcome.Failed(OpError.FENCED, 0, "")
                  : fails ? new OpOutcome.Failed(OpError.NO_SPACE, 0, "") : execute(call);
          boolean silent = !isFenced(session) && fails && random.nextBoolean();
          at(
              arrival(mount),
              () -> {
                if (silent) {
                  mount.client.onCallUnanswered(at(), call.number(), FsError.EIO);
                } else {
                  mount.client.onCallAnswered(at(), call.number(), outcome);
                }
              });
        });
  }

  private OpOutcome execute(OpenFilesEffect.Call call) {
    return objects.execute(
        new DataEffect.Call(call.number(), Ino.ROOT, call.pool(), call.object(), call.ops()));
  }

  // Fences and the map

  void fence(long session) {
    fenced.add(session);
    mounts.stream().filter(each -> each.session() == session).forEach(each -> each.onLost.run());
    publish();
  }

  boolean isFenced(long session) {
    return fenced.contains(session);
  }

  private void publish() {
    epoch++;
    ClusterMap map = map();
    for (FilesMount each : mounts) {
      at(arrival(each), () -> each.client.onMap(at(), map));
    }
  }

  private ClusterMap map() {
    TreeMap<Integer, Rank> ranks = new TreeMap<>();
    ranks.put(0, new Rank(RankState.ACTIVE, INCARNATION, null, epoch, true, ""));
    FileSystem system =
        new FileSystem(
            SYSTEM,
            "home",
            new FileSystem.Pools(new PoolId(1), List.of(new PoolId(2))),
            FileSystem.Settings.DEFAULT,
            ranks,
            1);
    FileMap files = FileMap.NONE.with(system).with(new MdsInfo(INCARNATION, ADDRESS, "", 1, 1));
    TreeMap<Long, Fence> fences = new TreeMap<>();
    fenced.forEach(session -> fences.put(session, new Fence(Long.MAX_VALUE, "silent")));
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
}
