package io.pando.erasure;

/** How dear it is to read a fragment, compared with fragments at other positions. */
@FunctionalInterface
public interface ReadCosts {
  /** All positions are equally dear. */
  ReadCosts EQUAL = position -> 0;

  /** The cost of a position, not negative. It decides among sets of equally many positions. */
  int of(int position);
}
