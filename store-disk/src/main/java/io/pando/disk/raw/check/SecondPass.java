package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the owners of blocks that have too many, and the names of objects that were known only by
 * their number.
 */
final class SecondPass {
  private final Metadata metadata;
  private final Findings findings;
  private final SortedSet<Long> contested;
  private final SortedSet<Long> duplicates;

  SecondPass(
      Metadata metadata, Findings findings, SortedSet<Long> contested, SortedSet<Long> duplicates) {
    this.metadata = metadata;
    this.findings = findings;
    this.contested = contested;
    this.duplicates = duplicates;
  }

  void run() throws MetadataException {
    if (!contested.isEmpty()) {
      blocks();
    }
    objects();
  }

  private void blocks() throws MetadataException {
    metadata.each(
        Family.BLOCKS,
        (key, value) -> {
          if (key.length == Long.BYTES + Integer.BYTES) {
            Subject owner = new Subject.Numbered(Keys.number(key));
            blocks(owner, Family.BLOCKS, Payload.wrap(key), decode(value), Keys.index(key));
          }
        });
  }

  private static @Nullable RawBlocks decode(byte[] record) {
    try {
      return RawFormat.decodeBlocks(record);
    } catch (DamagedRecordException told) {
      // The first pass reported it.
      return null;
    }
  }

  private void blocks(
      Subject owner, Family family, Payload key, @Nullable RawBlocks blocks, int index) {
    for (int i = 0; blocks != null && i < blocks.length(); i++) {
      RawUnit unit = blocks.unit(i);
      for (long place : unit == null ? List.of(blocks.place(i)) : unit.allPlaces()) {
        if (contested.contains(place)) {
          long offset = index * StoreCheck.SPAN_BYTES + (long) i * BLOCK_BYTES;
          String what =
              "bytes from %d on are in block %d of the device, which others own too"
                  .formatted(offset, place);
          Remedy remedy = new Remedy.SeparateBlock(family, key, i);
          findings.add(
              owner, Finding.of(StoreFault.Kind.OWNERS, what, remedy, new Remedy.CountShares()));
        }
      }
    }
  }

  private void objects() throws MetadataException {
    metadata.each(
        Family.OBJECT,
        (key, value) -> {
          Subject.Named named = RecordKeys.object(key);
          if (named != null) {
            object(named, value);
          }
        });
  }

  private void object(Subject.Named named, byte[] record) {
    RawObject object;
    try {
      object = RawFormat.decodeObject(record);
    } catch (DamagedRecordException told) {
      // The first pass reported it.
      return;
    }
    long number = object.number();
    if (duplicates.contains(number)) {
      String what = "has the number " + number + ", which another object has too";
      findings.add(
          named,
          Finding.of(
              StoreFault.Kind.OWNERS,
              what,
              new Remedy.EmptyObject(named.key(), what),
              new Remedy.DeleteOf(Family.BLOCKS, number),
              new Remedy.DeleteOf(Family.MAP, number)));
      return;
    }
    findings.onName(number, named);
    blocks(named, Family.OBJECT, named.key(), object.head(), 0);
  }
}
