package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.disk.StoreSpace;
import io.pando.disk.raw.volume.Allotment;
import io.pando.format.RawStep;
import io.pando.format.RawUpdate;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a transaction goes with the log, and what goes to its place before: whole blocks, where
 * enough of them follow each other. The first and last bytes of a write that share a block with
 * others go with the log.
 */
final class WritePlan {
  private final Transaction transaction;
  private final int placeFromBytes;
  private long placedBlocks;
  private long loggedBlocks;

  private WritePlan(Transaction transaction, int placeFromBytes) {
    this.transaction = transaction;
    this.placeFromBytes = placeFromBytes;
  }

  static WritePlan of(Transaction transaction, int placeFromBytes) {
    WritePlan plan = new WritePlan(transaction, placeFromBytes);
    long all = StoreSpace.blocksNeeded(transaction);
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.Write write) {
        plan.placedBlocks += plan.wholeBlocks(write);
      }
    }
    plan.loggedBlocks = all - plan.placedBlocks;
    return plan;
  }

  /** Blocks that go to their place before. */
  long placedBlocks() {
    return placedBlocks;
  }

  /** Most blocks that the store will need for the rest. */
  long loggedBlocks() {
    return loggedBlocks;
  }

  /** Blocks of a write that are placed: all that it covers, or none. */
  private int wholeBlocks(StoreOp.Write write) {
    long first = firstWhole(write);
    long end = (write.offset() + write.data().size()) / BLOCK_BYTES;
    long blocks = Math.max(0, end - first);
    return blocks * BLOCK_BYTES >= placeFromBytes ? Math.toIntExact(blocks) : 0;
  }

  private static long firstWhole(StoreOp.Write write) {
    return (write.offset() + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  /** Steps for the log, with a place from {@code space} for what is written before. */
  RawUpdate place(Space space, List<LogItem.Placement> data) {
    List<RawStep> steps = new ArrayList<>(transaction.ops().size());
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.Write write && wholeBlocks(write) > 0) {
        split(write, space, steps, data);
      } else {
        steps.add(new RawStep.Take(op));
      }
    }
    return new RawUpdate(steps);
  }

  private void split(
      StoreOp.Write write, Space space, List<RawStep> steps, List<LogItem.Placement> data) {
    long block = firstWhole(write);
    int head = Math.toIntExact(block * BLOCK_BYTES - write.offset());
    int middle = wholeBlocks(write) * BLOCK_BYTES;
    Payload bytes = write.data();
    if (head > 0) {
      steps.add(part(write, 0, head));
    }
    List<RawStep.Run> runs = new ArrayList<>(1);
    for (int at = head; at < head + middle; ) {
      Allotment run = space.place((head + middle - at) / BLOCK_BYTES);
      int length = run.count() * BLOCK_BYTES;
      Payload part = bytes.slice(at, length);
      runs.add(RawStep.Run.of(run.first(), checksums(part)));
      data.add(new LogItem.Placement(run.first(), part));
      at += length;
    }
    steps.add(new RawStep.Place(write.collection(), write.object(), block, runs));
    if (head + middle < bytes.size()) {
      steps.add(part(write, head + middle, bytes.size() - head - middle));
    }
  }

  private static RawStep part(StoreOp.Write write, int from, int length) {
    return new RawStep.Take(
        new StoreOp.Write(
            write.collection(),
            write.object(),
            write.offset() + from,
            write.data().slice(from, length)));
  }

  private static int[] checksums(Payload blocks) {
    int[] checksums = new int[blocks.size() / BLOCK_BYTES];
    for (int i = 0; i < checksums.length; i++) {
      checksums[i] = blocks.slice(i * BLOCK_BYTES, BLOCK_BYTES).crc32c();
    }
    return checksums;
  }
}
