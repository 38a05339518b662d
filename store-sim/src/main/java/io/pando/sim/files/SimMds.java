package io.pando.sim.files;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.check.Invariant;
import io.pando.client.engine.DaemonEngine;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankId;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.mds.MdsDaemon;
import io.pando.mds.MdsHost;
import io.pando.mds.life.LifeEnd;
import io.pando.mds.life.MdsConfig;
import io.pando.mds.metrics.MdsMeters;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;
import io.pando.sim.SimCluster;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A metadata server of a simulated cluster, through all its lives. A life that was lost is followed
 * by another one, as in production.
 */
public final class SimMds {
  private static final long RESTART_NANOS = 100_000_000;
  private static final int FIRST_PORT = 6_700;

  /** What a server says of a session before it evicts it: clients of the simulation are honest. */
  private static final String ACCUSATION = " breaks the rules: ";

  private final SimCluster cluster;
  private final MdsConfig config;
  private final NodeId node;
  private final Random64 random;
  private final MdsMeters meters = new MdsMeters(new SimpleMeterRegistry());
  private final List<String> accusations = new ArrayList<>();
  private int lives;
  private long incarnation;
  private boolean stopping;
  private @Nullable SimProcess process;
  private @Nullable MdsDaemon daemon;

  /** A server that is not started. */
  public SimMds(SimCluster cluster, int number, MdsConfig config) {
    this.cluster = cluster;
    this.config = config;
    this.node = new NodeId(NodeId.Role.MDS, number);
    this.random = cluster.world().splitRandom();
  }

  public NodeId node() {
    return node;
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether it gives its rank up: another one may have the rank before it knows. */
  public boolean isStopping() {
    return stopping;
  }

  /** Number of lives that it had, the present one included. */
  public int lives() {
    return lives;
  }

  /** The present life, or the last one. */
  public MdsIncarnation incarnation() {
    return new MdsIncarnation(incarnation);
  }

  /** The rank that it would change objects for if it ran now; empty if it would not. */
  public Optional<RankId> serves() {
    return isAlive() && daemon != null ? daemon.serves() : Optional.empty();
  }

  /** What it said of sessions that break the rules; clients of the simulator do not lie. */
  public List<String> accusations() {
    return List.copyOf(accusations);
  }

  /** Starts another life. */
  public void start() {
    Invariant.check(!isAlive(), () -> node + " runs already");
    lives++;
    stopping = false;
    // A process that is paused at once has no daemon yet; that of the last life must not count.
    daemon = null;
    SimProcess life = cluster.world().start(node.toString());
    process = life;
    SimNetwork network = SimNetwork.of(cluster.fabric(), life, 1);
    EventLoop loop = network.loops().getFirst();
    long number = random.between(1, Long.MAX_VALUE);
    incarnation = number;
    Network.Node attached;
    try {
      attached =
          network.attach(
              new Network.Self(cluster.id(), node, number),
              network.loops(),
              new Network.Listen("10.2.0." + node.number(), FIRST_PORT + (int) node.number()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    loop.execute(() -> begin(life, loop, attached, number));
  }

  private void begin(SimProcess life, EventLoop loop, Network.Node attached, long number) {
    Address address =
        Invariant.present(attached.address(), () -> node + " listens, so it has an address");
    DaemonEngine engine =
        DaemonEngine.open(
            new MonitorSession.Link(loop, attached.endpoints().getFirst()),
            new DaemonEngine.Contacts(cluster.contacts(), cluster.id()),
            number,
            random.split(),
            new SimpleMeterRegistry());
    MdsDaemon next =
        new MdsDaemon(
            config,
            new MdsIncarnation(number),
            address,
            new MdsDaemon.Ports(loop, engine.endpoint(), engine.calls()),
            new Host(life));
    daemon = next;
    next.start();
  }

  /** Kills it, as {@code kill -9} does. */
  public void crash() {
    if (process != null) {
      process.kill();
    }
  }

  /** Its machine loses power: its peers get no notice. */
  public void losePower() {
    if (process != null) {
      process.losePower();
    }
  }

  /** Stops it as SIGSTOP does. */
  public void pause() {
    if (process != null) {
      process.pause();
    }
  }

  /** Lets it continue, as SIGCONT does. */
  public void resume() {
    if (process != null) {
      process.resume();
    }
  }

  /**
   * Stops it as an operator does: it gives its rank up, and ends. No effect before it has begun.
   */
  public void stop() {
    if (daemon != null) {
      stopping = true;
      daemon.stop();
    }
  }

  private final class Host implements MdsHost {
    private final SimProcess life;

    Host(SimProcess life) {
      this.life = life;
    }

    @Override
    public void note(String sentence) {
      cluster.world().note(node + " " + sentence);
      if (sentence.contains(ACCUSATION)) {
        accusations.add(node + ": " + sentence);
      }
    }

    @Override
    public MdsMeters meters() {
      return meters;
    }

    @Override
    public void ended(LifeEnd end) {
      note("ends: " + end.why());
      life.kill();
      if (end instanceof LifeEnd.Lost) {
        long atNanos = cluster.world().nowNanos() + RESTART_NANOS;
        cluster
            .world()
            .at(
                atNanos,
                () -> {
                  if (!isAlive()) {
                    start();
                  }
                });
      }
    }
  }
}
