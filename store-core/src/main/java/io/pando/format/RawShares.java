package io.pando.format;

import java.util.List;

/**
 * How many objects own blocks of a raw store's data file together.
 *
 * @param others for each of up to {@link RawBlocks#MAX} successive blocks, how many owners it has
 *     beside the first; blocks at the end that have none are left out
 */
public record RawShares(List<Integer> others) {
  public RawShares {
    others = List.copyOf(others);
    if (others.size() > RawBlocks.MAX || others.stream().anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException("owners of blocks: " + others);
    }
  }
}
