package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Placement;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.port.Peer;
import java.util.List;

/** A client of the daemon of a {@link DaemonWorld}. */
final class DaemonClient {
  static final Peer PEER = GroupHarness.client(3);
  static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("four"));
  static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 10));

  private final DaemonWorld world;
  private long requests;

  DaemonClient(DaemonWorld world) {
    this.world = world;
  }

  /** To the group that has the object, by the newest map. */
  ObjectMessage.Operate operate(String name, ObjectOp op) {
    ObjectId object = Placement.object(name);
    return operate(Placement.group(DaemonWorld.pool(), object), object, world.map.epoch(), op);
  }

  ObjectMessage.Operate operate(PgId group, ObjectId object, long epoch, ObjectOp op) {
    return new ObjectMessage.Operate(
        new RequestId(3, ++requests),
        epoch,
        group,
        object,
        List.of(op),
        ObjectMessage.Sending.FIRST);
  }

  /** What the shard of the group answers. */
  List<ObjectMessage.Reply> ask(ObjectMessage.Request request) {
    var wire = world.wireOf(request.group());
    wire.messages();
    wire.hear(PEER, request);
    world.pass();
    return wire.messages(ObjectMessage.Reply.class);
  }

  OpOutcome outcome(ObjectMessage.Request request) {
    List<ObjectMessage.Reply> replies = ask(request);
    assertThat(replies).singleElement().isInstanceOf(ObjectMessage.OperateReply.class);
    return ((ObjectMessage.OperateReply) replies.getFirst()).outcome();
  }

  /** Why the request is not served. */
  String refusal(ObjectMessage.Request request) {
    List<ObjectMessage.Reply> replies = ask(request);
    assertThat(replies).singleElement().isInstanceOf(ObjectMessage.NotServed.class);
    return ((ObjectMessage.NotServed) replies.getFirst()).reason();
  }

  /** The last of a few seconds. */
  MonitorMessage.Beacon beacon() {
    world.wires.getFirst().messages();
    world.passSeconds(3);
    return world.wires.getFirst().messages(MonitorMessage.Beacon.class).getLast();
  }
}
