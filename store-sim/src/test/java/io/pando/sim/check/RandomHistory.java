package io.pando.sim.check;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Histories of one object made from a sequential execution: each operation takes effect at one
 * moment between its call and its return, which overlap with others'.
 */
final class RandomHistory {
  private static final ByteRange ALL = new ByteRange(0, 1000);

  private final Random64 random;
  private final Shape shape;

  /**
   * What it is like.
   *
   * @param clients that work at the same time, each one operation after the other
   * @param lostOneIn the client is not told the outcome of one operation in N; 0: always told
   */
  record Shape(int clients, int operations, int lostOneIn) {}

  private record Planned(String client, long call, long effect, long end, List<ObjectOp> ops) {}

  RandomHistory(long seed, Shape shape) {
    this.random = new Random64(seed);
    this.shape = shape;
  }

  List<ClientCall> make() {
    List<Planned> planned = new ArrayList<>();
    for (int client = 0; client < shape.clients(); client++) {
      long now = random.nextInt(50);
      for (int i = 0; i < shape.operations() / shape.clients(); i++) {
        long effect = now + random.nextInt(100);
        long end = effect + random.nextInt(100);
        planned.add(new Planned("c" + client, now, effect, end, vector(client + "." + i + " ")));
        now = end + 1 + random.nextInt(60);
      }
    }
    planned.sort(Comparator.comparingLong(Planned::effect));
    PlainObject object = new PlainObject();
    List<ClientCall> history = new ArrayList<>();
    long counter = 0;
    for (Planned it : planned) {
      boolean lost = shape.lostOneIn() > 0 && random.oneIn(shape.lostOneIn());
      counter += 10;
      CallOutcome ending = new CallOutcome.Unknown("lost");
      if (!lost || random.nextBoolean()) {
        CallOutcome told = told(object.run(it.ops(), new Version(1, counter)));
        ending = lost ? ending : told;
      }
      history.add(new ClientCall(it.client(), "o", it.call(), it.end(), it.ops(), ending));
    }
    return history;
  }

  private static CallOutcome told(OpOutcome outcome) {
    return switch (outcome) {
      case OpOutcome.Succeeded it -> new CallOutcome.Succeeded(it.version(), it.results());
      case OpOutcome.Failed it -> new CallOutcome.Failed(it.error());
    };
  }

  private List<ObjectOp> vector(String text) {
    Payload data = Payload.utf8(text);
    return switch (random.nextInt(12)) {
      case 0, 1 -> List.of(new ObjectOp.WriteFull(data));
      case 2, 3 -> List.of(new ObjectOp.Append(data));
      case 4 -> List.of(new ObjectOp.Remove());
      case 5 -> List.of(new ObjectOp.SetAttribute("a", data));
      case 6 ->
          List.of(
              new ObjectOp.CompareAttribute("a", ObjectOp.Comparison.EQUAL, Payload.EMPTY),
              new ObjectOp.SetAttribute("a", data),
              new ObjectOp.Append(data));
      case 7 -> List.of(new ObjectOp.Stat(), new ObjectOp.ListAttributes());
      case 8 -> List.of(new ObjectOp.Create(true), new ObjectOp.RemoveAttribute("a"));
      case 9 ->
          List.of(
              new ObjectOp.AssertVersion(new Version(1, 10L * random.between(1, 20))),
              new ObjectOp.WriteFull(data));
      default -> List.of(new ObjectOp.Read(ALL));
    };
  }

  /** The history with the answer to one operation taken from another; null if none can be. */
  static List<ClientCall> confused(List<ClientCall> history, Random64 random) {
    List<ClientCall> told =
        history.stream().filter(it -> it.ending() instanceof CallOutcome.Succeeded).toList();
    if (told.size() < 2) {
      return history;
    }
    ClientCall victim = told.get(random.nextInt(told.size()));
    List<ClientCall> alike =
        told.stream().filter(it -> kind(it).equals(kind(victim)) && !it.equals(victim)).toList();
    if (alike.isEmpty()) {
      return history;
    }
    CallOutcome other = alike.get(random.nextInt(alike.size())).ending();
    List<ClientCall> changed = new ArrayList<>(history);
    changed.set(
        history.indexOf(victim),
        new ClientCall(
            victim.client(),
            victim.object(),
            victim.callNanos(),
            victim.returnNanos(),
            victim.ops(),
            other));
    return changed;
  }

  /** The history as of clients who are told no versions. */
  static List<ClientCall> withoutVersions(List<ClientCall> history) {
    return history.stream().map(RandomHistory::withoutVersion).toList();
  }

  private static ClientCall withoutVersion(ClientCall it) {
    return it.ending() instanceof CallOutcome.Succeeded told
        ? new ClientCall(
            it.client(),
            it.object(),
            it.callNanos(),
            it.returnNanos(),
            it.ops(),
            new CallOutcome.Succeeded(null, told.results()))
        : it;
  }

  private static List<Class<?>> kind(ClientCall operation) {
    List<OpResult> results = ((CallOutcome.Succeeded) operation.ending()).results();
    return results.stream().<Class<?>>map(Object::getClass).toList();
  }
}
