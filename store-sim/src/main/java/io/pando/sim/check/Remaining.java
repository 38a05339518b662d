package io.pando.sim.check;

import java.util.Comparator;
import java.util.List;

/**
 * Operations that are not in the order yet, in an order of their own: a doubly linked list from
 * which elements are removed and to which they are restored in constant time. Elements must be
 * restored in reverse order.
 */
final class Remaining {
  private final int[] next;
  private final int[] previous;
  private final boolean[] member;
  private final int end;

  /**
   * @param size upper bound of element numbers, exclusive
   */
  Remaining(int size, List<Integer> members, Comparator<Integer> order) {
    this.next = new int[size + 1];
    this.previous = new int[size + 1];
    this.member = new boolean[size + 1];
    this.end = size;
    int last = end;
    for (int element : members.stream().sorted(order).toList()) {
      next[last] = element;
      previous[element] = last;
      member[element] = true;
      last = element;
    }
    next[last] = end;
    previous[end] = last;
  }

  /** The first element, or the number for which {@link #isEnd} is true. */
  int first() {
    return next[end];
  }

  int after(int element) {
    return next[element];
  }

  boolean isEnd(int element) {
    return element == end;
  }

  void take(int element) {
    if (member[element]) {
      next[previous[element]] = next[element];
      previous[next[element]] = previous[element];
    }
  }

  void putBack(int element) {
    if (member[element]) {
      next[previous[element]] = element;
      previous[next[element]] = element;
    }
  }
}
