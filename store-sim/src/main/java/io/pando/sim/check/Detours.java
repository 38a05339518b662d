package io.pando.sim.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Operations of unknown outcome that may have taken effect just before the next one of known
 * outcome: none, any one, any two in sequence, and so on, fewer first. A detour is left out if
 * another one leads to the same state with a subset of its operations.
 */
final class Detours {
  /**
   * A sequence of operations of unknown outcome.
   *
   * @param state state after them
   * @param taken the operations, in order
   */
  record Detour(State state, List<Integer> taken) {}

  private final Orders orders;
  private final int[] candidates;
  private final int longest;
  private final List<Detour> found = new ArrayList<>();
  private final Map<State, List<BitSet>> ways = new HashMap<>();
  private int expanded;

  Detours(Orders orders, State from, int longest) {
    this.orders = orders;
    this.candidates = orders.candidates(false);
    this.longest = longest;
    offer(new Detour(from, List.of()));
  }

  /** Detour with this number, computed on demand; null if there is none. */
  @Nullable Detour get(int number, Trials trials) {
    while (number >= found.size() && expanded < found.size()) {
      expand(found.get(expanded++), trials);
    }
    return number < found.size() ? found.get(number) : null;
  }

  private void expand(Detour detour, Trials trials) {
    if (detour.taken().size() >= longest) {
      return;
    }
    for (int candidate : candidates) {
      if (!detour.taken().contains(candidate)) {
        State after = trials.after(detour.state(), orders.at(candidate));
        if (after != null) {
          List<Integer> taken = new ArrayList<>(detour.taken());
          taken.add(candidate);
          offer(new Detour(after, taken));
        }
      }
    }
  }

  private void offer(Detour detour) {
    BitSet set = new BitSet();
    detour.taken().forEach(set::set);
    List<BitSet> known = ways.computeIfAbsent(detour.state(), _ -> new ArrayList<>());
    if (known.stream().noneMatch(other -> contains(set, other))) {
      known.add(set);
      found.add(detour);
    }
  }

  /** Whether the first set contains the second. */
  static boolean contains(BitSet all, BitSet part) {
    BitSet rest = (BitSet) part.clone();
    rest.andNot(all);
    return rest.isEmpty();
  }
}
