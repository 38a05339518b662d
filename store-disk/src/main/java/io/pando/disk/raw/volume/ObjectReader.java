package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static io.pando.disk.raw.volume.Onode.index;
import static io.pando.disk.raw.volume.Onode.slot;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawUnit;
import io.pando.disk.serve.TableView;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.probe.Limit;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Answers queries of a raw store; a block's bytes are returned only after its checksum was
 * verified.
 */
public final class ObjectReader extends TableView<Onode> {
  private static final Limit MOST_BLOCKS =
      Limit.ofReserve("raw store: blocks read at once", 1, (1 << 20) / BLOCK_BYTES);

  private final BlockDevice device;
  private final DataStage stage;
  private final SoundBlocks blocks;
  private final EdgeBlocks edges;
  private final UnitReader units;
  private final int bufferBlocks;
  private final int[] checksums;
  private final ByteBuffer buffer;

  /** Where the bytes of objects are. */
  record Bytes(BlockDevice device, DataStage stage, EdgeBlocks edges, Codecs codecs) {}

  ObjectReader(
      Metadata metadata, CollectionTable collections, ObjectTable<Onode> objects, Bytes bytes) {
    super(metadata, collections, objects);
    this.device = bytes.device();
    this.stage = bytes.stage();
    this.edges = bytes.edges();
    this.blocks = new SoundBlocks(device);
    this.units = new UnitReader(device, bytes.codecs());
    this.bufferBlocks = Math.min(MOST_BLOCKS.value(), stage.slots());
    this.checksums = new int[bufferBlocks];
    this.buffer = AlignedBuffers.blocks(bufferBlocks);
  }

  @Override
  protected Payload read(Onode onode, ByteRange range)
      throws IOException, MetadataException, DamagedRecordException, DamagedBytesException {
    long end = Math.min(range.end(), onode.size());
    if (range.offset() >= end) {
      return Payload.EMPTY;
    }
    byte[] bytes = new byte[Math.toIntExact(end - range.offset())];
    long lastBlock = (end - 1) / BLOCK_BYTES;
    units.forget();
    for (long block = range.offset() / BLOCK_BYTES; block <= lastBlock; ) {
      RawBlocks blocks = onode.blocksAt(index(block));
      if (blocks == null) {
        block = (long) (index(block) + 1) * RawBlocks.MAX;
        continue;
      }
      long place = blocks.place(slot(block));
      if (place == RawBlocks.HOLE) {
        block++;
        continue;
      }
      RawUnit unit = blocks.unit(slot(block));
      if (unit != null) {
        ByteBuffer one = packedBlock(onode, block, unit);
        copy(one, block * BLOCK_BYTES, bytes, range.offset());
        block++;
        continue;
      }
      int count = inARow(onode, block, (int) Math.min(bufferBlocks, lastBlock - block + 1));
      fetch(onode, block, place, count);
      copy(buffer.slice(0, count * BLOCK_BYTES), block * BLOCK_BYTES, bytes, range.offset());
      block += count;
    }
    return Payload.wrap(bytes);
  }

  /** Caches the checked blocks for the amendment. */
  @Override
  protected void check(Onode onode, ObjectQuery.Amendment amendment)
      throws IOException, MetadataException, DamagedRecordException, DamagedBytesException {
    for (long block : amendment.keptBlocks(onode.size(), BLOCK_BYTES)) {
      RawBlocks inSpan = onode.blocksAt(index(block));
      if (inSpan != null && inSpan.place(slot(block)) != RawBlocks.HOLE) {
        check(onode, block, inSpan);
      }
    }
  }

  private void check(Onode onode, long block, RawBlocks inSpan)
      throws IOException, DamagedBytesException {
    RawUnit unit = inSpan.unit(slot(block));
    if (unit != null) {
      long key = EdgeBlocks.packed(unit, slot(block) - unit.first());
      if (edges.get(key) == null) {
        units.forget();
        edges.put(key, packedBlock(onode, block, unit));
      }
      return;
    }
    long place = inSpan.place(slot(block));
    if (edges.get(place) == null) {
      checksums[0] = inSpan.checksum(slot(block));
      fetch(onode, block, place, 1);
      edges.put(place, buffer.clear().limit(BLOCK_BYTES));
    }
  }

  /** A block of a unit; the unit is read only if the previous block was in another one. */
  private ByteBuffer packedBlock(Onode onode, long block, RawUnit unit)
      throws DamagedBytesException {
    try {
      int index = slot(block) - unit.first();
      return ByteBuffer.wrap(units.read(unit), index * BLOCK_BYTES, BLOCK_BYTES).slice();
    } catch (SoundBlocks.UnsoundException e) {
      long first = block - slot(block) + unit.first();
      throw damaged(onode, first, unit.count(), e.getMessage() + " of " + device.describe());
    }
  }

  /**
   * Number of blocks, from one that is no hole, that are consecutive both in the object and on the
   * device; stores their checksums.
   */
  private int inARow(Onode onode, long first, int most)
      throws MetadataException, DamagedRecordException {
    long place = RawBlocks.HOLE;
    RawBlocks blocks = null;
    for (int count = 0; count < most; count++) {
      long block = first + count;
      if (blocks == null || slot(block) == 0) {
        blocks = onode.blocksAt(index(block));
      }
      long here = blocks == null ? RawBlocks.HOLE : blocks.place(slot(block));
      if (blocks == null || here < 0 || (count > 0 && here != place + count)) {
        return count;
      }
      place = count == 0 ? here : place;
      checksums[count] = blocks.checksum(slot(block));
    }
    return most;
  }

  private void fetch(Onode onode, long block, long place, int count)
      throws IOException, DamagedBytesException {
    stage.settle(place, count);
    try {
      blocks.read(place, count, checksums, buffer);
    } catch (SoundBlocks.UnsoundException e) {
      String at = " (block %d of %s)".formatted(place + e.index, device.describe());
      throw damaged(onode, block + e.index, e.count, e.getMessage() + at);
    }
  }

  private static void copy(ByteBuffer buffer, long bufferOffset, byte[] bytes, long bytesOffset) {
    long from = Math.max(bufferOffset, bytesOffset);
    long to = Math.min(bufferOffset + buffer.capacity(), bytesOffset + bytes.length);
    buffer.get((int) (from - bufferOffset), bytes, (int) (from - bytesOffset), (int) (to - from));
  }

  private static DamagedBytesException damaged(Onode onode, long block, int count, String why) {
    long from = block * BLOCK_BYTES;
    long to = Math.min(from + (long) count * BLOCK_BYTES, onode.size());
    return DamagedBytesException.of(onode, from, to, why);
  }

  @Override
  protected SortedMap<String, Payload> attributes(byte[] record) throws DamagedRecordException {
    RawObject object = RawFormat.decodeObject(record);
    return object.damage().isEmpty() ? object.attributes() : Collections.emptySortedMap();
  }

  /**
   * Place of an object's block, or the first place of its unit if it is packed; empty if it is a
   * hole, or the object does not exist.
   */
  public OptionalLong placeOf(CollectionId collection, ObjectId id, long block)
      throws MetadataException, DamagedRecordException {
    Onode onode = find(collection, id);
    RawBlocks inSpan = onode == null ? null : onode.blocksAt(index(block));
    if (inSpan == null) {
      return OptionalLong.empty();
    }
    RawUnit unit = inSpan.unit(slot(block));
    long place = unit == null ? inSpan.place(slot(block)) : unit.firstPlace();
    return place == RawBlocks.HOLE ? OptionalLong.empty() : OptionalLong.of(place);
  }
}
