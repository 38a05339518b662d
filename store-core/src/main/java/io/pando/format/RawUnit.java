package io.pando.format;

import io.pando.cluster.Compression;
import java.util.List;

/**
 * Successive blocks of an object that were packed together, and where what came of that is in the
 * data file of a raw store. It fills less blocks there; the last of them ends with zeros. Which of
 * its blocks the object still shows, {@link RawBlocks} says.
 *
 * @param first the first of the object's blocks, counted within the {@link RawBlocks#MAX} of the
 *     record that it belongs to, as all of them do
 * @param count how many, 2 to {@value #MOST_BLOCKS}
 * @param how by what they were packed
 * @param packedBytes what came of it
 * @param runs where that is, in its order, with the checksum of each block there
 */
public record RawUnit(
    int first, int count, Compression how, int packedBytes, List<RawStep.Run> runs) {
  /** Most blocks of an object in a unit. */
  public static final int MOST_BLOCKS = 16;

  private static final int BLOCK_BYTES = 4096;

  public RawUnit {
    runs = List.copyOf(runs);
    boolean within = count >= 2 && count <= MOST_BLOCKS && first >= 0;
    if (!within || first > RawBlocks.MAX - count) {
      throw new IllegalArgumentException("a unit of " + count + " blocks from block " + first);
    }
    int places = runs.stream().mapToInt(RawStep.Run::count).sum();
    boolean fills = packedBytes > 0 && (packedBytes + BLOCK_BYTES - 1) / BLOCK_BYTES == places;
    if (how == Compression.NONE || !fills || places >= count) {
      throw new IllegalArgumentException(
          "%d blocks packed into %d bytes by %s, in %d blocks"
              .formatted(count, packedBytes, how.label(), places));
    }
  }

  /** Blocks of the data file that it fills. */
  public int places() {
    return runs.stream().mapToInt(RawStep.Run::count).sum();
  }

  /** The first of them, which names the unit: no other is there at the same time. */
  public long firstPlace() {
    return runs.getFirst().place();
  }
}
