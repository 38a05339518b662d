package io.pando.crush;

/** How one bucket chooses one of its items: the same one whenever it is asked the same. */
sealed interface ItemChoice
    permits UniformChoice, ListChoice, TreeChoice, StrawChoice, Straw2Choice {

  /**
   * The id of an item.
   *
   * @param x what is placed
   * @param r which draw for it: the replica's number plus failed attempts
   */
  int choose(int x, int r, Workspace workspace);
}
