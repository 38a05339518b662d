package io.pando.disk.raw.format;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link RawBlocks} as they are encoded: only blocks that are stored.
 *
 * @param runs blocks that are stored by themselves, ascending and without overlap
 * @param units units of packed blocks
 */
public record RawLayout(List<Run> runs, List<Shown> units) {
  /**
   * Blocks that follow one another in the object and in the data file.
   *
   * @param first index of the first block in the object; 0 for blocks of a unit
   * @param place number of the first block in the data file
   * @param checksums CRC32C of each block
   */
  public record Run(int first, long place, IntBuffer checksums) {
    public Run {
      if (place < 0 || place > Long.MAX_VALUE - RawBlocks.MAX) {
        throw new IllegalArgumentException(checksums.remaining() + " blocks at " + place);
      }
    }

    private static Run of(RawStep.Run run) {
      return new Run(0, run.place(), run.checksums().asByteBuffer().asIntBuffer());
    }

    private RawStep.Run toStep() {
      ByteBuffer bytes = ByteBuffer.allocate(checksums.remaining() * Integer.BYTES);
      bytes.asIntBuffer().put(checksums.duplicate());
      return new RawStep.Run(place, Payload.wrap(bytes));
    }
  }

  /**
   * A unit, and which of the blocks it shows. The components before are those of {@link RawUnit}.
   *
   * @param shown a bit for each block of the unit, the least significant for the first: whether the
   *     unit holds the current content of the block
   */
  public record Shown(
      int first, int count, Compression compression, int packedBytes, List<Run> places, int shown) {
    private static Shown of(RawUnit unit, RawBlocks blocks) {
      int shown = 0;
      for (int i = 0; i < unit.count(); i++) {
        shown |= unit.equals(blocks.unit(unit.first() + i)) ? 1 << i : 0;
      }
      List<Run> places = unit.runs().stream().map(Run::of).toList();
      return new Shown(
          unit.first(), unit.count(), unit.compression(), unit.packedBytes(), places, shown);
    }

    private void addTo(RawBlocks blocks) {
      RawUnit unit =
          new RawUnit(
              first, count, compression, packedBytes, places.stream().map(Run::toStep).toList());
      if (shown == 0 || shown >>> count != 0) {
        throw new IllegalArgumentException("bits %x of %d packed blocks".formatted(shown, count));
      }
      for (int i = 0; i < count; i++) {
        if ((shown & 1 << i) != 0) {
          if (blocks.place(first + i) != RawBlocks.HOLE) {
            throw new IllegalArgumentException(
                "block " + (first + i) + " is packed, and somewhere else, too");
          }
          blocks.pack(first + i, unit);
        }
      }
    }
  }

  static RawLayout of(RawBlocks blocks) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < blocks.length(); ) {
      int end = blocks.endOfRun(i);
      if (blocks.place(i) >= 0) {
        runs.add(new Run(i, blocks.place(i), blocks.checksums(i, end)));
      }
      i = end;
    }
    return new RawLayout(
        runs, blocks.units().stream().map(unit -> Shown.of(unit, blocks)).toList());
  }

  /** Throws an {@link IllegalArgumentException} if the parts contradict one another. */
  RawBlocks toBlocks() {
    RawBlocks blocks = new RawBlocks();
    int next = 0;
    for (Run run : runs) {
      int count = run.checksums.remaining();
      if (run.first < next || run.first > RawBlocks.MAX - count) {
        throw new IllegalArgumentException(count + " blocks from block " + run.first);
      }
      for (int i = 0; i < count; i++) {
        blocks.set(run.first + i, run.place + i, run.checksums.get(i));
      }
      next = run.first + count;
    }
    units.forEach(unit -> unit.addTo(blocks));
    return blocks;
  }

  /** Approximate size in bytes. */
  int roomFor() {
    int room = 16 + 128 * units.size();
    for (Run run : runs) {
      room += 16 + Integer.BYTES * run.checksums.remaining();
    }
    return room;
  }
}
