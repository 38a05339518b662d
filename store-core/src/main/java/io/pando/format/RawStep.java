package io.pando.format;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.nio.ByteBuffer;
import java.util.List;

/** A step of an update as the log of a raw store has it. */
public sealed interface RawStep {
  /** Blocks of the device that were written before, for this step. */
  List<Run> runs();

  /** A step with all that it needs. */
  record Take(StoreOp op) implements RawStep {
    @Override
    public List<Run> runs() {
      return List.of();
    }
  }

  /**
   * Whole blocks of an object are elsewhere now: their bytes were written there before.
   *
   * @param block the first of them, counted in the object
   * @param runs where they are, in the order in which they follow each other in the object
   */
  record Place(CollectionId collection, ObjectId object, long block, List<Run> runs)
      implements RawStep {
    public Place {
      runs = List.copyOf(runs);
      if (block < 0 || runs.isEmpty()) {
        throw new IllegalArgumentException(runs.size() + " runs from block " + block);
      }
    }

    /** How many blocks. */
    public int count() {
      return runs.stream().mapToInt(Run::count).sum();
    }
  }

  /**
   * Blocks of an object are packed elsewhere now, where what came of that was written before.
   *
   * @param index which {@link RawBlocks#MAX} blocks of the object they are among
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
   * Blocks that follow each other on the device.
   *
   * @param place the first of them, counted on the device
   * @param checksums CRC32C of each, four bytes, the most significant first
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

    /** How many blocks. */
    public int count() {
      return checksums.size() / Integer.BYTES;
    }

    /** Checksums of all of them, put into {@code into}, which is returned. */
    public int[] checksums(int[] into) {
      checksums.asByteBuffer().asIntBuffer().get(into);
      return into;
    }

    /** Checksum of one of them. */
    public int checksum(int index) {
      return checksums.asByteBuffer().getInt(index * Integer.BYTES);
    }
  }
}
