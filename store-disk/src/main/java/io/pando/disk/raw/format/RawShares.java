package io.pando.disk.raw.format;

import java.util.List;

/**
 * Reference counts of blocks of a raw store's data file that several objects share.
 *
 * @param others for each of up to {@link RawBlocks#MAX} successive blocks, the number of owners
 *     beside the first; blocks at the end without further owners are left out
 */
public record RawShares(List<Integer> others) {
  public RawShares {
    others = List.copyOf(others);
    if (others.size() > RawBlocks.MAX || others.stream().anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException("owners of blocks: " + others);
    }
  }
}
