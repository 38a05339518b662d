package io.pando.disk.raw.format;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.nio.ByteBuffer;
import java.util.List;

/** A step of an update, in the form of a raw store's log. */
public sealed interface RawStep {
  /** Blocks of the device that were written for this step, before its record. */
  List<Run> runs();

  /** A step that the record contains completely. */
  record Take(StoreOp op) implements RawStep {
    @Override
    public List<Run> runs() {
      return List.of();
    }
  }

  /**
   * New places for whole blocks of an object. The bytes were written there before.
   *
   * @param block number of the first of these blocks in the object
   * @param runs their places, in the order of the blocks in the object
   */
  record Place(CollectionId collection, ObjectId object, long block, List<Run> runs)
      implements RawStep {
    public Place {
      runs = List.copyOf(runs);
      if (block < 0 || runs.isEmpty()) {
        throw new IllegalArgumentException(runs.size() + " runs from block " + block);
      }
    }

    /** Number of blocks. */
    public int count() {
      return runs.stream().mapToInt(Run::count).sum();
    }
  }

  /**
   * Blocks of an object are packed into a new unit, whose bytes were written before.
   *
   * @param index index of the record of {@link RawBlocks#MAX} blocks that contains them
   */
  record Pack(CollectionId collection, ObjectId object, int index, RawUnit unit)
      implements RawStep {
    public Pack {
      if (index < 0) {
        throw new IllegalArgumentException("blocks " + index);
      }
    }

    @Override
    public List<Run> runs() {
      return unit.runs();
    }
  }

  /**
   * A contiguous run of blocks on the device.
   *
   * @param place number of the first block on the device
   * @param checksums CRC32C of each block, four bytes, the most significant first
   */
  record Run(long place, Payload checksums) {
    public Run {
      if (place < 0 || checksums.isEmpty() || checksums.size() % Integer.BYTES != 0) {
        throw new IllegalArgumentException(
            checksums.size() + " bytes of checksums for blocks from " + place);
      }
    }

    /** A run of blocks with these checksums. */
    public static Run of(long place, int... checksums) {
      ByteBuffer bytes = ByteBuffer.allocate(checksums.length * Integer.BYTES);
      bytes.asIntBuffer().put(checksums);
      return new Run(place, Payload.wrap(bytes.array()));
    }

    /** Number of blocks. */
    public int count() {
      return checksums.size() / Integer.BYTES;
    }

    /** Copies the checksums of all blocks into {@code into} and returns it. */
    public int[] checksums(int[] into) {
      checksums.asByteBuffer().asIntBuffer().get(into);
      return into;
    }

    /** Checksum of one block. */
    public int checksum(int index) {
      return checksums.asByteBuffer().getInt(index * Integer.BYTES);
    }
  }
}
