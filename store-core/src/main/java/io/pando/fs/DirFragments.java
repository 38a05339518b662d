package io.pando.fs;

import java.util.ArrayList;
import java.util.List;

/**
 * The fragments of a directory: every hash belongs to exactly one of them. A directory begins with
 * one fragment, which splits as it grows (paper 003, 4.3.6). Immutable.
 */
public final class DirFragments {
  /** A directory that was never split. */
  public static final DirFragments ONE = new DirFragments(List.of(DirFragment.WHOLE));

  private final List<DirFragment> inOrder;

  private DirFragments(List<DirFragment> inOrder) {
    this.inOrder = inOrder;
  }

  /**
   * Fragments as they were stored, in order. Throws {@link IllegalArgumentException} if they leave
   * a gap, overlap, or are not in order.
   */
  public static DirFragments of(List<DirFragment> inOrder) {
    long next = 0;
    for (DirFragment fragment : inOrder) {
      if (fragment.firstHash() != next) {
        throw new IllegalArgumentException("fragments of a directory are not in a row: " + inOrder);
      }
      next = fragment.lastHash() + 1;
    }
    if (next != NameHash.MOST + 1) {
      throw new IllegalArgumentException("the last fragment of a directory is missing: " + inOrder);
    }
    return new DirFragments(List.copyOf(inOrder));
  }

  /** The fragments, in the order of their hashes. */
  public List<DirFragment> inOrder() {
    return inOrder;
  }

  /** The fragment in which an entry with this hash is. */
  public DirFragment of(long hash) {
    return inOrder.get(indexOf(hash));
  }

  private int indexOf(long hash) {
    int from = 0;
    int to = inOrder.size() - 1;
    while (from < to) {
      int middle = (from + to + 1) >>> 1;
      if (inOrder.get(middle).firstHash() <= hash) {
        from = middle;
      } else {
        to = middle - 1;
      }
    }
    return from;
  }

  /** Whether this is one of the fragments. */
  public boolean contains(DirFragment fragment) {
    return of(fragment.firstHash()).equals(fragment);
  }

  /**
   * One of the fragments is split.
   *
   * @param more by how many bits the parts are longer
   */
  public DirFragments split(DirFragment fragment, int more) {
    if (!contains(fragment)) {
      throw new IllegalArgumentException(fragment + " is none of " + inOrder);
    }
    List<DirFragment> changed = new ArrayList<>(inOrder);
    int at = indexOf(fragment.firstHash());
    changed.remove(at);
    changed.addAll(at, fragment.split(more));
    return new DirFragments(List.copyOf(changed));
  }

  /** All fragments within one that was split become that one again. */
  public DirFragments join(DirFragment joined) {
    List<DirFragment> changed = new ArrayList<>(inOrder);
    if (!changed.removeIf(joined::contains)) {
      throw new IllegalArgumentException(joined + " was not split: " + inOrder);
    }
    changed.add(joined);
    changed.sort(null);
    return new DirFragments(List.copyOf(changed));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DirFragments that && inOrder.equals(that.inOrder);
  }

  @Override
  public int hashCode() {
    return inOrder.hashCode();
  }

  @Override
  public String toString() {
    return inOrder.toString();
  }
}
