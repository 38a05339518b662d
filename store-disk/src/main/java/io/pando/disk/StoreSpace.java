package io.pando.disk;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.function.ToLongBiFunction;

/** The stores' unit of allocation, and the space that a transaction may need. */
public final class StoreSpace {
  /** Bytes of a block: unit of allocation, of checksums and of holes. */
  public static final int BLOCK_BYTES = Payload.BLOCK_BYTES;

  private StoreSpace() {}

  /**
   * Number of free blocks that surely suffice for the transaction: one for each block it writes to,
   * whole or in part, since nothing is overwritten in place. Removing needs none, so a full store
   * can be emptied. A clone needs none either, because it shares its blocks; a cloned range needs
   * one for each block at its edges that it does not share.
   */
  public static long blocksNeeded(Transaction transaction) {
    long blocks = 0;
    for (StoreOp op : transaction.ops()) {
      blocks +=
          switch (op) {
            case StoreOp.Write write -> blocksTouched(write.offset(), write.data().size());
            case StoreOp.Zero zero -> edges(zero.range());
            case StoreOp.Truncate truncate -> unaligned(truncate.size());
            // The end of the range may be that of the origin, which is not known here.
            case StoreOp.CloneRange clone -> unaligned(clone.range().offset()) + 1;
            default -> 0;
          };
    }
    return blocks;
  }

  /**
   * The same for a store in which a clone takes space of its own.
   *
   * @param blocksOf number of blocks that an object of a collection has before the transaction
   */
  public static long blocksNeeded(
      Transaction transaction, ToLongBiFunction<CollectionId, ObjectId> blocksOf) {
    long blocks = blocksNeeded(transaction);
    for (StoreOp op : transaction.ops()) {
      // Earlier steps may have enlarged the origin of a clone, earlier clones included.
      if (op instanceof StoreOp.Clone clone) {
        blocks += blocks + blocksOf(clone.from(), blocksOf);
      } else if (op instanceof StoreOp.CloneRange clone) {
        long touched = blocksTouched(clone.range().offset(), clone.range().length());
        blocks += Math.min(touched, blocks + blocksOf(clone.from(), blocksOf));
      }
    }
    return blocks;
  }

  private static long blocksOf(
      StoreOp.Origin origin, ToLongBiFunction<CollectionId, ObjectId> blocksOf) {
    return blocksOf.applyAsLong(origin.collection(), origin.object());
  }

  /** Number of blocks that a range of bytes touches. */
  public static long blocksTouched(long offset, long lengthBytes) {
    if (lengthBytes == 0) {
      return 0;
    }
    return (offset + lengthBytes - 1) / BLOCK_BYTES - offset / BLOCK_BYTES + 1;
  }

  private static long edges(ByteRange range) {
    return unaligned(range.offset()) + unaligned(range.end());
  }

  private static long unaligned(long offset) {
    return offset % BLOCK_BYTES == 0 ? 0 : 1;
  }
}
