package io.pando.crush.choose;

/** Every item draws a straw of random length, scaled by its own factor; the longest wins. */
final class StrawChoice implements ItemChoice {
  private final int[] items;
  private final long[] lengths;

  StrawChoice(int[] items, long[] lengths) {
    this.items = items;
    this.lengths = lengths;
  }

  @Override
  public int choose(int x, int r, DrawMemory memory) {
    int[] draws = memory.draws();
    CrushHash.draws(x, items, r, draws);
    int longest = 0;
    for (int i = 1; i < items.length; i++) {
      if (draws[i] * lengths[i] > draws[longest] * lengths[longest]) {
        longest = i;
      }
    }
    return items[longest];
  }
}
