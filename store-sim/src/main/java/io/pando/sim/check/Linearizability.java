package io.pando.sim.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checks that every object of a history is linearizable: its operations can be put into an order
 * that respects real time and in which a sequential object, absent at first, gives exactly the
 * recorded answers. Objects are independent, so each is checked by itself.
 */
public final class Linearizability {
  private static final int SHOWN = 12;

  private Linearizability() {}

  /**
   * One finding for each object for which no order exists, or none was found within the bounds: an
   * undecided object counts as a failure.
   */
  public static List<HistoryViolation> check(List<ClientCall> history, Bounds bounds) {
    SortedMap<String, List<ClientCall>> objects = new TreeMap<>();
    for (ClientCall operation : history) {
      objects.computeIfAbsent(operation.object(), _ -> new ArrayList<>()).add(operation);
    }
    List<HistoryViolation> findings = new ArrayList<>();
    objects.forEach(
        (object, operations) -> judge(object, operations, bounds).ifPresent(findings::add));
    return findings;
  }

  private static Optional<HistoryViolation> judge(
      String object, List<ClientCall> history, Bounds bounds) {
    return switch (new Search(history, bounds).run()) {
      case AN_ORDER -> Optional.empty();
      case TOO_MUCH_TO_TRY ->
          Optional.of(
              new HistoryViolation(
                  object,
                  "object %s: undecided after %d trials over %d operations"
                      .formatted(object, bounds.trials(), history.size())));
      case NONE -> Optional.of(new HistoryViolation(object, explain(object, history, bounds)));
    };
  }

  /** Finds the first answer that cannot be explained: all earlier answers can be. */
  private static String explain(String object, List<ClientCall> history, Bounds bounds) {
    List<ClientCall> told =
        history.stream()
            .filter(ClientCall::isKnown)
            .sorted(Comparator.comparingLong(ClientCall::returnNanos))
            .toList();
    int good = -1;
    int bad = told.size() - 1;
    while (bad - good > 1) {
      int middle = (good + bad) >>> 1;
      List<ClientCall> until = until(history, told.get(middle).returnNanos());
      if (new Search(until, bounds).run() == Search.Found.NONE) {
        bad = middle;
      } else {
        good = middle;
      }
    }
    ClientCall broken = told.get(bad);
    List<ClientCall> until = until(history, broken.returnNanos());
    Search search = new Search(until, bounds);
    search.run();
    return excerpt(object, broken, until, search);
  }

  /** The history as it was known at a given time. */
  private static List<ClientCall> until(List<ClientCall> history, long nanos) {
    return history.stream()
        .filter(operation -> operation.callNanos() <= nanos)
        .map(operation -> operation.returnNanos() <= nanos ? operation : operation.untold())
        .toList();
  }

  private static String excerpt(
      String object, ClientCall broken, List<ClientCall> until, Search search) {
    StringBuilder text = new StringBuilder();
    text.append("object ").append(object).append(": no order of its operations explains\n  ");
    text.append(broken).append('\n');
    text.append("The longest order that respects the answers ends with\n");
    search.deepestOrder().forEach(operation -> line(text, operation));
    text.append("and leaves the object as ").append(search.deepestState()).append('\n');
    List<ClientCall> others =
        until.stream()
            .filter(operation -> operation.returnNanos() >= broken.callNanos())
            .filter(operation -> !operation.equals(broken))
            .filter(operation -> !(operation.ending() instanceof CallOutcome.NotDone))
            .filter(operation -> !(operation.ending() instanceof CallOutcome.Damaged))
            .filter(operation -> operation.isKnown() || operation.mutates())
            .sorted(Comparator.comparingLong(ClientCall::callNanos).reversed())
            .toList();
    text.append("Calls that are concurrent or have an unknown outcome: ")
        .append(others.size())
        .append('\n');
    others.stream().limit(SHOWN).forEach(operation -> line(text, operation));
    return text.toString();
  }

  private static void line(StringBuilder text, ClientCall operation) {
    text.append("  ").append(operation).append('\n');
  }
}
