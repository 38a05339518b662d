package io.pando.sim.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Searches for an order of the operations on one object that explains the outcomes which the
 * clients received: it respects real time, and the sequential {@link Model} gives the same answers.
 * Sound, and complete within the bounds: it finds an order exactly if there is one.
 *
 * <p>The method is that of Wing and Gong, with Lowe's memory of points that lead nowhere, and three
 * optimisations:
 *
 * <ul>
 *   <li>an operation that fits and changes nothing is appended at once, unless it is a fence point:
 *       any order that has it later is also valid with it here;
 *   <li>versions in answers grow along the order, so an operation may not come before one that has
 *       shown an older version;
 *   <li>an operation of unknown outcome is only placed just before one of known outcome, and a
 *       point is redundant if another one has the same state and has used a subset of these
 *       operations. The search first allows one of them at a time, then more.
 * </ul>
 */
final class Search {
  /** Most operations of unknown outcome in sequence, for one search after the other. */
  private static final int[] DETOURS = {1, 2, 3, Integer.MAX_VALUE};

  private record Point(BitSet known, State state) {}

  /** A point of the search, and the next candidate to try from it. */
  private static final class Frame {
    final int length;
    final Point point;
    final BitSet unknown;
    final int[] candidates;
    final Detours detours;
    int detour;
    int candidate;

    Frame(int length, State state, Orders orders, int longestDetour) {
      this.length = length;
      this.point = new Point(orders.known(), state);
      this.unknown = orders.unknown();
      this.candidates = orders.candidates(true);
      this.detours = new Detours(orders, state, longestDetour);
    }
  }

  private final Orders orders;
  private final long unknowns;
  private final Trials trials;
  private final Map<Point, List<BitSet>> deadEnds = new HashMap<>();
  private final ArrayDeque<Frame> stack = new ArrayDeque<>();
  private int deepest = -1;
  private State deepestState = State.INITIAL;
  private List<ClientCall> deepestOrder = List.of();

  /** Result of a search. */
  enum Found {
    AN_ORDER,
    NONE,
    TOO_MUCH_TO_TRY
  }

  Search(List<ClientCall> operations, List<FencePoint> fences, Bounds bounds) {
    List<ClientCall> telling = new ArrayList<>(operations.stream().filter(Search::tells).toList());
    telling.sort(Comparator.comparingLong(ClientCall::callNanos));
    this.orders = new Orders(telling, fences);
    this.unknowns = telling.stream().filter(operation -> !operation.isKnown()).count();
    this.trials = new Trials(bounds);
  }

  /** Whether an operation must be explained, or may explain another. */
  private static boolean tells(ClientCall operation) {
    return switch (operation.ending()) {
      case CallOutcome.Succeeded _ -> true;
      case CallOutcome.NotDone _, CallOutcome.Damaged _ -> false;
      case CallOutcome.Unknown _ -> operation.mutates();
      case CallOutcome.Failed failed ->
          switch (failed.error()) {
            case NOT_FOUND, ALREADY_EXISTS, NO_ATTRIBUTE, VERSION_MISMATCH, CONDITION_FAILED ->
                true;
            case INVALID,
                TOO_LARGE,
                NO_SPACE,
                DAMAGED,
                NO_POOL,
                QUOTA,
                NOT_LOST,
                NOT_SUPPORTED,
                FENCED ->
                false;
          };
    };
  }

  Found run() {
    try {
      for (int longest : DETOURS) {
        deadEnds.clear();
        if (search(longest)) {
          return Found.AN_ORDER;
        }
        if (longest >= unknowns) {
          break;
        }
      }
      return Found.NONE;
    } catch (Trials.Exhausted e) {
      return Found.TOO_MUCH_TO_TRY;
    }
  }

  /** The state at the deepest point of the search. */
  State deepestState() {
    return deepestState;
  }

  /** The last operations before that point, oldest first. */
  List<ClientCall> deepestOrder() {
    return deepestOrder;
  }

  private boolean search(int longestDetour) {
    orders.backTo(0);
    stack.clear();
    if (enter(0, State.INITIAL, longestDetour)) {
      return true;
    }
    while (!stack.isEmpty()) {
      Frame frame = stack.peek();
      orders.backTo(frame.length);
      State after = next(frame);
      if (after == null) {
        deadEnds.computeIfAbsent(frame.point, _ -> new ArrayList<>()).add(frame.unknown);
        stack.pop();
      } else if (enter(orders.length(), after, longestDetour)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The state after the next candidate that fits, which is appended to the order; null if there is
   * none.
   */
  private @Nullable State next(Frame frame) {
    Detours.Detour way = frame.detours.get(frame.detour, trials);
    while (way != null) {
      while (frame.candidate < frame.candidates.length) {
        int candidate = frame.candidates[frame.candidate++];
        State after = trials.after(way.state(), orders.at(candidate));
        if (after != null) {
          way.taken().forEach(orders::take);
          orders.take(candidate);
          return after;
        }
      }
      frame.candidate = 0;
      way = frame.detours.get(++frame.detour, trials);
    }
    return null;
  }

  /**
   * Continues from a new point unless it is known to lead nowhere; returns whether the order is
   * complete.
   *
   * @param length length of the order at this point
   */
  private boolean enter(int length, State state, int longestDetour) {
    if (!orders.mayGoOnFrom(state)) {
      orders.backTo(length);
      return false;
    }
    takeWhatChangesNothing(state);
    if (orders.isWhole()) {
      return true;
    }
    remember(state);
    if (!orders.mayGoOnFrom(state)) {
      return false;
    }
    Frame frame = new Frame(orders.length(), state, orders, longestDetour);
    if (!leadsNowhere(frame)) {
      stack.push(frame);
    }
    return false;
  }

  private boolean leadsNowhere(Frame frame) {
    return deadEnds.getOrDefault(frame.point, List.of()).stream()
        .anyMatch(used -> Detours.contains(frame.unknown, used));
  }

  private static boolean changesNothing(ClientCall operation) {
    return !operation.mutates() || operation.ending() instanceof CallOutcome.Failed;
  }

  private void takeWhatChangesNothing(State state) {
    boolean more = true;
    while (more) {
      more = false;
      for (int candidate : orders.candidates(true)) {
        ClientCall operation = orders.at(candidate);
        if (changesNothing(operation)
            && !orders.isFencePoint(candidate)
            && state.equals(trials.after(state, operation))) {
          orders.take(candidate);
          more = true;
        }
      }
    }
  }

  private void remember(State state) {
    int depth = orders.knownCount();
    if (depth > deepest) {
      deepest = depth;
      deepestState = state;
      deepestOrder = orders.last(8);
    }
  }
}
