package io.pando.osd.shard;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.group.GroupLineage;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.NodeId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.message.GroupMessage;
import io.pando.message.Message;
import io.pando.message.PositionedMessage;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pace.RecoveryAdmission;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Sink;
import io.pando.osd.traffic.ClientLoad;
import io.pando.osd.traffic.ReadGate;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the steps of a shard's groups, one at a time, and carries out their effects. To add an
 * effect, extend {@link #carryOut}.
 */
final class GroupRunner {
  private record Task(PlacementGroup to, Input input) {}

  private final ShardState shard;
  private final EventLoop loop;
  private final Transport transport;
  private final ObjectStore store;
  private final ClientLoad load;
  private final ReadGate gate;
  private final RecoveryAdmission recovery;
  private final Consumer<PlacementGroup> whenForgotten;
  private final Deque<Task> tasks = new ArrayDeque<>();
  private boolean working;
  private boolean reportDue;

  /**
   * Creates a runner without work.
   *
   * @param whenForgotten called when a group was removed from the shard and from the store
   */
  GroupRunner(
      ShardState shard,
      ClientLoad load,
      ReadGate gate,
      RecoverySettings recovery,
      Consumer<PlacementGroup> whenForgotten) {
    this.shard = shard;
    this.loop = shard.ports.loop();
    this.transport = shard.ports.transport();
    this.store = shard.ports.store();
    this.load = load;
    this.gate = gate;
    this.recovery = new RecoveryAdmission(recovery, loop, load::size, this::give);
    this.whenForgotten = whenForgotten;
  }

  /** Records that clients use the shard: an operation or a replicated update arrived. */
  void onClientWork() {
    recovery.onClientWork();
  }

  void giveAll(Input input) {
    List.copyOf(shard.groups.all()).forEach(group -> give(group, input));
  }

  /**
   * Passes an input to a group if the shard holds it; inputs that arise meanwhile come after it.
   */
  void give(ReplicaId copy, Input input) {
    PlacementGroup to = shard.groups.get(copy);
    if (to != null) {
      give(to, input);
    }
  }

  /** Passes an input to a group that the shard holds. */
  void give(PlacementGroup to, Input input) {
    if (shard.rest.onInput(input)) {
      shard.owner.workAfterCalm();
    }
    tasks.addLast(new Task(to, input));
    workOff();
  }

  private void workOff() {
    if (working) {
      return;
    }
    while (!tasks.isEmpty()) {
      Task task = tasks.removeFirst();
      PlacementGroup to = task.to();
      alone(to, () -> run(to, sink -> to.step(loop.nanoTime(), task.input(), sink)));
    }
  }

  /**
   * Runs a step with all its effects before any other step begins: the store may complete a call
   * from inside an effect.
   */
  private void alone(PlacementGroup group, Runnable step) {
    boolean within = working;
    working = true;
    try {
      step.run();
    } catch (Invariant.BrokenInvariant broken) {
      shard.stopped = true;
      shard.owner.fatal("broken invariant in group " + group.id() + ": " + broken.getMessage());
      throw broken;
    } finally {
      working = within;
    }
  }

  /**
   * Runs a step that no input caused; the inputs that arise from it are processed right after it.
   */
  private void aside(PlacementGroup group, Runnable step) {
    alone(group, step);
    workOff();
  }

  /**
   * Passes the store's answer to the group that called it, unless that group has ended meanwhile.
   */
  private void answer(PlacementGroup asked, Input answer) {
    if (shard.groups.isHere(asked)) {
      give(asked, answer);
    }
  }

  /** Ends a group from which other groups are made. */
  void end(PlacementGroup group) {
    aside(
        group,
        () -> {
          run(group, sink -> group.end(loop.nanoTime(), sink));
          drop(group.id());
        });
  }

  /** Begins a group that was made from others. */
  void begin(PlacementGroup group, List<PlacementGroup> madeOf, List<StoreOp> steps) {
    aside(group, () -> run(group, sink -> group.begin(madeOf, steps, loop.nanoTime(), sink)));
  }

  /** Sets the lineage of a group that a change of the number of groups does not split or merge. */
  void setLineage(PlacementGroup group, GroupLineage lineage) {
    aside(group, () -> run(group, sink -> group.setLineage(lineage, loop.nanoTime(), sink)));
  }

  /** Has the store create a group that it does not have. */
  void create(PlacementGroup fresh) {
    aside(fresh, () -> run(fresh, sink -> fresh.create(loop.nanoTime(), sink)));
  }

  /** Notes that the daemon has the newest report. */
  void onReported() {
    reportDue = false;
  }

  private void run(PlacementGroup group, Consumer<Sink> step) {
    List<Effect> effects = new ArrayList<>();
    step.accept(effects::add);
    for (Effect effect : effects) {
      carryOut(group, effect);
    }
    recovery.settle();
  }

  private void carryOut(PlacementGroup from, Effect effect) {
    PgId group = from.group();
    switch (effect) {
      case Effect.Persist persist -> persist(from, persist);
      case Effect.ReadObject read -> read(from, read);
      case Effect.ReadObjects read -> readAll(from, read);
      case Effect.ListVersions list -> listVersions(from, list);
      case Effect.ReadMeta read -> readMeta(from, read);
      case Effect.ListObjects list -> list(from, list);
      case Effect.Send send -> send(from, send.to(), send.message());
      case Effect.Answer answer -> answer(from, answer);
      case Effect.Reply reply -> reply(group, reply);
      case Effect.ReplyToAttendant tell -> tell(group, tell);
      case Effect.EndRequest settle -> settle(group, settle);
      case Effect.RaiseUpThru raise ->
          shard.owner.request(
              new Change.RaiseUpThru(shard.id(), shard.self.nonce(), raise.epoch()));
      case Effect.OverrideActing override ->
          shard.owner.request(new Change.OverrideActing(shard.id(), group, override.acting()));
      case Effect.WakeAfter wake ->
          loop.schedule(wake.nanos(), () -> give(from.id(), new Input.Woken()));
      case Effect.AskSlot ask -> recovery.ask(from.id(), ask);
      case Effect.EndSlot end -> recovery.end(from.id(), end.slot());
      case Effect.AskTurn ask -> recovery.askTurn(from.id(), ask.token());
      case Effect.EndTurn end -> recovery.endTurn(from.id(), end.token());
      case Effect.EndTurns _ -> recovery.endTurns(from.id());
      case Effect.CountRecovered made -> shard.meters.countRecovered(made.copies(), made.bytes());
      case Effect.CountCommit commit -> shard.meters.onCommitted(commit);
      case Effect.CountSlow slow -> shard.slow.add(slow.operation());
      case Effect.CountDamaged _ -> shard.meters.countDamaged();
      case Effect.CountDiverged _ -> shard.meters.countDiverged();
      case Effect.CountRolledBack _ -> shard.meters.countRolledBack();
      case Effect.CountRepair it -> shard.meters.countRepair(it.done());
      case Effect.CountFragments it -> shard.meters.countFragments(it.done());
      case Effect.CountScrubbed looked ->
          shard.meters.countScrubbed(looked.objects(), looked.bytes());
      case Effect.CountInconsistent it -> shard.meters.countInconsistent(it.found(), it.repaired());
      case Effect.Forget _ -> forget(from);
      case Effect.Stop stop -> {
        shard.stopped = true;
        shard.owner.fatal("group " + group + ": " + stop.why());
      }
      case Effect.Report report -> {
        shard.owner.note(shard.id() + " " + report.what());
        reportSoon();
      }
    }
  }

  private void persist(PlacementGroup from, Effect.Persist persist) {
    long beganNanos = loop.nanoTime();
    store.submit(
        persist.transaction(),
        outcome -> {
          shard.meters.onPersisted(loop.nanoTime() - beganNanos);
          answer(from, new Input.Persisted(outcome));
        });
  }

  private void read(PlacementGroup from, Effect.ReadObject read) {
    long mostBytes = read.query().mostBytes();
    Runnable done = () -> gate.onDone(read.client(), mostBytes);
    gate.pass(
        read.client(),
        mostBytes,
        () -> readNow(from, read, done),
        () -> answer(from, new Input.ReadDropped(read.token())));
  }

  private void readNow(PlacementGroup from, Effect.ReadObject read, Runnable done) {
    // The store may already be removing a discarded group's objects.
    if (!shard.groups.isHere(from) || from.isDiscarded()) {
      done.run();
      return;
    }
    store.read(
        from.collection(),
        read.object(),
        read.query(),
        outcome -> {
          answer(from, new Input.ObjectRead(read.token(), outcome));
          done.run();
        });
  }

  /** Drops the waiting reads of a peer whose stream is gone. */
  void onReset(Peer peer) {
    gate.onReset(peer);
  }

  private void readAll(PlacementGroup from, Effect.ReadObjects read) {
    store.readAll(
        from.collection(),
        read.objects(),
        read.query(),
        read.maxBytes(),
        outcomes -> answer(from, new Input.ObjectsRead(read.token(), outcomes)));
  }

  private void listVersions(PlacementGroup from, Effect.ListVersions list) {
    store.listAttribute(
        from.collection(),
        list.parts(),
        list.after(),
        list.max(),
        ObjectInfo.ATTRIBUTE,
        listing -> answer(from, new Input.VersionsListed(list.token(), listing)));
  }

  private void readMeta(PlacementGroup from, Effect.ReadMeta read) {
    store.readMeta(
        from.collection(),
        read.from(),
        read.to(),
        entries -> answer(from, new Input.MetaRead(read.token(), entries)));
  }

  private void list(PlacementGroup from, Effect.ListObjects list) {
    store.list(
        from.collection(),
        list.after(),
        list.max(),
        listing -> answer(from, new Input.ObjectsListed(list.token(), listing)));
  }

  /** Answers on the stream of the asker: a client, or the copy that leads the group on that OSD. */
  private void answer(PlacementGroup from, Effect.Answer answer) {
    boolean toPeer = answer.to().node().role() == NodeId.Role.OSD;
    Message message = answer.message();
    transport.send(answer.to(), toPeer ? addressed(from, MemberId.NO_POSITION, message) : message);
  }

  /** The message with the positions of its sender and its receiver, if the members have any. */
  private static Message addressed(PlacementGroup from, int to, Message message) {
    MemberId self = from.self();
    return self.hasPosition() && message instanceof GroupMessage about
        ? new PositionedMessage(self.position(), to, about)
        : message;
  }

  private void send(PlacementGroup from, MemberId to, Message message) {
    PgId group = from.group();
    ClusterMap now = shard.map;
    OsdInfo info = now == null ? null : now.osds().get(to.osd());
    PoolInfo pool = now == null ? null : now.pools().get(group.pool());
    if (pool != null && info != null && info.up() && info.address() != null) {
      int index = ShardMapping.shardOf(pool, group, info.endpoint().shards());
      transport.send(
          new Peer.Dialed(info.address(), index), addressed(from, to.position(), message));
    }
  }

  private void reply(PgId group, Effect.Reply reply) {
    long openNanos = load.onReply(reply.to(), reply.reply().id(), loop.nanoTime());
    shard.meters.pool(group.pool()).onReply(reply.reply(), openNanos);
    if (shard.owner.isDebugged()) {
      shard.owner.debug(
          "%s: request %s is answered after %d us"
              .formatted(shard.id(), reply.reply().id(), openNanos / 1_000));
    }
    transport.send(reply.to(), reply.reply());
  }

  private void settle(PgId group, Effect.EndRequest settle) {
    long nowNanos = loop.nanoTime();
    shard
        .meters
        .pool(group.pool())
        .onSettled(load.onReply(settle.client(), settle.request(), nowNanos));
  }

  private void tell(PgId group, Effect.ReplyToAttendant tell) {
    Peer client = shard.listeners.of(tell.client());
    if (client != null) {
      shard.meters.pool(group.pool()).onTold(tell.reply());
      transport.send(client, tell.reply());
    }
  }

  private void forget(PlacementGroup group) {
    drop(group.id());
    whenForgotten.accept(group);
  }

  private void drop(ReplicaId copy) {
    recovery.forget(copy);
    shard.groups.forget(copy);
    tasks.removeIf(task -> task.to().id().equals(copy));
  }

  private void reportSoon() {
    if (!reportDue) {
      reportDue = true;
      shard.owner.groupChanged();
    }
  }
}
