package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.disk.device.DeviceFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * New blocks that are not written to the device yet. They gather in one aligned buffer, so that
 * small writes become large ones, and a block that several updates of a batch write is written
 * once. Only blocks that were free before are staged, so nothing that a crash must bring back is
 * overwritten, whenever the writes happen.
 *
 * <p>Invariant: runs do not overlap, and their slots are consecutive in the buffer.
 */
final class DataStage {
  private record StagedRun(int slot, int count) {}

  private final BlockDevice device;
  private final BlockWriter writer;
  private ByteBuffer buffer;
  private int slots;
  private final TreeMap<Long, StagedRun> staged = new TreeMap<>();
  private int usedSlots;
  private boolean unflushed;

  /** Number of slots, unless the device lacks space. */
  private final int usualSlots;

  DataStage(BlockDevice device, int slots) throws IOException {
    this.device = device;
    this.writer = device.writer();
    this.usualSlots = slots;
    this.slots = slots;
    this.buffer = AlignedBuffers.blocks(slots);
  }

  /** Maximum number of blocks that {@link #place} takes at once. */
  int slots() {
    return usualSlots;
  }

  /** A buffer for new blocks, which the caller must fill at once; its contents are arbitrary. */
  ByteBuffer place(long block, int count) throws IOException {
    Invariant.check(count <= usualSlots, () -> count + " blocks do not fit the stage");
    if (usedSlots + count > slots) {
      drainOrGrow(count);
    }
    int slot = usedSlots;
    usedSlots += count;
    Map.Entry<Long, StagedRun> before = staged.floorEntry(block);
    if (before != null && follows(before, block, slot)) {
      StagedRun run = before.getValue();
      staged.put(before.getKey(), new StagedRun(run.slot(), run.count() + count));
    } else {
      staged.put(block, new StagedRun(slot, count));
    }
    return view(slot, count);
  }

  /** The bytes of a block that is still staged, which may be changed; null if it is not staged. */
  @Nullable ByteBuffer staged(long block) {
    Map.Entry<Long, StagedRun> entry = staged.floorEntry(block);
    if (entry == null || block >= entry.getKey() + entry.getValue().count()) {
      return null;
    }
    return view(entry.getValue().slot() + (int) (block - entry.getKey()), 1);
  }

  /** Makes sure that a range of blocks can be read from the device: drains staged ones. */
  void settle(long block, int count) throws IOException {
    Map.Entry<Long, StagedRun> last = staged.lowerEntry(block + count);
    if (last != null && last.getKey() + last.getValue().count() > block) {
      drain();
    }
  }

  /** Makes everything drained durable. */
  void flush() throws IOException {
    Invariant.check(staged.isEmpty(), "what is flushed was written");
    if (unflushed) {
      device.flush();
      unflushed = false;
    }
  }

  /**
   * Drains; if the device has no space, enlarges the buffer instead. An update that is being
   * applied cannot wait for space, but the end of the batch can. The buffer grows at most to the
   * size of the batch.
   */
  private void drainOrGrow(int count) throws IOException {
    try {
      drain();
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e)) {
        throw e;
      }
      slots = Math.max(2 * slots, usedSlots + count);
      ByteBuffer larger = AlignedBuffers.blocks(slots);
      larger.put(buffer.slice(0, usedSlots * BLOCK_BYTES)).clear();
      buffer = larger;
    }
  }

  /** Writes everything staged. */
  void drain() throws IOException {
    for (Map.Entry<Long, StagedRun> entry : staged.entrySet()) {
      writer.add(entry.getKey(), view(entry.getValue().slot(), entry.getValue().count()));
      unflushed = true;
    }
    writer.drain();
    staged.clear();
    usedSlots = 0;
    if (slots > usualSlots) {
      slots = usualSlots;
      buffer = AlignedBuffers.blocks(slots);
    }
  }

  private ByteBuffer view(int slot, int count) {
    return buffer.slice(slot * BLOCK_BYTES, count * BLOCK_BYTES);
  }

  private static boolean follows(Map.Entry<Long, StagedRun> entry, long block, int slot) {
    StagedRun run = entry.getValue();
    return entry.getKey() + run.count() == block && run.slot() + run.count() == slot;
  }
}
