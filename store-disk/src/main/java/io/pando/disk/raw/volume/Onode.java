package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.StoredObject;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.format.DamagedRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An object in memory: its record, and its further blocks as far as they were needed. Changed parts
 * are tracked, so that {@link #store} writes only these.
 *
 * <p>Invariants: no block begins at or behind the size; bytes of the last block behind the size are
 * zeros; blocks of index 0 are always in memory; so are all changed parts.
 */
final class Onode extends StoredObject {
  /** Bytes of an object that one record of blocks covers. */
  static final long SPAN_BYTES = (long) RawBlocks.MAX * BLOCK_BYTES;

  private static final long BLOCKS_WEIGHT = 120 + 12L * RawBlocks.MAX;

  /** Estimate for packed blocks: a few units of usual size. */
  private static final long UNITS_WEIGHT = 4L * RawBlocks.MAX + 4 * 250;

  /** Records to delete one by one; a deleted range slows down later reads of the metadata. */
  private static final int FEW_RECORDS = 8;

  private final TreeMap<Integer, RawBlocks> blocks = new TreeMap<>();
  private final TreeSet<Integer> changedBlocks = new TreeSet<>();

  /** Whether all blocks are in memory, since the object was made there and not loaded. */
  private boolean isComplete = true;

  private String damage = "";

  /** Index from which on no blocks are in the metadata. */
  private int storedEnd;

  /** Loads objects into memory. */
  record Loader(Metadata metadata) implements ObjectTable.Loader<Onode> {
    @Override
    public Onode load(ObjectTable.Ref ref, byte[] key, byte[] record)
        throws DamagedRecordException {
      RawObject object = RawFormat.decodeObject(record);
      Onode onode = make(ref, key, object.number());
      onode.attributes().putAll(object.attributes());
      onode.blocks.put(0, object.head());
      onode.resize(object.size());
      onode.hasMap(object.hasMap());
      onode.damage = object.damage();
      onode.storedEnd = spans(object.size());
      onode.isComplete = false;
      return onode;
    }

    @Override
    public Onode make(ObjectTable.Ref ref, byte[] key, long number) {
      return new Onode(ref, key, number, metadata);
    }
  }

  private Onode(ObjectTable.Ref ref, byte[] key, long number, Metadata metadata) {
    super(ref, key, number, metadata);
    blocks.put(0, new RawBlocks());
  }

  /** Index of the record that holds the place of a block. */
  static int index(long block) {
    return Math.toIntExact(block / RawBlocks.MAX);
  }

  /** Slot of a block in that record. */
  static int slot(long block) {
    return (int) (block % RawBlocks.MAX);
  }

  static int spans(long size) {
    return Math.toIntExact((size + SPAN_BYTES - 1) / SPAN_BYTES);
  }

  @Override
  public String damage() {
    return damage;
  }

  void damage(String why) {
    damage = why;
  }

  /** The blocks of an index, for reading; null if all of them are holes. */
  @Nullable RawBlocks blocksAt(int index) throws MetadataException, DamagedRecordException {
    RawBlocks here = blocks.get(index);
    if (here != null || isComplete || index >= storedEnd) {
      return here;
    }
    byte[] record = metadata().get(Family.BLOCKS, Keys.blocks(number(), index));
    if (record == null) {
      return null;
    }
    RawBlocks loaded = RawFormat.decodeBlocks(record);
    blocks.put(index, loaded);
    return loaded;
  }

  /** The blocks of an index, for a change. */
  RawBlocks changeBlocks(int index) throws MetadataException, DamagedRecordException {
    RawBlocks here = blocksAt(index);
    if (here == null) {
      here = new RawBlocks();
      blocks.put(index, here);
    }
    changedBlocks.add(index);
    return here;
  }

  /** Loads the blocks of the indexes {@code from} to {@code to}, exclusive; holes are left out. */
  Map<Integer, RawBlocks> blocksBetween(int from, int to)
      throws MetadataException, DamagedRecordException {
    if (from >= to) {
      return Map.of();
    }
    int storedTo = isComplete ? 0 : Math.min(to, storedEnd);
    if (storedTo - Math.max(from, 1) <= 8) {
      for (int index = Math.max(from, 1); index < storedTo; index++) {
        blocksAt(index);
      }
    } else {
      loadBetween(Math.max(from, 1), storedTo);
    }
    return new TreeMap<>(blocks.subMap(from, to));
  }

  private void loadBetween(int from, int to) throws MetadataException, DamagedRecordException {
    byte[] end = Keys.blocks(number(), to);
    try (Metadata.Cursor entries = metadata().iterate(Family.BLOCKS)) {
      for (entries.seek(Keys.blocks(number(), from)); entries.isValid(); entries.next()) {
        byte[] at = entries.key();
        if (!Keys.isBefore(at, end)) {
          break;
        }
        if (!blocks.containsKey(Keys.index(at))) {
          blocks.put(Keys.index(at), RawFormat.decodeBlocks(entries.value()));
        }
      }
      entries.status();
    }
  }

  @Override
  public List<ByteRange> allocated() throws MetadataException, DamagedRecordException {
    List<ByteRange> ranges = new ArrayList<>();
    for (Map.Entry<Integer, RawBlocks> entry : blocksBetween(0, spans(size())).entrySet()) {
      for (int i = 0; i < entry.getValue().length(); i++) {
        if (entry.getValue().place(i) != RawBlocks.HOLE) {
          long offset = entry.getKey() * SPAN_BYTES + (long) i * BLOCK_BYTES;
          append(ranges, offset, Math.min(BLOCK_BYTES, size() - offset));
        }
      }
    }
    return ranges;
  }

  private static void append(List<ByteRange> ranges, long offset, long length) {
    if (!ranges.isEmpty() && ranges.getLast().end() == offset) {
      ByteRange last = ranges.removeLast();
      ranges.add(new ByteRange(last.offset(), last.length() + length));
    } else {
      ranges.add(new ByteRange(offset, length));
    }
  }

  /** Puts changed parts into the metadata's batch. */
  @Override
  public void store() throws MetadataException {
    RawBlocks head = Invariant.present(blocks.get(0), () -> "the first blocks of " + id());
    RawObject record = new RawObject(number(), size(), hasMap(), attributes(), head, damage);
    storeRecord(RawFormat.encode(record));
    for (int index : changedBlocks) {
      if (index > 0) {
        storeBlocks(index);
      }
    }
    changedBlocks.clear();
    storedEnd = Math.max(storedEnd, spans(size()));
  }

  private void storeBlocks(int index) throws MetadataException {
    RawBlocks changed = Invariant.present(blocks.get(index), () -> "changed blocks of " + id());
    if (!changed.isEmpty()) {
      metadata().put(Family.BLOCKS, Keys.blocks(number(), index), RawFormat.encode(changed));
    } else if (index < storedEnd) {
      metadata().delete(Family.BLOCKS, Keys.blocks(number(), index));
    }
  }

  @Override
  public void delete() throws MetadataException {
    super.delete();
    if (storedEnd <= 1) {
      return;
    }
    SortedMap<Integer, RawBlocks> further = blocks.subMap(1, storedEnd);
    if (isComplete && further.size() <= FEW_RECORDS) {
      for (int index : further.keySet()) {
        metadata().delete(Family.BLOCKS, Keys.blocks(number(), index));
      }
    } else {
      metadata().deleteRange(Family.BLOCKS, Keys.blocks(number(), 0), Keys.map(number() + 1));
    }
  }

  @Override
  public long weightBytes() {
    long weight = super.weightBytes() + 12L * blocks.firstEntry().getValue().length();
    weight += (blocks.size() - 1) * BLOCKS_WEIGHT;
    for (RawBlocks span : blocks.values()) {
      weight += span.hasUnits() ? UNITS_WEIGHT : 0;
    }
    return weight;
  }
}
