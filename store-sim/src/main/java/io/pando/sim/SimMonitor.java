package io.pando.sim;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.join.JoinService;
import io.pando.mon.join.SharedEndpoint;
import io.pando.mon.service.MonitorService;
import io.pando.mon.state.MonitorState;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.ReplicatedLog;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.sim.consensus.SimConsensus;
import io.pando.sim.net.SimFabric;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A monitor of a simulated cluster, through all its lives. */
final class SimMonitor {
  private final Home home;
  private final NodeId node;
  private final Network.Listen listen;
  private final Random64 random;
  private ReplicatedLog.@Nullable Member member;
  private SimProcess process;
  private @Nullable MonitorMachine machine;
  private MonitorConfig config;

  /** What all monitors of a cluster share. */
  record Home(
      SimFabric fabric,
      SimConsensus consensus,
      ChangeLedger ledger,
      MonitorConfig config,
      ClusterMap initial) {
    List<Address> contacts() {
      return initial.monitors().stream()
          .map(info -> new Address(info.node(), 0, info.host(), info.port()))
          .toList();
    }
  }

  SimMonitor(Home home, NodeId node, Network.Listen listen) {
    this.home = home;
    this.node = node;
    this.listen = listen;
    this.config = home.config;
    this.random = home.fabric.world().splitRandom();
    this.member = new ReplicatedLog.Member(node, 0);
    this.process = launch();
  }

  /** The state that it has applied, in its present life or when it was killed. */
  Optional<MonitorState> state() {
    return Optional.ofNullable(machine).flatMap(MonitorMachine::state);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() {
    process.kill();
  }

  void restart() {
    kill();
    process = launch();
  }

  /** Starts it again with another release. */
  void restart(int release) {
    config = config.withRelease(release);
    restart();
  }

  /** Starts it again without anything that it had stored. */
  void loseDisk() {
    kill();
    member = null;
    machine = null;
    process = launch();
  }

  private SimProcess launch() {
    SimProcess life = home.fabric.world().start(node.toString());
    SimNetwork network = SimNetwork.of(home.fabric, life, 1);
    EventLoop loop = network.loops().getFirst();
    Network.Node attached;
    try {
      Network.Self self =
          new Network.Self(home.initial.cluster(), node, random.between(1, Long.MAX_VALUE));
      attached = network.attach(self, List.of(loop), listen);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    loop.execute(() -> {
      SharedEndpoint endpoint = SharedEndpoint.of(attached.endpoints().getFirst());
      ReplicatedLog.Member known = member;
      if (known != null) {
        open(life, loop, endpoint, known);
      } else {
        JoinService _ =
            JoinService.start(
                new JoinService.Parts(loop, endpoint, random.split(), home.initial.cluster()),
                node,
                home.contacts(),
                beginning -> onBeginning(life, loop, endpoint, beginning));
      }
    });
    return life;
  }

  private void onBeginning(
      SimProcess life, EventLoop loop, Transport endpoint, JoinService.Beginning beginning) {
    if (beginning instanceof JoinService.Beginning.Joins(MonitorInfo self)) {
      ReplicatedLog.Member joined = ReplicatedLog.Member.of(self);
      member = joined;
      loop.execute(() -> open(life, loop, endpoint, joined));
    } else {
      throw Invariant.unreachable(node + " lost its disk and does not join: " + beginning);
    }
  }

  private void open(SimProcess life, EventLoop loop, Transport endpoint, ReplicatedLog.Member as) {
    MonitorMachine fresh = new MonitorMachine();
    machine = fresh;
    ReplicatedLog log = home.consensus.open(as, life, loop, home.ledger.watch(node, fresh));
    MonitorService.start(
        config,
        new MonitorService.Parts(loop, endpoint, log, fresh, home.initial, random.split()),
        new SimpleMeterRegistry());
  }
}
