package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.StoreSpace;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.log.DraftStep;
import io.pando.disk.raw.pipeline.log.LogItem;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides a transaction into data that go through the log and data that go to their place before:
 * whole blocks, if enough of them are consecutive. The first and last bytes of a write that share a
 * block with other bytes go through the log. Data to be compressed go to their place if at least
 * two blocks are consecutive.
 */
final class WritePlan {
  private final Transaction transaction;
  private final int placeFromBytes;
  private final boolean packs;
  private long placedBlocks;
  private long loggedBlocks;

  private WritePlan(Transaction transaction, int placeFromBytes) {
    this.transaction = transaction;
    this.packs = transaction.compression() != Compression.NONE;
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

  /** Number of blocks that go to their place before the log. */
  long placedBlocks() {
    return placedBlocks;
  }

  /** Maximum number of blocks that the store needs for the rest. */
  long loggedBlocks() {
    return loggedBlocks;
  }

  /** Whether some data are to be compressed first. */
  boolean packs() {
    return packs && placedBlocks >= 2;
  }

  /** Number of blocks of a write that are placed: all that it covers completely, or none. */
  private int wholeBlocks(StoreOp.Write write) {
    long first = firstWhole(write);
    long end = (write.offset() + write.data().size()) / BLOCK_BYTES;
    long blocks = Math.max(0, end - first);
    boolean placed = blocks * BLOCK_BYTES >= placeFromBytes || (packs && blocks >= 2);
    return placed ? Math.toIntExact(blocks) : 0;
  }

  private static long firstWhole(StoreOp.Write write) {
    return (write.offset() + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  /** Steps for the log, with places from {@code space} for the data written before it. */
  RawTransaction place(Space space, List<LogItem.Placement> data) {
    List<RawStep> steps = new ArrayList<>(transaction.ops().size());
    for (DraftStep step : draft(space)) {
      steps.add(
          switch (step) {
            case DraftStep.Ready ready -> ready.step();
            case DraftStep.Packable packable -> placed(packable, data);
          });
    }
    return new RawTransaction(steps);
  }

  private static RawStep placed(DraftStep.Packable blocks, List<LogItem.Placement> data) {
    List<RawStep.Run> runs = new ArrayList<>(blocks.allotments().size());
    int at = 0;
    for (GrantedExtent run : blocks.allotments()) {
      Payload part = blocks.bytes().slice(at, run.count() * BLOCK_BYTES);
      runs.add(RawStep.Run.of(run.first(), part.blockChecksums()));
      data.add(new LogItem.Placement(run.first(), part));
      at += part.size();
    }
    return new RawStep.Place(blocks.collection(), blocks.object(), blocks.block(), runs);
  }

  /** The same as a draft, before compression decides how much of the space is needed. */
  List<DraftStep> draft(Space space) {
    List<DraftStep> steps = new ArrayList<>(transaction.ops().size());
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.Write write && wholeBlocks(write) > 0) {
        split(write, space, steps);
      } else {
        steps.add(new DraftStep.Ready(new RawStep.Take(op)));
      }
    }
    return steps;
  }

  private void split(StoreOp.Write write, Space space, List<DraftStep> steps) {
    long block = firstWhole(write);
    int head = Math.toIntExact(block * BLOCK_BYTES - write.offset());
    int blocks = wholeBlocks(write);
    int tail = head + blocks * BLOCK_BYTES;
    Payload bytes = write.data();
    if (head > 0) {
      steps.add(part(write, 0, head));
    }
    List<GrantedExtent> allotments = new ArrayList<>(1);
    for (int left = blocks; left > 0; left -= allotments.getLast().count()) {
      allotments.add(space.place(left));
    }
    Payload middle = bytes.slice(head, tail - head);
    steps.add(
        new DraftStep.Packable(write.collection(), write.object(), block, middle, allotments));
    if (tail < bytes.size()) {
      steps.add(part(write, tail, bytes.size() - tail));
    }
  }

  private static DraftStep part(StoreOp.Write write, int from, int length) {
    return new DraftStep.Ready(
        new RawStep.Take(
            new StoreOp.Write(
                write.collection(),
                write.object(),
                write.offset() + from,
                write.data().slice(from, length))));
  }
}
