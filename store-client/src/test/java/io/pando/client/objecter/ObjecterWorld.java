package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.time.Backoff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An objecter under virtual time, before a fake cluster. */
final class ObjecterWorld {
  static final long CLIENT = 77;
  static final long MILLI = 1_000_000;

  record Completed(long atNanos, OperationOutcome outcome) {}

  record Due(long nanos, long order) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  final FakeCluster cluster = new FakeCluster();
  final List<ObjecterEffect.Send> sends = new ArrayList<>();
  private final List<ObjecterEffect.Send> seen = new ArrayList<>();
  final List<ObjecterEffect.Listen> listens = new ArrayList<>();
  final Map<Long, Completed> completed = new LinkedHashMap<>();
  private final TreeMap<Due, Runnable> tasks = new TreeMap<>();
  private final Objecter objecter;
  private @Nullable Due wake;
  private long order;
  private long sequence;
  long nowNanos = 5 * MILLI;

  ObjecterWorld(int maxInFlight, int maxQueued) {
    this.objecter =
        new Objecter(
            new ObjecterConfig(
                maxInFlight,
                1 << 20,
                maxQueued,
                new Backoff(10 * MILLI, 500 * MILLI),
                3_000 * MILLI,
                10_000 * MILLI),
            CLIENT,
            new Random64(9),
            FakeCluster::locate);
  }

  static Operation append(String object, int sizeBytes) {
    return vector(
        object,
        Operation.Concurrency.UPDATES,
        new ObjectOp.Append(Payload.wrap(new byte[sizeBytes])));
  }

  static Operation stat(String object) {
    return vector(object, Operation.Concurrency.READERS, new ObjectOp.Stat());
  }

  static Operation vector(String object, Operation.Concurrency company, ObjectOp op) {
    return new Operation.Vector(FakeCluster.POOL, Placement.object(object), List.of(op), company);
  }

  /** Submits an operation, and returns its sequence. */
  long submit(Operation operation, long timeoutMillis, boolean patient) {
    long next = ++sequence;
    step(new ObjecterInput.Submitted(next, operation, nowNanos + timeoutMillis * MILLI, patient));
    return next;
  }

  long submit(Operation operation) {
    return submit(operation, 30_000, false);
  }

  void learn(ClusterMap map) {
    step(new ObjecterInput.MapChanged(map));
  }

  void step(ObjecterInput input) {
    objecter.step(nowNanos, input, this::carryOut);
  }

  private void carryOut(ObjecterEffect effect) {
    switch (effect) {
      case ObjecterEffect.Send send -> sends.add(send);
      case ObjecterEffect.Listen listen -> listens.add(listen);
      case ObjecterEffect.WakeAt at -> {
        if (wake != null) {
          tasks.remove(wake);
        }
        wake = after(Math.max(0, at.nanos() - nowNanos), () -> step(new ObjecterInput.Woken()));
      }
      case ObjecterEffect.Complete complete -> {
        Completed before =
            completed.put(complete.sequence(), new Completed(nowNanos, complete.outcome()));
        if (before != null) {
          throw new AssertionError(complete + " after " + before);
        }
      }
    }
  }

  Due after(long delayNanos, Runnable task) {
    Due due = new Due(nowNanos + delayNanos, order++);
    tasks.put(due, task);
    return due;
  }

  void run(long millis) {
    long end = nowNanos + millis * MILLI;
    while (!tasks.isEmpty() && tasks.firstKey().nanos() <= end) {
      var next = tasks.pollFirstEntry();
      nowNanos = next.getKey().nanos();
      next.getValue().run();
    }
    nowNanos = end;
  }

  /** Takes the messages sent since the last call. */
  List<ObjecterEffect.Send> taken() {
    List<ObjecterEffect.Send> taken = List.copyOf(sends);
    sends.clear();
    return taken;
  }

  /** Has the cluster answer the messages sent since the last call. */
  void answerAll() {
    for (List<ObjecterEffect.Send> next = taken(); !next.isEmpty(); next = taken()) {
      next.forEach(this::answer);
    }
  }

  void answer(ObjecterEffect.Send send) {
    reply(send.to(), cluster.execute(send.to(), send.request()));
  }

  void reply(Peer from, ObjectMessage.Reply reply) {
    step(new ObjecterInput.ReplyArrived(from, reply));
  }

  @Nullable OperationOutcome outcome(long submitted) {
    Completed done = completed.get(submitted);
    return done == null ? null : done.outcome();
  }

  int pending() {
    return objecter.pending();
  }

  void learnFirstMap() {
    learn(cluster.map);
  }

  /** Takes the only message sent since the last call. */
  ObjecterEffect.Send onlySend() {
    List<ObjecterEffect.Send> only = taken();
    assertThat(only).hasSize(1);
    return only.getFirst();
  }

  /** Takes the messages sent since the last call, and remembers them for {@link #lastOf}. */
  List<Long> takenSequences() {
    List<ObjecterEffect.Send> now = taken();
    seen.addAll(now);
    return now.stream().map(send -> send.request().id().sequence()).toList();
  }

  ObjecterEffect.Send lastOf(long sequence) {
    return seen.stream()
        .filter(send -> send.request().id().sequence() == sequence)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  /** Behind which other an update was sent. */
  long behind(long sequence) {
    return ((ObjectMessage.Operate) lastOf(sequence).request()).sending().behind();
  }

  void answerOnly(long sequence) {
    answer(lastOf(sequence));
  }
}
