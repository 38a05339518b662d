package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static io.pando.disk.raw.volume.Onode.index;

import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.util.Map;

/**
 * Gives objects the bytes of others. They share the blocks, so no bytes are copied, except in
 * blocks of which an object gets a part only.
 */
final class BlockSharing {
  private final ObjectData data;
  private final SharedBlocks shared;

  BlockSharing(ObjectData data, SharedBlocks shared) {
    this.data = data;
    this.shared = shared;
  }

  /** Makes an empty object share all blocks of another. */
  void shareAll(Onode from, Onode into) throws MetadataException, DamagedRecordException {
    int spans = Onode.spans(from.size());
    for (Map.Entry<Integer, RawBlocks> entry : from.blocksBetween(0, spans).entrySet()) {
      if (!entry.getValue().isEmpty()) {
        into.changeBlocks(entry.getKey()).copy(entry.getValue());
        entry.getValue().eachPlace((place, _) -> shared.add(place));
      }
    }
    into.resize(from.size());
    into.damage(from.damage());
  }

  /**
   * Makes the bytes {@code start} to {@code end}, exclusive, of an object those of another, and
   * extends it to {@code end}; an empty range changes no bytes. If nothing of the other object can
   * be trusted, nothing of this one can be afterwards.
   *
   * @param end not behind the end of {@code from}, unless the range is empty
   */
  void shareRange(Onode from, Onode into, long start, long end)
      throws IOException, MetadataException, DamagedRecordException {
    if (!from.damage().isEmpty()) {
      into.damage(from.damage());
    }
    if (start >= end) {
      return;
    }
    // The last block can be shared even if the range ends within it, if neither object continues.
    boolean toBothEnds = end == from.size() && end >= into.size();
    long done = start;
    int last = index((end - 1) / BLOCK_BYTES);
    int first = index(start / BLOCK_BYTES);
    for (Map.Entry<Integer, RawBlocks> entry : from.blocksBetween(first, last + 1).entrySet()) {
      RawBlocks source = entry.getValue();
      long base = (long) entry.getKey() * RawBlocks.MAX;
      int slot = (int) Math.max(0, start / BLOCK_BYTES - base);
      for (; slot < source.length() && (base + slot) * BLOCK_BYTES < end; slot++) {
        if (source.place(slot) == RawBlocks.HOLE) {
          continue;
        }
        long block = base + slot;
        long at = block * BLOCK_BYTES;
        long partStart = Math.max(at, start);
        long partEnd = Math.min(at + BLOCK_BYTES, end);
        data.clear(into, done, partStart);
        done = partEnd;
        boolean whole = partEnd == at + BLOCK_BYTES || toBothEnds;
        if (partStart == at && whole) {
          share(source, into.changeBlocks(entry.getKey()), slot);
        } else {
          data.copyPart(source, into, block, (int) (partStart - at), (int) (partEnd - at));
        }
      }
    }
    data.clear(into, done, end);
    into.resize(Math.max(into.size(), end));
  }

  /**
   * Makes a block of one record the same as that of another. The new owner is counted before the
   * old one is released, since both may be the same.
   */
  private void share(RawBlocks source, RawBlocks target, int slot) {
    RawUnit unit = source.unit(slot);
    if (unit == null) {
      long place = source.place(slot);
      shared.add(place);
      data.unmap(target, slot);
      target.set(slot, place, source.checksum(slot));
    } else if (!unit.equals(target.unit(slot))) {
      if (!target.shows(unit)) {
        unit.allPlaces().forEach(shared::add);
      }
      data.unmap(target, slot);
      target.pack(slot, unit);
    }
  }
}
