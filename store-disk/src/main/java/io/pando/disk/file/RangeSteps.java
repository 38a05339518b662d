package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.StoreSpace;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.probe.Probe;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies transactions that clone ranges. The log gets the bytes of these ranges instead of their
 * origin: when it is replayed, the file of the origin may have later bytes already.
 */
final class RangeSteps {
  /** Bytes that a step takes in a record beside the object's name and the data. */
  private static final int STEP_BYTES = 64;

  private final Catalog catalog;
  private final FileBytes bytes;

  /** The steps that were applied of the present transaction. */
  private final List<StoreOp> applied = new ArrayList<>();

  private final List<DamagedRange> damaged = new ArrayList<>();

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

  /** Applies a transaction; returns it as the log needs it. */
  FileTransaction apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    try {
      for (StoreOp op : transaction.ops()) {
        if (op instanceof StoreOp.CloneRange clone) {
          apply(clone);
        } else {
          apply(op);
        }
      }
      return new FileTransaction(
          applied, transaction.binding(), transaction.compression(), damaged);
    } finally {
      applied.clear();
      damaged.clear();
    }
  }

  /** Applies a transaction of the log. */
  void applyAgain(FileTransaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    int next = 0;
    for (DamagedRange range : transaction.damaged()) {
      for (; next < range.before(); next++) {
        catalog.apply(transaction.ops().get(next));
      }
      catalog.damage(range.collection(), range.object(), range.range());
    }
    for (; next < transaction.ops().size(); next++) {
      catalog.apply(transaction.ops().get(next));
    }
  }

  private void apply(StoreOp op) throws IOException, MetadataException, DamagedRecordException {
    catalog.apply(op);
    applied.add(op);
  }

  private void apply(StoreOp.CloneRange clone)
      throws IOException, MetadataException, DamagedRecordException {
    CatalogEntry from = catalog.find(clone.from().collection(), clone.from().object());
    long start = clone.range().offset();
    long end = from == null ? 0 : Math.min(clone.range().end(), from.size());
    boolean same = clone.from().equals(new StoreOp.Origin(clone.collection(), clone.object()));
    if (from == null || same || start >= end) {
      // No bytes are copied now, nor when the log is replayed.
      apply((StoreOp) clone);
      return;
    }
    ByteRange range = new ByteRange(start, end - start);
    apply(new StoreOp.Zero(clone.collection(), clone.object(), range));
    for (ByteRange part : from.blocks().within(range)) {
      copy(clone, from, part);
    }
  }

  private void copy(StoreOp.CloneRange clone, CatalogEntry from, ByteRange part)
      throws IOException, MetadataException, DamagedRecordException {
    Payload data;
    try {
      data = Payload.wrap(bytes.read(from, part.offset(), Math.toIntExact(part.length())));
    } catch (DamagedBytesException e) {
      copyBlocks(clone, from, part);
      return;
    }
    apply(new StoreOp.Write(clone.collection(), clone.object(), part.offset(), data));
  }

  /** Copies the blocks one by one: those that cannot be read are damaged in the copy. */
  private void copyBlocks(StoreOp.CloneRange clone, CatalogEntry from, ByteRange part)
      throws IOException, MetadataException, DamagedRecordException {
    if (part.offset() / BLOCK_BYTES == (part.end() - 1) / BLOCK_BYTES) {
      Probe.reached("file store: a range is cloned that cannot be read");
      damaged.add(new DamagedRange(applied.size(), clone.collection(), clone.object(), part));
      catalog.damage(clone.collection(), clone.object(), part);
      return;
    }
    for (long at = part.offset(); at < part.end(); ) {
      long end = Math.min((at / BLOCK_BYTES + 1) * BLOCK_BYTES, part.end());
      copy(clone, from, new ByteRange(at, end - at));
      at = end;
    }
  }
}
