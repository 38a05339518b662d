package io.pando.osd.shard;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cluster.Change;
import io.pando.cluster.Replication;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.metrics.OsdMeters;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.HandStore;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.NoLeases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.redundancy.ErasureCodes;
import io.pando.osd.traffic.ClientLoad;
import io.pando.osd.traffic.HandLoop;
import io.pando.osd.traffic.HandWire;
import io.pando.osd.traffic.ReadGate;
import io.pando.port.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The only shard of an OSD, whose store answers from inside the effect that asks it. */
final class PlayedShard {
  static final OsdId SELF = new OsdId(0);
  static final long NONCE = 4;

  /** Happens once, behind the next answer of the store. */
  Runnable behind = () -> {};

  final HandLoop loop = new HandLoop();
  final HandWire wire = new HandWire();
  final Owner owner = new Owner();
  final HandStore store = new HandStore(new AtOnce());
  final List<PgId> forgotten = new ArrayList<>();
  final ShardGroups groups =
      new ShardGroups(
          SELF,
          new ShardPlace(0, 1),
          GroupCluster.config(10, true),
          new LogBudget(1 << 30),
          new NoLeases(),
          new ErasureCodes(PlainKernel::new));
  final ShardState state =
      new ShardState(
          new OsdIdentity(
              Maps.of(1, Replication.PRIMARY).map().cluster(),
              SELF,
              new UUID(2, 0),
              new Address(SELF.node(), NONCE, "osd", 6800)),
          new ShardPorts(loop, wire, store),
          owner,
          groups,
          new ShardLeases(OsdConfig.defaults().liveness().lease()));
  final ClientLoad load = new ClientLoad(wire, 1_000, 1 << 30);
  final ReadGate gate = new ReadGate(wire, loop, 1 << 20);
  final GroupRunner runner =
      new GroupRunner(
          state,
          load,
          gate,
          OsdConfig.defaults().recovery(),
          group -> forgotten.add(group.group()));

  /** Runs what it is given now. */
  final class AtOnce implements EventLoop {
    @Override
    public void execute(Runnable task) {
      task.run();
      Runnable next = behind;
      behind = () -> {};
      next.run();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
      throw new AssertionError("a store waits for nothing");
    }

    @Override
    public long nanoTime() {
      return loop.nanoTime();
    }

    @Override
    public long wallMillis() {
      return loop.wallMillis();
    }
  }

  static final class Owner implements ShardOwner {
    final List<Change> changes = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<String> deaths = new ArrayList<>();
    final OsdMeters meters = new OsdMeters(new SimpleMeterRegistry());
    int changed;
    int filled;
    int endsOfCalm;

    final List<String> debugged = new ArrayList<>();

    @Override
    public boolean isDebugged() {
      return true;
    }

    @Override
    public void debug(String what) {
      debugged.add(what);
    }

    @Override
    public OsdMeters meters() {
      return meters;
    }

    @Override
    public void request(Change change) {
      changes.add(change);
    }

    @Override
    public void needMap(long epoch) {
      throw new AssertionError("no group asks for maps");
    }

    @Override
    public void groupChanged() {
      changed++;
    }

    @Override
    public void storeFilled() {
      filled++;
    }

    @Override
    public void workAfterCalm() {
      endsOfCalm++;
    }

    @Override
    public void note(String what) {
      notes.add(what);
    }

    @Override
    public void fatal(String why) {
      deaths.add(why);
    }
  }
}
