package io.pando.osd.pg.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ObjectQuery;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The outcome of requests for an object of which no OSD has good bytes. */
class LostObjectsTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final MemberId OTHER = MemberId.of(new OsdId(1));
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("new"));
  private static final ObjectOp APPEND = new ObjectOp.Append(Payload.utf8("+"));
  private static final ObjectOp REMOVE = new ObjectOp.Remove();

  private final ScriptedAvailability availability = new ScriptedAvailability();
  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final PrimaryReplication replication = replication();
  private final Operations operations =
      new Operations(
          new OperationContext(
              harness.replica, replication, availability, ObjectAccess.ofReplicas(harness.replica)),
          availability);
  private long sequence;

  private PrimaryReplication replication() {
    PrimaryReplication made = new PrimaryReplication(harness.replica, new DurableHeads());
    made.begin();
    return made;
  }

  private RequestId ask(ObjectOp... ops) {
    RequestId id = new RequestId(5, ++sequence);
    ask(id, ops);
    return id;
  }

  private void ask(RequestId id, ObjectOp... ops) {
    operations.onOperate(
        GroupHarness.client(1),
        new ObjectMessage.Operate(
            id, Maps.EPOCH, Maps.GROUP, OBJECT, List.of(ops), ObjectMessage.Sending.FIRST),
        77);
  }

  private static Effect.Reply done(RequestId id, long version) {
    return new Effect.Reply(
        GroupHarness.client(1),
        new ObjectMessage.OperateReply(
            id,
            Maps.EPOCH,
            ObjectMessage.ANY_ATTEMPT,
            new OpOutcome.Succeeded(
                new Version(Maps.EPOCH, version), List.of(new OpResult.Done()))));
  }

  private List<Effect.Reply> replies() {
    return harness.effects(Effect.Reply.class);
  }

  private List<OpError> errors() {
    return replies().stream()
        .map(it -> ((ObjectMessage.OperateReply) it.reply()).outcome())
        .map(it -> ((OpOutcome.Failed) it).error())
        .toList();
  }

  private void commit() {
    harness.settle();
    replication.onReplicated(OTHER, harness.replica.log().head());
  }

  private void written() {
    ask(WRITE);
    commit();
    assertThat(replies()).hasSize(1);
    availability.heard();
  }

  private void lose() {
    availability.missing.add(OBJECT);
    availability.lost.add(OBJECT);
    harness.replica.noteMissing(OBJECT, harness.replica.log().head());
    harness.settle();
  }

  @Test
  void whatIsLostFailsForAllButWhoReplacesIt() {
    written();
    availability.missing.add(OBJECT);
    ask(READ);
    ask(APPEND);
    RequestId replacing = ask(WRITE);
    ask(READ);
    availability.heard();
    lose();
    operations.onLost(OBJECT, "no good bytes");
    assertThat(errors()).containsExactly(OpError.DAMAGED, OpError.DAMAGED);
    assertThat(((Effect.ReadObject) harness.read()).query()).isEqualTo(Replacement.QUERY);
    harness.answer();
    assertThat(availability.heard()).contains("replacing o", "changed o 7'2");
    assertThat(harness.replica.missing()).isEmpty();
    availability.missing.clear();
    commit();
    assertThat(replies()).containsExactly(done(replacing, 2));
  }

  /** The primary has its fragment, and too few of the others have theirs. */
  @Test
  void whatOthersHaveTooLittleOfIsReplaced() {
    written();
    harness.store.apply(
        List.of(
            new StoreOp.PutAttributes(
                GroupHarness.COLLECTION,
                OBJECT,
                new TreeMap<>(
                    Map.of(
                        ObjectInfo.ATTRIBUTE,
                        GroupRecords.OBJECT.encode(
                            new ObjectInfo(harness.replica.log().head(), 0, 1_000)))))));
    long bytes = harness.replica.info().bytes();
    availability.missing.add(OBJECT);
    availability.lost.add(OBJECT);
    availability.lostElsewhere = harness.replica.log().head();
    RequestId removing = ask(REMOVE);
    harness.answer();
    assertThat(availability.heard()).contains("replacing o", "changed o 0'0");
    assertThat(harness.reads()).isZero();
    assertThat(harness.replica.info().bytes()).isEqualTo(bytes - 1_000);
    availability.missing.clear();
    commit();
    assertThat(replies()).containsExactly(done(removing, 2));
  }

  /** It happened, and is undone by what replaces the object: once that is durable. */
  @Test
  void aRepeatedRequestIsAnsweredWhenItsLostObjectIsRemoved() {
    RequestId first = ask(WRITE);
    commit();
    assertThat(replies()).containsExactly(done(first, 1));
    lose();
    ask(first, WRITE);
    RequestId removal = ask(REMOVE);
    harness.answer();
    availability.missing.clear();
    assertThat(replies()).isEmpty();
    assertThat(operations.size()).isEqualTo(2);
    commit();
    assertThat(replies()).containsExactlyInAnyOrder(done(first, 1), done(removal, 2));
    assertThat(operations.size()).isZero();
  }

  @Test
  void whatCannotBeReplacedFailsForAll() {
    written();
    availability.missing.add(OBJECT);
    ask(WRITE);
    ask(READ);
    operations.onLost(OBJECT, "unknown");
    assertThat(errors()).containsExactly(OpError.DAMAGED, OpError.DAMAGED);
    assertThat(operations.size()).isZero();
  }

  @Test
  void attributesAndEntriesOutliveLostBytes() {
    written();
    TreeMap<String, Payload> entries = new TreeMap<>();
    entries.put("key", Payload.utf8("value"));
    harness.store.apply(
        List.of(
            new StoreOp.PutMap(GroupHarness.COLLECTION, OBJECT, entries),
            new StoreOp.PutAttributes(GroupHarness.COLLECTION, OBJECT, new TreeMap<>(entries))));
    lose();
    harness.persisted();
    ask(WRITE);
    harness.answer();
    List<StoreOp> steps = harness.persisted().getFirst().transaction().ops();
    assertThat(steps.getFirst()).isEqualTo(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT));
    assertThat(harness.store.object(OBJECT).map()).isEqualTo(entries);
    assertThat(harness.store.object(OBJECT).attributes()).containsKeys("key", "_");
    assertThat(harness.store.object(OBJECT).size()).isEqualTo(3);
    assertThat(harness.replica.info().bytes()).isEqualTo(3);
    assertThat(harness.replica.info().objects()).isOne();
  }

  @Test
  void nothingIsReplacedWhoseAttributesWouldBeLost() {
    written();
    lose();
    harness.store.unreadable.add(OBJECT);
    ask(WRITE);
    harness.answer();
    assertThat(errors()).containsExactly(OpError.DAMAGED);
    harness.store.unreadable.clear();
    harness.put(OBJECT, new Version(Maps.EPOCH, 90), "another version");
    ask(WRITE);
    harness.answer();
    assertThat(errors()).containsExactly(OpError.DAMAGED);
    assertThat(availability.lost).containsExactly(OBJECT);
    ask(REMOVE);
    harness.answer();
    assertThat(availability.heard()).contains("replacing o", "changed o 0'0");
    assertThat(harness.store.ids()).isEmpty();
  }

  @Test
  void whatIsFoundWhileItsRestIsReadIsNotReplaced() {
    written();
    lose();
    ask(WRITE);
    availability.lost.clear();
    availability.missing.clear();
    harness.answer();
    assertThat(replication.size()).isZero();
    assertThat(((Effect.ReadObject) harness.read()).query()).isNotEqualTo(Replacement.QUERY);
    assertThat(((Effect.ReadObject) harness.read()).query())
        .isNotEqualTo(new ObjectQuery(List.of(), List.of(), true));
    harness.answer();
    assertThat(replication.size()).isOne();
  }
}
