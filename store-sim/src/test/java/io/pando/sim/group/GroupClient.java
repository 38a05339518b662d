package io.pando.sim.group;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.objecter.Objecter;
import io.pando.client.objecter.ObjecterConfig;
import io.pando.client.objecter.ObjecterEffect;
import io.pando.client.objecter.ObjecterInput;
import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Placement;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.time.Backoff;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client of the group: the production's machine on the world's streams. */
final class GroupClient {
  static final ObjecterConfig CONFIG =
      new ObjecterConfig(
          64,
          1 << 20,
          1000,
          new Backoff(5 * GroupWorld.MILLI, 100 * GroupWorld.MILLI),
          500 * GroupWorld.MILLI,
          2_000 * GroupWorld.MILLI);

  private final GroupWorld world;
  private final NodeId node;
  private final Objecter objecter;
  private final Map<Long, Consumer<OperationOutcome>> waiting = new LinkedHashMap<>();
  private EventLoop.@Nullable Timer wake;
  private long sequence;

  GroupClient(GroupWorld world, long number) {
    this.world = world;
    this.node = new NodeId(NodeId.Role.CLIENT, number);
    this.objecter = world.objecter(number);
    learnMap();
  }

  long number() {
    return node.number();
  }

  void append(String object, String token, long patience, Consumer<OperationOutcome> then) {
    submit(object, Operation.Concurrency.UPDATES, patience, then, appendOf(token));
  }

  /** Learns the size before; that makes it wait for what is on its way. */
  void appendTellingSize(
      String object, String token, long patience, Consumer<OperationOutcome> then) {
    submit(
        object,
        Operation.Concurrency.UPDATES,
        patience,
        then,
        new ObjectOp.Stat(),
        appendOf(token));
  }

  private static ObjectOp appendOf(String token) {
    return new ObjectOp.Append(Payload.utf8(token));
  }

  void remove(String object, long patience, Consumer<OperationOutcome> then) {
    submit(object, Operation.Concurrency.UPDATES, patience, then, new ObjectOp.Remove());
  }

  void read(String object, long patience, Consumer<OperationOutcome> then) {
    submit(
        object,
        Operation.Concurrency.READERS,
        patience,
        then,
        new ObjectOp.Read(new ByteRange(0, 1 << 16)));
  }

  private void submit(
      String object,
      Operation.Concurrency company,
      long patience,
      Consumer<OperationOutcome> then,
      ObjectOp... ops) {
    long next = ++sequence;
    waiting.put(next, then);
    ObjectId id = Placement.object(object);
    Operation operation = new Operation.Vector(GroupWorld.GROUP.pool(), id, List.of(ops), company);
    step(new ObjecterInput.Submitted(next, operation, world.nanoTime() + patience, true));
  }

  int pending() {
    return objecter.pending();
  }

  void learnMap() {
    step(new ObjecterInput.MapChanged(world.map()));
  }

  /** Its stream to a member breaks. */
  void breakStream(Member to) {
    world.streams.reset(new GroupStreams.Way(node, to.id().node()));
    to.forget(node.number());
    for (long epoch = 1; epoch <= world.map().epoch(); epoch++) {
      var osd = world.map(epoch).osds().get(to.id());
      if (osd != null && osd.address() != null) {
        Peer.Dialed peer = new Peer.Dialed(osd.address(), 0);
        world.schedule(world.delay(), () -> step(new ObjecterInput.PeerReset(peer, "broken")));
      }
    }
  }

  void hear(Peer.Dialed from, Message message) {
    switch (message) {
      case ObjectMessage.Reply reply -> step(new ObjecterInput.ReplyArrived(from, reply));
      case ObjectMessage.Listening _ -> step(new ObjecterInput.Listening(from));
      case ObjectMessage.Released released -> step(new ObjecterInput.HoldReleased(from, released));
      default -> throw new AssertionError("not for clients: " + message);
    }
  }

  private void step(ObjecterInput input) {
    objecter.step(world.nanoTime(), input, this::carryOut);
  }

  private void carryOut(ObjecterEffect effect) {
    switch (effect) {
      case ObjecterEffect.Send send -> send(send.to(), send.request());
      case ObjecterEffect.Listen listen ->
          send(listen.to(), new ObjectMessage.Listen(listen.epoch()));
      case ObjecterEffect.WakeAt at -> {
        if (wake != null) {
          wake.cancel();
        }
        wake =
            world.schedule(
                Math.max(0, at.nanos() - world.nanoTime()), () -> step(new ObjecterInput.Woken()));
      }
      case ObjecterEffect.Complete complete -> {
        Consumer<OperationOutcome> then = waiting.remove(complete.sequence());
        if (then != null) {
          world.execute(() -> then.accept(complete.outcome()));
        }
      }
    }
  }

  private void send(Peer.Dialed to, Message message) {
    Member member = world.members.get(to.node().osd().value());
    if (!member.isAlive() || !world.map().isUp(member.id(), to.nonce())) {
      world.schedule(
          5 * GroupWorld.MILLI, () -> step(new ObjecterInput.PeerReset(to, "nobody is there")));
      return;
    }
    world.streams.send(
        new GroupStreams.Way(node, member.id().node()),
        message,
        (via, arrived) -> member.hear((Peer.Session) via, arrived));
  }
}
