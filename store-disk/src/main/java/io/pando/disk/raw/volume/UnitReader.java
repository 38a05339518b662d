package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads units of packed blocks; a unit is sound or damaged as a whole. Units never pass through the
 * stage: they are on the device before an update names them.
 */
final class UnitReader {
  private final SoundBlocks blocks;
  private final Codecs codecs;
  private final ByteBuffer buffer = AlignedBuffers.blocks(RawUnit.MOST_BLOCKS);
  private final byte[] packed = new byte[RawUnit.MOST_BLOCKS * BLOCK_BYTES];

  /** The unit that was read last since {@link #forget}, with its bytes. */
  private @Nullable RawUnit known;

  private byte[] bytes = {};

  UnitReader(BlockDevice device, Codecs codecs) {
    this.blocks = new SoundBlocks(device);
    this.codecs = codecs;
  }

  /** Makes the next call read from the device. */
  void forget() {
    known = null;
  }

  /**
   * The bytes of all blocks of a unit; valid until the next read.
   *
   * @throws SoundBlocks.UnsoundException if the unit is damaged; the index counts from the unit's
   *     first block
   */
  byte[] read(RawUnit unit) throws SoundBlocks.UnsoundException {
    if (unit.equals(known)) {
      return bytes;
    }
    known = null;
    int filled = 0;
    for (RawStep.Run run : unit.runs()) {
      try {
        blocks.read(run.place(), run.count(), run.checksums(new int[run.count()]), buffer);
      } catch (SoundBlocks.UnsoundException e) {
        throw unsound(unit, "packed in block %d: %s".formatted(run.place() + e.index, message(e)));
      }
      buffer.get(0, packed, filled, run.count() * BLOCK_BYTES);
      filled += run.count() * BLOCK_BYTES;
    }
    byte[] unpacked = new byte[unit.count() * BLOCK_BYTES];
    if (!codecs.of(unit.compression()).unpack(packed, unit.packedBytes(), unpacked)) {
      throw unsound(
          unit,
          "packed from block %d on: it is not what %s packs"
              .formatted(unit.firstPlace(), unit.compression().label()));
    }
    bytes = unpacked;
    known = unit;
    return unpacked;
  }

  private static String message(SoundBlocks.UnsoundException e) {
    return String.valueOf(e.getMessage());
  }

  private static SoundBlocks.UnsoundException unsound(RawUnit unit, String why) {
    return new SoundBlocks.UnsoundException(0, unit.count(), why);
  }
}
