package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static io.pando.disk.raw.volume.Onode.index;
import static io.pando.disk.raw.volume.Onode.slot;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes objects' bytes. Every write goes to a new block; the old block is released and keeps its
 * contents until the change is durable. A write of a part of a block reads the rest of the block.
 * For blocks that were written to their place before, only the place is recorded.
 *
 * <p>If that rest does not match its checksum, the result must not look sound: the new block gets a
 * checksum that cannot match, so reads keep reporting the damage until the block is written as a
 * whole.
 */
final class ObjectData {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectData.class);

  private final BlockDevice device;
  private final DataStage stage;
  private final FreeSpace free;
  private final SharedBlocks shared;
  private final SoundBlocks blocks;
  private final EdgeBlocks edges;
  private final UnitReader units;
  private final DeviceGrowth growth;
  private final ByteBuffer scratch = AlignedBuffers.blocks(1);

  /** Who owns the blocks of the device, and how more of them become available. */
  record Space(FreeSpace free, SharedBlocks shared, DeviceGrowth growth) {}

  ObjectData(BlockDevice device, DataStage stage, Space space, EdgeBlocks edges, Codecs codecs) {
    this.device = device;
    this.stage = stage;
    this.free = space.free();
    this.shared = space.shared();
    this.edges = edges;
    this.growth = space.growth();
    this.blocks = new SoundBlocks(device);
    this.units = new UnitReader(device, codecs);
  }

  void write(Onode onode, long offset, Payload data)
      throws IOException, MetadataException, DamagedRecordException {
    if (data.isEmpty()) {
      return;
    }
    long end = offset + data.size();
    for (long at = offset; at < end; ) {
      int inBlock = (int) (at % BLOCK_BYTES);
      int done = (int) (at - offset);
      if (inBlock == 0 && end - at >= BLOCK_BYTES) {
        int length = (int) ((end - at) & -BLOCK_BYTES);
        fill(onode, at / BLOCK_BYTES, data.slice(done, length).asByteBuffer());
        at += length;
      } else {
        int length = (int) Math.min(BLOCK_BYTES - inBlock, end - at);
        merge(onode, at / BLOCK_BYTES, inBlock, data.slice(done, length).asByteBuffer());
        at += length;
      }
    }
    onode.resize(Math.max(onode.size(), end));
  }

  /** Records the places of whole blocks whose bytes are there already. */
  void place(Onode onode, RawStep.Place step) throws MetadataException, DamagedRecordException {
    long block = step.block();
    growth.onRun(step.count());
    for (RawStep.Run run : step.runs()) {
      edges.drop(new FreeSpace.Run(run.place(), run.count()));
      for (int i = 0; i < run.count(); i++) {
        free.take(run.place() + i);
        move(onode, block++, run.place() + i, run.checksum(i));
      }
    }
    onode.resize(Math.max(onode.size(), block * BLOCK_BYTES));
  }

  /** Records the places of packed blocks whose compressed bytes are there already. */
  void pack(Onode onode, RawStep.Pack step) throws MetadataException, DamagedRecordException {
    RawUnit unit = step.unit();
    for (RawStep.Run run : unit.runs()) {
      edges.drop(new FreeSpace.Run(run.place(), run.count()));
      for (int i = 0; i < run.count(); i++) {
        free.take(run.place() + i);
      }
    }
    RawBlocks blocks = onode.changeBlocks(step.index());
    for (int slot = unit.first(); slot < unit.first() + unit.count(); slot++) {
      unmap(blocks, slot);
      blocks.pack(slot, unit);
    }
    long end = (long) step.index() * RawBlocks.MAX + unit.first() + unit.count();
    onode.resize(Math.max(onode.size(), end * BLOCK_BYTES));
  }

  void zero(Onode onode, ByteRange range)
      throws IOException, MetadataException, DamagedRecordException {
    clear(onode, range.offset(), range.end());
    onode.resize(Math.max(onode.size(), range.end()));
  }

  void truncate(Onode onode, long size)
      throws IOException, MetadataException, DamagedRecordException {
    if (size < onode.size()) {
      clear(onode, size, roundUp(onode.size()));
    }
    onode.resize(size);
  }

  /** Makes a range read as zeros: whole blocks become holes. */
  void clear(Onode onode, long from, long to)
      throws IOException, MetadataException, DamagedRecordException {
    long end = Math.min(to, roundUp(onode.size()));
    if (from >= end) {
      return;
    }
    int first = Math.toIntExact(from / Onode.SPAN_BYTES);
    int last = Math.toIntExact((end - 1) / Onode.SPAN_BYTES);
    for (Map.Entry<Integer, RawBlocks> entry : onode.blocksBetween(first, last + 1).entrySet()) {
      long start = entry.getKey() * (long) RawBlocks.MAX;
      for (int i = 0; i < entry.getValue().length(); i++) {
        long at = (start + i) * BLOCK_BYTES;
        boolean touched = at < to && at + BLOCK_BYTES > from;
        if (touched && entry.getValue().place(i) != RawBlocks.HOLE) {
          clearBlock(onode, start + i, from - at, to - at);
        }
      }
    }
  }

  private void clearBlock(Onode onode, long block, long from, long to)
      throws IOException, MetadataException, DamagedRecordException {
    if (from <= 0 && to >= BLOCK_BYTES) {
      unmap(onode.changeBlocks(index(block)), slot(block));
    } else {
      int start = (int) Math.max(0, from);
      int length = (int) Math.min(BLOCK_BYTES, to) - start;
      merge(onode, block, start, ByteBuffer.allocate(length));
    }
  }

  /** Writes whole blocks. */
  private void fill(Onode onode, long firstBlock, ByteBuffer data)
      throws IOException, MetadataException, DamagedRecordException {
    long block = firstBlock;
    while (data.hasRemaining()) {
      if (refill(onode, block, data)) {
        block++;
        continue;
      }
      int wanted = Math.min(data.remaining() / BLOCK_BYTES, stage.slots());
      FreeSpace.Run run = allocate(wanted);
      int length = run.count() * BLOCK_BYTES;
      ByteBuffer place = stage.place(run.first(), run.count());
      place.put(data.slice(data.position(), length));
      data.position(data.position() + length);
      for (int i = 0; i < run.count(); i++) {
        int checksum = SoundBlocks.checksum(place.slice(i * BLOCK_BYTES, BLOCK_BYTES));
        move(onode, block++, run.first() + i, checksum);
      }
    }
  }

  /** Overwrites a whole block that the same batch wrote; false if the batch did not write it. */
  private boolean refill(Onode onode, long block, ByteBuffer data)
      throws MetadataException, DamagedRecordException {
    RawBlocks blocks = onode.changeBlocks(index(block));
    long place = blocks.place(slot(block));
    boolean mayChange = place >= 0 && !shared.isShared(place);
    ByteBuffer target = mayChange ? stage.staged(place) : null;
    if (target == null) {
      return false;
    }
    target.put(data.slice(data.position(), BLOCK_BYTES)).clear();
    data.position(data.position() + BLOCK_BYTES);
    edges.drop(new FreeSpace.Run(place, 1));
    blocks.set(slot(block), place, SoundBlocks.checksum(target));
    return true;
  }

  /**
   * Copies the bytes {@code from} to {@code to}, exclusive, of a block that is no hole from one
   * object to another. If they are damaged, the other object's block is damaged afterwards.
   */
  void copyPart(RawBlocks source, Onode into, long block, int from, int to)
      throws IOException, MetadataException, DamagedRecordException {
    boolean sound = fetch(source, slot(block));
    byte[] part = new byte[to - from];
    scratch.get(from, part);
    merge(into, block, from, ByteBuffer.wrap(part), sound);
  }

  /** Writes a part of a block and keeps the rest of it, up to the object's end. */
  private void merge(Onode onode, long block, int from, ByteBuffer data)
      throws IOException, MetadataException, DamagedRecordException {
    merge(onode, block, from, data, true);
  }

  private void merge(Onode onode, long block, int from, ByteBuffer data, boolean soundData)
      throws IOException, MetadataException, DamagedRecordException {
    RawBlocks before = onode.changeBlocks(index(block));
    long place = before.place(slot(block));
    boolean replaced = from == 0 && block * BLOCK_BYTES + data.remaining() >= onode.size();
    boolean mayChange = place >= 0 && !shared.isShared(place);
    ByteBuffer target = mayChange ? stage.staged(place) : null;
    boolean sound = soundData;
    if (target != null) {
      if (replaced) {
        target.put(new byte[BLOCK_BYTES]).clear();
      } else {
        sound &= SoundBlocks.checksum(target) == before.checksum(slot(block));
      }
    } else {
      if (place == RawBlocks.HOLE || replaced) {
        scratch.clear().put(new byte[BLOCK_BYTES]);
      } else {
        sound &= fetch(before, slot(block));
      }
      place = allocate(1).first();
      target = stage.place(place, 1);
      target.put(scratch.clear()).clear();
    }
    if (!sound) {
      LOG.warn(
          "{} of {}: block {} is damaged and remains damaged",
          onode.id(),
          onode.collection(),
          block);
    }
    target.slice(from, data.remaining()).put(data);
    int checksum = SoundBlocks.checksum(target);
    if (sound) {
      edges.put(place, target);
    }
    move(onode, block, place, sound ? checksum : ~checksum);
  }

  /** Reads a block into the scratch buffer; false if it is damaged. */
  private boolean fetch(RawBlocks from, int slot) throws IOException {
    RawUnit unit = from.unit(slot);
    return unit == null
        ? fetch(from.place(slot), from.checksum(slot))
        : fetch(unit, slot - unit.first());
  }

  private boolean fetch(RawUnit unit, int index) {
    byte[] known = edges.get(EdgeBlocks.packed(unit, index));
    if (known != null) {
      scratch.clear().put(known);
      return true;
    }
    units.forget();
    try {
      scratch.clear().put(units.read(unit), index * BLOCK_BYTES, BLOCK_BYTES);
      return true;
    } catch (SoundBlocks.UnsoundException e) {
      scratch.clear().put(new byte[BLOCK_BYTES]);
      LOG.warn("blocks of {}: {}", device.describe(), e.getMessage());
      return false;
    }
  }

  private boolean fetch(long place, int checksum) throws IOException {
    stage.settle(place, 1);
    byte[] known = edges.get(place);
    if (known != null) {
      scratch.clear().put(known);
      return SoundBlocks.checksum(scratch.clear()) == checksum;
    }
    try {
      blocks.read(place, 1, new int[] {checksum}, scratch);
      return true;
    } catch (SoundBlocks.UnsoundException e) {
      LOG.warn("block {} of {}: {}", place, device.describe(), e.getMessage());
      return false;
    }
  }

  /** Changes the place of an object's block. */
  private void move(Onode onode, long block, long place, int checksum)
      throws MetadataException, DamagedRecordException {
    RawBlocks blocks = onode.changeBlocks(index(block));
    if (blocks.place(slot(block)) != place) {
      unmap(blocks, slot(block));
    }
    blocks.set(slot(block), place, checksum);
  }

  /** Turns a block into a hole; a unit is released with the last of its blocks. */
  void unmap(RawBlocks blocks, int slot) {
    long place = blocks.place(slot);
    RawUnit unit = blocks.unit(slot);
    blocks.clear(slot);
    if (unit == null) {
      if (place != RawBlocks.HOLE) {
        release(place);
      }
    } else if (!blocks.shows(unit)) {
      for (RawStep.Run run : unit.runs()) {
        for (int i = 0; i < run.count(); i++) {
          release(run.place() + i);
        }
      }
    }
  }

  private void release(long place) {
    if (!shared.remove(place)) {
      free.release(place);
    }
  }

  /** Records that blocks released in this batch from now on belonged to a removed collection. */
  void onCollectionRemoved() {
    free.onCollectionRemoved();
  }

  private FreeSpace.Run allocate(int most) {
    FreeSpace.Run run = free.allocate(most);
    Invariant.check(run.count() > 0, "an allocation of nothing");
    edges.drop(run);
    return run;
  }

  private static long roundUp(long size) {
    return (size + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }
}
