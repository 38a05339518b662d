package io.pando.disk.file;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.StoreSpace;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cloned ranges as steps that contain the bytes. The log needs these: when it is replayed, the file
 * of the origin may have later bytes already.
 */
final class RangeSteps {
  /** Bytes that a step takes in a record beside the object's name and the data. */
  private static final int STEP_BYTES = 64;

  private final Catalog catalog;
  private final FileBytes bytes;

  RangeSteps(Catalog catalog, FileBytes bytes) {
    this.catalog = catalog;
    this.bytes = bytes;
  }

  /** Whether a transaction clones ranges. */
  static boolean areIn(Transaction transaction) {
    return transaction.ops().stream().anyMatch(StoreOp.CloneRange.class::isInstance);
  }

  /** Maximum number of bytes that the steps for all ranges of a transaction take in a record. */
  long mostBytes(Transaction transaction) {
    long mostBlocks = catalog.blocksNeeded(transaction);
    long most = 0;
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.CloneRange clone) {
        ByteRange range = clone.range();
        long touched = StoreSpace.blocksTouched(range.offset(), range.length());
        long blocks = Math.min(touched, mostBlocks);
        long step = STEP_BYTES + 3L * clone.object().name().length();
        most += 2 * step + blocks * (step + StoreSpace.BLOCK_BYTES);
      }
    }
    return most;
  }

  /** The steps that do the same as the clone does now. */
  List<StoreOp> of(StoreOp.CloneRange clone)
      throws IOException, MetadataException, DamagedRecordException {
    CatalogEntry from = catalog.find(clone.from().collection(), clone.from().object());
    long start = clone.range().offset();
    long end = from == null ? 0 : Math.min(clone.range().end(), from.size());
    boolean same = clone.from().equals(new StoreOp.Origin(clone.collection(), clone.object()));
    if (from == null || same || start >= end) {
      // No bytes are copied now, nor when the log is replayed.
      return List.of(clone);
    }
    ByteRange range = new ByteRange(start, end - start);
    List<StoreOp> steps = new ArrayList<>();
    steps.add(new StoreOp.Zero(clone.collection(), clone.object(), range));
    for (ByteRange part : from.blocks().within(range)) {
      Payload data = read(from, part);
      steps.add(new StoreOp.Write(clone.collection(), clone.object(), part.offset(), data));
    }
    return steps;
  }

  /**
   * Reads bytes to copy. A file cannot be marked as damaged, so unreadable bytes are not copied:
   * the store breaks, as it does when a whole object is cloned.
   */
  private Payload read(CatalogEntry from, ByteRange part) throws IOException {
    try {
      return Payload.wrap(bytes.read(from, part.offset(), Math.toIntExact(part.length())));
    } catch (DamagedBytesException e) {
      throw new IOException("bytes to be cloned cannot be read: " + e.getMessage(), e);
    }
  }
}
