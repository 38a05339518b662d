package io.pando.osd.pg.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.group.LogEntry;
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
import io.pando.osd.pg.step.Unserved;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests of some clients on few objects at the primary of two, beside a map of what the objects
 * hold if all requests on one are carried out in the order they came.
 */
final class OperationsModel {
  private static final MemberId OTHER = MemberId.of(new OsdId(1));
  private static final int OBJECTS = 3;

  /** An object as all before have left it. */
  private record Held(String bytes, Version version) {}

  /** A request on its way: who asked for it, and by which attempt at last. */
  private static final class Open {
    final ObjectMessage.Operate request;
    final Map<Long, Integer> askers = new LinkedHashMap<>();

    Open(ObjectMessage.Operate request) {
      this.request = request;
    }
  }

  private final Random64 random;
  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final ScriptedAvailability availability = new ScriptedAvailability();
  private final PrimaryReplication replication;
  private final Operations operations;
  private final Map<ObjectId, Held> objects = new TreeMap<>();
  private final Map<ObjectId, Deque<Open>> queues = new TreeMap<>();
  private final Map<RequestId, OpOutcome> updates = new TreeMap<>();
  private final List<ObjectMessage.Operate> asked = new ArrayList<>();
  private int answered;

  OperationsModel(long seed) {
    random = new Random64(seed);
    replication = new PrimaryReplication(harness.replica, new DurableHeads());
    replication.begin();
    operations =
        new Operations(
            new OperationContext(
                harness.replica,
                replication,
                availability,
                ObjectAccess.ofReplicas(harness.replica)),
            availability);
  }

  int answered() {
    return answered;
  }

  // What happens

  void step() {
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> ask(fresh());
      case 3 -> {
        if (!asked.isEmpty()) {
          ask(again(asked.get(random.nextInt(asked.size()))));
        }
      }
      case 4, 5 -> {
        if (harness.reads() > 0) {
          if (random.oneIn(8)) {
            dropped();
          } else {
            harness.answer();
          }
        }
      }
      case 6, 7 -> {
        if (harness.submitted() > 0) {
          harness.report();
        }
      }
      case 8 -> replication.onReplicated(OTHER, anyVersion());
      default -> toggle();
    }
    check();
  }

  private Version anyVersion() {
    Version head = harness.replica.log().head();
    long counter = random.nextInt((int) head.counter() + 1);
    return counter == 0 ? Version.ZERO : new Version(Maps.EPOCH, counter);
  }

  private ObjectMessage.Operate fresh() {
    RequestId id = new RequestId(1 + random.nextInt(2), asked.size() + 1L);
    ObjectId object = GroupHarness.object("o" + random.nextInt(OBJECTS));
    long behind = 0;
    if (random.oneIn(4)) {
      for (ObjectMessage.Operate before : asked) {
        if (before.id().client() == id.client()
            && (random.oneIn(3) || before.object().equals(object))) {
          behind = before.id().sequence();
        }
      }
    }
    ObjectMessage.Operate made =
        new ObjectMessage.Operate(
            id, Maps.EPOCH, Maps.GROUP, object, ops(), new ObjectMessage.Sending(1, behind, false));
    asked.add(made);
    return made;
  }

  private ObjectMessage.Operate again(ObjectMessage.Operate before) {
    ObjectMessage.Sending sending =
        new ObjectMessage.Sending(
            2 + random.nextInt(5), before.sending().behind(), random.nextBoolean());
    return new ObjectMessage.Operate(
        before.id(), before.epoch(), before.group(), before.object(), before.ops(), sending);
  }

  private List<ObjectOp> ops() {
    Payload token = Payload.utf8("<" + asked.size() + ">");
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> List.of(new ObjectOp.Append(token));
      case 3 -> List.of(new ObjectOp.WriteFull(token));
      case 4 -> List.of(new ObjectOp.Remove());
      case 5 -> List.of(new ObjectOp.Create(true), new ObjectOp.Append(token));
      case 6 -> List.of(new ObjectOp.Stat(), new ObjectOp.Append(token));
      case 7 -> List.of(new ObjectOp.AssertExists(), new ObjectOp.WriteFull(token));
      case 8 -> List.of(new ObjectOp.AssertExists());
      default -> List.of(new ObjectOp.Read(new ByteRange(0, 4096)));
    };
  }

  private void ask(ObjectMessage.Operate request) {
    long client = 10 * request.id().client() + (request.attempt() > 1 ? random.nextInt(2) : 0);
    Peer peer = GroupHarness.client(client);
    Deque<Open> queue = queue(request.object());
    Open running =
        queue.stream().filter(it -> it.request.id().equals(request.id())).findFirst().orElse(null);
    OpOutcome done = updates.get(request.id());
    if (running == null && done == null && mayFollow(request)) {
      Open open = new Open(request);
      open.askers.put(client, request.attempt());
      queue.addLast(open);
    } else if (running != null) {
      running.askers.put(client, request.attempt());
    } else if (done != null) {
      Open open = new Open(request);
      open.askers.put(client, request.attempt());
      remembered.put(client + "/" + request.id(), done);
      if (availability.isWritable(request.object())) {
        operations.onOperate(peer, request, 0);
        collect();
        assertThat(remembered).doesNotContainKey(client + "/" + request.id());
        return;
      }
    }
    boolean early = running == null && done == null && !mayFollow(request);
    operations.onOperate(peer, request, 0);
    if (early) {
      assertThat(availability.early()).containsExactly(request);
    }
    collect();
  }

  /** Answers by what is remembered that are still to come. */
  private final Map<String, OpOutcome> remembered = new TreeMap<>();

  private boolean mayFollow(ObjectMessage.Operate request) {
    RequestId before = new RequestId(request.id().client(), request.sending().behind());
    boolean ordered = harness.replica.log().ofRequest(before).isPresent();
    return before.sequence() == 0
        || ordered
        || queue(request.object()).stream().anyMatch(it -> it.request.id().equals(before));
  }

  private Deque<Open> queue(ObjectId object) {
    return queues.computeIfAbsent(object, _ -> new ArrayDeque<>());
  }

  private void dropped() {
    Effect.ReadObject read = (Effect.ReadObject) harness.read();
    Peer client = read.client();
    if (client == null) {
      throw new AssertionError("a read for nobody");
    }
    // Of what reads for this client the oldest that has it as its first asker is meant.
    boolean updates = !read.query().amended().isEmpty();
    for (Open open : List.copyOf(queue(read.object()))) {
      boolean reads = open.request.ops().stream().noneMatch(ObjectOp.Mutation.class::isInstance);
      if (reads && !updates && first(open) == client.node().number()) {
        return;
      }
    }
    harness.drop();
    collect();
  }

  private static long first(Open open) {
    return open.askers.keySet().iterator().next();
  }

  private void toggle() {
    ObjectId object = GroupHarness.object("o" + random.nextInt(OBJECTS));
    var states = random.nextBoolean() ? availability.missing : availability.heldUp;
    if (!states.remove(object) && random.oneIn(3)) {
      states.add(object);
    } else {
      operations.onAvailable(object);
      collect();
    }
  }

  // What clients are told

  private void collect() {
    availability.early().forEach(this::onGivenBack);
    for (Effect effect : harness.effects()) {
      if (effect instanceof Effect.Reply reply) {
        onReply(reply.to().node().number(), (ObjectMessage.OperateReply) reply.reply());
      }
    }
  }

  private void onGivenBack(ObjectMessage.Operate early) {
    RequestId before = new RequestId(early.id().client(), early.sending().behind());
    assertThat(harness.replica.log().ofRequest(before)).isEmpty();
    queue(early.object()).removeIf(open -> open.request.id().equals(early.id()));
  }

  private void onReply(long client, ObjectMessage.OperateReply reply) {
    answered++;
    OpOutcome known = remembered.remove(client + "/" + reply.id());
    if (known != null) {
      assertThat(reply.outcome()).isEqualTo(known);
      assertThat(reply.attempt()).isEqualTo(ObjectMessage.ANY_ATTEMPT);
      return;
    }
    Open open = openOf(reply.id());
    Deque<Open> queue = queue(open.request.object());
    assertThat(isNext(queue, open))
        .as(
            "%s before %s",
            open.request, queue.stream().map(it -> it.request + " " + it.askers).toList())
        .isTrue();
    OpOutcome expected = expected(open);
    assertThat(reply.outcome())
        .usingRecursiveComparison()
        .ignoringFields("detail")
        .isEqualTo(expected);
    Integer attempt = open.askers.remove(client);
    boolean update = harness.replica.log().ofRequest(reply.id()).isPresent();
    assertThat(reply.attempt())
        .isEqualTo(update ? Integer.valueOf(ObjectMessage.ANY_ATTEMPT) : attempt);
    if (open.askers.isEmpty()) {
      queue.remove(open);
      apply(open, expected);
    }
  }

  /** Readers run side by side; one whose client is gone reads again for another. */
  private static boolean isNext(Deque<Open> queue, Open open) {
    for (Open before : queue) {
      if (before == open || changes(before) || changes(open)) {
        return before == open;
      }
    }
    return false;
  }

  private static boolean changes(Open open) {
    return open.request.ops().stream().anyMatch(ObjectOp.Mutation.class::isInstance);
  }

  private Open openOf(RequestId id) {
    for (Deque<Open> queue : queues.values()) {
      for (Open open : queue) {
        if (open.request.id().equals(id)) {
          return open;
        }
      }
    }
    throw new AssertionError("answered twice: " + id);
  }

  private @Nullable Held held(Open open) {
    return objects.get(open.request.object());
  }

  private OpOutcome expected(Open open) {
    Held before = held(open);
    List<OpResult> results = new ArrayList<>();
    List<ObjectOp> ops = open.request.ops();
    for (int i = 0; i < ops.size(); i++) {
      boolean needs =
          ops.get(i) instanceof ObjectOp.Query
              || ops.get(i) instanceof ObjectOp.AssertExists
              || ops.get(i) instanceof ObjectOp.Remove;
      if (needs && before == null) {
        return new OpOutcome.Failed(OpError.NOT_FOUND, i, "");
      }
      if (ops.get(i) instanceof ObjectOp.Create && before != null) {
        return new OpOutcome.Failed(OpError.ALREADY_EXISTS, i, "");
      }
      results.add(result(ops.get(i), before));
    }
    Version version = before == null ? Version.ZERO : before.version();
    if (ops.stream().anyMatch(ObjectOp.Mutation.class::isInstance)) {
      LogEntry entry = harness.replica.log().ofRequest(open.request.id()).orElseThrow();
      assertThat(entry.prior()).isEqualTo(version);
      version = entry.version();
      assertThat(version.isAfter(replication.committed())).isFalse();
    } else {
      assertThat(version.isAfter(replication.committed())).isFalse();
    }
    return new OpOutcome.Succeeded(version, results);
  }

  private static OpResult result(ObjectOp op, @Nullable Held before) {
    String bytes = before == null ? "" : before.bytes();
    Version version = before == null ? Version.ZERO : before.version();
    return switch (op) {
      case ObjectOp.Read _ -> new OpResult.Data(Payload.utf8(bytes));
      case ObjectOp.Stat _ -> new OpResult.Stat(bytes.length(), version, 0);
      default -> new OpResult.Done();
    };
  }

  private void apply(Open open, OpOutcome outcome) {
    if (!(outcome instanceof OpOutcome.Succeeded done)) {
      return;
    }
    ObjectId object = open.request.object();
    for (ObjectOp op : open.request.ops()) {
      Held before = objects.get(object);
      switch (op) {
        case ObjectOp.Append append ->
            objects.put(
                object,
                new Held(
                    (before == null ? "" : before.bytes()) + append.data().toUtf8(),
                    done.version()));
        case ObjectOp.WriteFull full ->
            objects.put(object, new Held(full.data().toUtf8(), done.version()));
        case ObjectOp.Remove _ -> objects.remove(object);
        default -> {}
      }
    }
    if (open.request.ops().stream().anyMatch(ObjectOp.Mutation.class::isInstance)) {
      updates.put(open.request.id(), outcome);
    }
  }

  // What must hold

  private void check() {
    collect();
    operations.invariants();
    long open = queues.values().stream().mapToLong(Deque::size).sum();
    assertThat(operations.size()).isBetween((int) open, (int) open + remembered.size());
    boolean writes =
        queues.values().stream()
            .flatMap(Deque::stream)
            .flatMap(it -> it.request.ops().stream())
            .anyMatch(ObjectOp.Mutation.class::isInstance);
    if (remembered.isEmpty()) {
      assertThat(operations.isWriting()).isEqualTo(writes);
    }
    if (replication.size() == 0 && open == 0) {
      assertThat(harness.replica.info().objects()).isEqualTo(objects.size());
      assertThat(harness.replica.info().bytes())
          .isEqualTo(objects.values().stream().mapToLong(it -> it.bytes().length()).sum());
    }
    availability.heard();
  }

  /** All can be had and nothing is slow: all requests are answered. */
  void finish() {
    availability.missing.clear();
    availability.heldUp.clear();
    for (int i = 0; i < OBJECTS; i++) {
      operations.onAvailable(GroupHarness.object("o" + i));
    }
    for (int i = 0; i < 100 && (operations.size() > 0 || replication.size() > 0); i++) {
      harness.settle();
      collect();
      replication.onReplicated(OTHER, harness.replica.log().head());
      check();
    }
    assertThat(operations.size()).isZero();
    assertThat(remembered).isEmpty();
    assertThat(harness.store.ids()).containsExactlyElementsOf(objects.keySet());
  }

  /** An interval ends: each client that asked is told once, and no client hears more. */
  void end() {
    TreeSet<String> expected = new TreeSet<>();
    queues.values().stream()
        .flatMap(Deque::stream)
        .forEach(open ->
            open.askers.forEach((client, _) -> expected.add(client + "/" + open.request.id())));
    expected.addAll(remembered.keySet());
    List<String> told = new ArrayList<>();
    for (Unserved unserved : operations.unserved()) {
      told.add(unserved.client().node().number() + "/" + unserved.request().id());
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(expected);
    harness.beginInterval();
    harness.settle();
    assertThat(harness.effects(Effect.Reply.class)).isEmpty();
  }
}
