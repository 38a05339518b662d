package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client before OSDs that restart, streams that break with what is on them, primaries that move,
 * maps that come late, answers that come twice: every operation ends once and in time, updates of
 * one object happen in order and once.
 */
class ObjecterPropertyTest {
  private static final int OBJECTS = 12;
  private static final long TIMEOUT_MILLIS = 20_000;

  private final ObjecterWorld world = new ObjecterWorld(32, 1_000_000);
  private final Map<Peer, Integer> generations = new LinkedHashMap<>();
  private final Map<Long, Long> deadlines = new TreeMap<>();
  private final TreeSet<Long> reads = new TreeSet<>();
  private Random64 random = new Random64(0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void endsEverythingOnceInOrderAndInTime(long seed) {
    random = new Random64(seed);
    world.learn(world.cluster.map);
    for (int round = 0; round < 3_000; round++) {
      submit();
      if (random.oneIn(20)) {
        disturb();
      }
      deliver();
      world.run(random.nextInt(20));
    }
    for (int calm = 0; calm < 500 && world.pending() > 0; calm++) {
      deliver();
      world.run(100);
    }
    checkCompletions();
    checkOrder();
  }

  private void submit() {
    String object = "o" + random.nextInt(OBJECTS);
    long deadline = world.nowNanos + TIMEOUT_MILLIS * ObjecterWorld.MILLI;
    boolean read = random.oneIn(4);
    Operation operation = read ? ObjecterWorld.stat(object) : ObjecterWorld.append(object, 100);
    long op = world.submit(operation, TIMEOUT_MILLIS, random.nextBoolean());
    deadlines.put(op, deadline);
    if (read) {
      reads.add(op);
    }
    if (random.oneIn(200)) {
      world.step(new ObjecterInput.Dropped(op));
    }
  }

  private void disturb() {
    PgId group = new PgId(FakeCluster.POOL, random.nextInt(FakeCluster.GROUPS));
    OsdId osd = new OsdId(random.nextInt(FakeCluster.OSDS));
    switch (random.nextInt(4)) {
      case 0 -> {
        OsdId other = new OsdId((osd.value() + 1) % FakeCluster.OSDS);
        world.cluster.movePrimary(group, osd, other);
      }
      case 1 -> world.cluster.restart(osd);
      case 2 -> world.cluster.down(osd);
      default -> List.copyOf(generations.keySet()).forEach(this::breakStream);
    }
    for (OsdId each : world.cluster.map.osds().keySet()) {
      if (!world.cluster.map.isUp(each) && random.nextBoolean()) {
        world.cluster.restart(each);
      }
    }
    var map = world.cluster.map;
    world.after(random.nextInt(2_000) * ObjecterWorld.MILLI, () -> world.learn(map));
  }

  /** What is on the stream is lost; the client hears of it soon. */
  private void breakStream(Peer peer) {
    generations.merge(peer, 1, Integer::sum);
    world.after(
        random.nextInt(5) * ObjecterWorld.MILLI,
        () -> world.step(new ObjecterInput.PeerReset(peer, "broken by the test")));
  }

  private void deliver() {
    for (ObjecterEffect.Send send : world.taken()) {
      int generation = generations.merge(send.to(), 0, Integer::sum);
      world.after(
          random.nextInt(30) * ObjecterWorld.MILLI,
          () -> {
            if (generation == generations.getOrDefault(send.to(), 0)) {
              arrive(send, generation);
            }
          });
    }
  }

  private void arrive(ObjecterEffect.Send send, int generation) {
    if (!world.cluster.lives(send.to())) {
      breakStream(send.to());
      return;
    }
    ObjectMessage.Reply reply =
        random.oneIn(15)
            ? new ObjectMessage.NotServed(
                send.request().id(),
                world.cluster.map.epoch(),
                send.request().attempt(),
                false,
                "not in the mood")
            : world.cluster.execute(send.to(), send.request());
    int copies = random.oneIn(10) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      world.after(
          random.nextInt(30) * ObjecterWorld.MILLI,
          () -> {
            if (generation == generations.getOrDefault(send.to(), 0)) {
              world.reply(send.to(), reply);
            }
          });
    }
  }

  private void checkCompletions() {
    assertThat(world.pending()).isZero();
    assertThat(world.completed.keySet()).containsExactlyInAnyOrderElementsOf(deadlines.keySet());
    world.completed.forEach((op, done) -> {
      assertThat(done.atNanos()).isLessThanOrEqualTo(deadlines.get(op));
      if (done.outcome() instanceof OperationOutcome.Replied) {
        assertThat(world.cluster.outcome(new RequestId(ObjecterWorld.CLIENT, op))).isNotNull();
      }
    });
    long served =
        world.completed.values().stream()
            .filter(done -> done.outcome() instanceof OperationOutcome.Replied)
            .count();
    assertThat(served).isGreaterThan(deadlines.size() / 2);
  }

  /**
   * An operation that was given up may still happen later; those that were not keep their order.
   */
  private void checkOrder() {
    world
        .cluster
        .updates()
        .forEach((object, sequences) -> {
          assertThat(sequences).doesNotHaveDuplicates();
          List<Long> served =
              sequences.stream()
                  .filter(op -> world.outcome(op) instanceof OperationOutcome.Replied)
                  .filter(op -> !reads.contains(op))
                  .toList();
          assertThat(served).as("%s", object).isSorted();
        });
  }
}
