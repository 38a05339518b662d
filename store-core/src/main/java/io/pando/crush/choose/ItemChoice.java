package io.pando.crush.choose;

/** How a bucket chooses one of its items. Deterministic: equal arguments yield the same item. */
sealed interface ItemChoice
    permits UniformChoice, ListChoice, TreeChoice, StrawChoice, Straw2Choice {

  /**
   * The id of an item.
   *
   * @param x input of the mapping
   * @param r number of the draw: the replica's number plus failed attempts
   */
  int choose(int x, int r, DrawMemory memory);
}
