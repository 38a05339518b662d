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

  private final String object;
  private final List<ClientCall> history;
  private final List<FencePoint> fences;
  private final Bounds bounds;

  private Linearizability(
      String object, List<ClientCall> history, List<FencePoint> fences, Bounds bounds) {
    this.object = object;
    this.history = history;
    this.fences = fences.stream().filter(it -> it.answered().object().equals(object)).toList();
    this.bounds = bounds;
  }

  /**
   * One finding for each object for which no order exists, or none was found within the bounds: an
   * undecided object counts as a failure.
   */
  public static List<HistoryViolation> check(List<ClientCall> history, Bounds bounds) {
    return check(history, List.of(), bounds);
  }

  /**
   * As {@link #check(List, Bounds)}, where updates of fenced sessions take effect no later than the
   * fence points show.
   */
  public static List<HistoryViolation> check(
      List<ClientCall> history, List<FencePoint> fences, Bounds bounds) {
    SortedMap<String, List<ClientCall>> objects = new TreeMap<>();
    for (ClientCall operation : history) {
      objects.computeIfAbsent(operation.object(), _ -> new ArrayList<>()).add(operation);
    }
    List<HistoryViolation> findings = new ArrayList<>();
    objects.forEach((object, operations) ->
        new Linearizability(object, operations, fences, bounds).judge().ifPresent(findings::add));
    return findings;
  }

  private Search search(List<ClientCall> operations) {
    return new Search(operations, fences, bounds);
  }

  private Optional<HistoryViolation> judge() {
    return switch (search(history).run()) {
      case AN_ORDER -> Optional.empty();
      case TOO_MUCH_TO_TRY ->
          Optional.of(
              new HistoryViolation(
                  object,
                  "object %s: undecided after %d trials over %d operations"
                      .formatted(object, bounds.trials(), history.size())));
      case NONE -> Optional.of(new HistoryViolation(object, explain()));
    };
  }

  /** Finds the first answer that cannot be explained: all earlier answers can be. */
  private String explain() {
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
      if (search(until).run() == Search.Found.NONE) {
        bad = middle;
      } else {
        good = middle;
      }
    }
    ClientCall broken = told.get(bad);
    List<ClientCall> until = until(history, broken.returnNanos());
    Search search = search(until);
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
