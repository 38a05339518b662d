package io.pando.disk.raw.format;

import io.pando.cluster.Compression;
import java.util.ArrayList;
import java.util.List;

/**
 * Successive blocks of an object that were packed (compressed) together, and the places of the
 * result in the data file of a raw store. The result takes fewer blocks; the last of them is padded
 * with zeros. {@link RawBlocks} records which blocks of the object still refer to the unit.
 *
 * @param first index of the first of the object's blocks within the record of {@link RawBlocks#MAX}
 *     blocks that contains all of them
 * @param count number of the object's blocks, 2 to {@value #MOST_BLOCKS}
 * @param compression algorithm that was used
 * @param packedBytes size of the compressed bytes
 * @param runs places of the compressed bytes, in order, with the checksum of each block there
 */
public record RawUnit(
    int first, int count, Compression compression, int packedBytes, List<RawStep.Run> runs) {
  /** Maximum number of an object's blocks in a unit. */
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
    if (compression == Compression.NONE || !fills || places >= count) {
      throw new IllegalArgumentException(
          "%d blocks packed into %d bytes by %s, in %d blocks"
              .formatted(count, packedBytes, compression.label(), places));
    }
  }

  /** The blocks of the data file that the unit takes, in order. */
  public List<Long> allPlaces() {
    List<Long> places = new ArrayList<>();
    for (RawStep.Run run : runs) {
      for (int i = 0; i < run.count(); i++) {
        places.add(run.place() + i);
      }
    }
    return places;
  }

  /** Number of blocks of the data file that the unit takes. */
  public int places() {
    return runs.stream().mapToInt(RawStep.Run::count).sum();
  }

  /**
   * The first block in the data file. It identifies the unit, since no other unit is there at the
   * same time.
   */
  public long firstPlace() {
    return runs.getFirst().place();
  }
}
