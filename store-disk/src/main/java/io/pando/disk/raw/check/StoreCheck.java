package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks every record of a store, even if some are damaged. Each record must decode, belong to
 * something and lie within bounds. Every block must have one owner, or as many as recorded.
 * Findings about objects known only by their number are reported after a second pass, which finds
 * their names.
 */
public final class StoreCheck {
  /** Bytes of an object that one record of blocks covers. */
  static final long SPAN_BYTES = (long) RawBlocks.MAX * BLOCK_BYTES;

  private static final int PROGRESS_OBJECTS = 1000;

  private final Metadata metadata;
  private final CheckListener listener;
  private final Findings findings;
  private final @Nullable DeepRead data;
  private final TreeSet<CollectionId> collections = new TreeSet<>();
  private final NumberTable numbers = new NumberTable();
  private final OwnedBlocks owned;
  private long objects;

  private StoreCheck(
      Metadata metadata, BlockDevice device, boolean readData, CheckListener listener) {
    this.metadata = metadata;
    this.listener = listener;
    this.findings = new Findings(listener);
    this.data = readData ? new DeepRead(device, findings) : null;
    this.owned = new OwnedBlocks(device.blocks());
  }

  /**
   * Results of a check.
   *
   * @param owned owners of blocks
   * @param lastNumber greatest number of an object
   * @param faults number of reported faults
   */
  public record Census(
      long objects, OwnedBlocks owned, long lastNumber, long bytesRead, long faults) {}

  /**
   * Checks everything; nothing may be pending.
   *
   * @param readData whether to read every block too
   */
  public static Census run(
      Metadata metadata, BlockDevice device, boolean readData, CheckListener listener)
      throws MetadataException {
    StoreCheck check = new StoreCheck(metadata, device, readData, listener);
    check.collections();
    check.objects();
    check.blocks();
    check.maps();
    check.metas();
    SortedSet<Long> contested = SharesCheck.run(metadata, check.owned, check.findings);
    if (check.findings.isWaiting()
        || !contested.isEmpty()
        || !check.numbers.duplicates().isEmpty()) {
      new SecondPass(metadata, check.findings, contested, check.numbers.duplicates()).run();
    }
    long bytesRead = check.data == null ? 0 : check.data.bytesRead();
    listener.onProgress(check.objects, bytesRead);
    return new Census(
        check.objects, check.owned, check.numbers.last(), bytesRead, check.findings.told());
  }

  private void collections() throws MetadataException {
    metadata.each(
        Family.COLLECTION,
        (key, _) -> {
          try {
            collections.add(Keys.collection(key));
          } catch (DamagedRecordException e) {
            unreadable(Family.COLLECTION, key, String.valueOf(e.getMessage()));
          }
        });
  }

  private void unreadable(Family family, byte[] key, String why) {
    findings.tell(
        StoreFault.of(
            StoreFault.Kind.UNREADABLE,
            "a record of family " + family + ": " + why,
            new Remedy.PutAside(family, Payload.wrap(key))));
  }

  /** Checks a record's collection; a missing one is reported once. */
  private void mustExist(CollectionId collection) {
    if (collections.add(collection)) {
      findings.tell(
          new StoreFault(
              StoreFault.Kind.ORPHAN,
              collection,
              null,
              "is not in the list of collections, but has records",
              List.of(new Remedy.NoteCollection(collection))));
    }
  }

  private void objects() throws MetadataException {
    metadata.each(
        Family.OBJECT,
        (key, value) -> {
          Subject.Named named = RecordKeys.object(key);
          if (named == null) {
            unreadable(Family.OBJECT, key, "its key names no object");
          } else {
            mustExist(named.collection());
            object(named, value);
          }
          if (++objects % PROGRESS_OBJECTS == 0) {
            listener.onProgress(objects, data == null ? 0 : data.bytesRead());
          }
        });
  }

  private void object(Subject.Named named, byte[] record) {
    RawObject object;
    try {
      object = RawFormat.decodeObject(record);
    } catch (DamagedRecordException e) {
      lost(named, String.valueOf(e.getMessage()));
      return;
    }
    if (object.number() <= 0 || object.size() < 0 || spans(object.size()) > Integer.MAX_VALUE) {
      lost(named, "number " + object.number() + ", " + object.size() + " bytes");
      return;
    }
    if (!object.damage().isEmpty()) {
      findings.add(
          named, Finding.of(StoreFault.Kind.KNOWN, "is marked as damaged: " + object.damage()));
    }
    numbers.add(object.number(), object.size() << 1 | (object.hasMap() ? 1 : 0));
    own(named, object.head(), 0, object.size());
  }

  private void lost(Subject.Named named, String why) {
    String what = "its record cannot be used: " + why;
    findings.add(
        named,
        Finding.of(StoreFault.Kind.UNREADABLE, what, new Remedy.EmptyObject(named.key(), what)));
  }

  private long size(long number) {
    return numbers.fact(number) >> 1;
  }

  private static long spans(long size) {
    return (size + SPAN_BYTES - 1) / SPAN_BYTES;
  }

  private void blocks() throws MetadataException {
    metadata.each(
        Family.BLOCKS,
        (key, value) -> {
          if (key.length == Long.BYTES + Integer.BYTES) {
            blocks(key, value);
          } else {
            unreadable(Family.BLOCKS, key, "its key has " + key.length + " bytes");
          }
        });
    if (data != null) {
      data.finish();
    }
  }

  private void blocks(byte[] key, byte[] record) {
    long number = Keys.number(key);
    int index = Keys.index(key);
    if (!numbers.contains(number)) {
      orphan(Family.BLOCKS, number, "blocks " + index);
      return;
    }
    Subject subject = new Subject.Numbered(number);
    Remedy aside = new Remedy.PutAside(Family.BLOCKS, Payload.wrap(key));
    String name = "its record " + index + " of further blocks ";
    if (index <= 0 || index >= spans(size(number))) {
      findings.add(
          subject, Finding.damage(StoreFault.Kind.BOUNDS, name + "is behind its end", aside));
      return;
    }
    try {
      own(subject, RawFormat.decodeBlocks(record), index, size(number));
    } catch (DamagedRecordException e) {
      String what = name + "cannot be used: " + e.getMessage();
      findings.add(subject, Finding.damage(StoreFault.Kind.UNREADABLE, what, aside));
    }
  }

  private void orphan(Family family, long number, String what) {
    findings.tell(
        StoreFault.of(
            StoreFault.Kind.ORPHAN,
            what + " of object number " + number + " belong to no object",
            new Remedy.DeleteOf(family, number)));
  }

  private void own(Subject subject, RawBlocks blocks, int index, long size) {
    for (int i = 0; i < blocks.length(); i++) {
      long place = blocks.place(i);
      if (place == RawBlocks.HOLE) {
        continue;
      }
      long offset = index * SPAN_BYTES + (long) i * BLOCK_BYTES;
      if (place != RawBlocks.PACKED && !exists(subject, offset, place)) {
        continue;
      }
      if (offset >= size) {
        String what = "it has a block from byte " + offset + " on, behind its end";
        findings.add(subject, Finding.damage(StoreFault.Kind.BOUNDS, what));
      }
      if (place != RawBlocks.PACKED) {
        int valid = Math.clamp(size - offset, 1, BLOCK_BYTES);
        ByteRange bytes = new ByteRange(offset, valid);
        own(new DeepRead.Wanted(subject, bytes, valid, place, blocks.checksum(i)));
      }
    }
    for (RawUnit unit : blocks.units()) {
      own(subject, unit, index * SPAN_BYTES);
    }
  }

  private void own(Subject subject, RawUnit unit, long spanOffset) {
    long offset = spanOffset + (long) unit.first() * BLOCK_BYTES;
    ByteRange bytes = new ByteRange(offset, (long) unit.count() * BLOCK_BYTES);
    int left = unit.packedBytes();
    for (RawStep.Run run : unit.runs()) {
      for (int i = 0; i < run.count(); i++) {
        int valid = Math.min(left, BLOCK_BYTES);
        if (exists(subject, offset, run.place() + i)) {
          own(new DeepRead.Wanted(subject, bytes, valid, run.place() + i, run.checksum(i)));
        }
        left -= valid;
      }
    }
  }

  private boolean exists(Subject subject, long offset, long place) {
    if (!owned.exists(place)) {
      String what = "byte " + offset + " is in block " + place + ", which the device has not";
      findings.add(subject, Finding.damage(StoreFault.Kind.BOUNDS, what));
    }
    return owned.exists(place);
  }

  private void own(DeepRead.Wanted block) {
    owned.add(block.place());
    if (data != null) {
      data.add(block);
    }
  }

  private void maps() throws MetadataException {
    try (Metadata.Cursor entries = metadata.iterate(Family.MAP)) {
      entries.seek(new byte[0]);
      while (entries.isValid()) {
        byte[] key = entries.key();
        if (key.length < Long.BYTES) {
          unreadable(Family.MAP, key, "its key has " + key.length + " bytes");
          entries.next();
          continue;
        }
        long number = Keys.number(key);
        if (!numbers.contains(number)) {
          orphan(Family.MAP, number, "entries of a map");
        } else if ((numbers.fact(number) & 1) == 0) {
          findings.add(
              new Subject.Numbered(number),
              Finding.damage(
                  StoreFault.Kind.ORPHAN, "it has a map, but its record says it has none"));
        }
        entries.seek(Keys.end(Keys.map(number)));
      }
      entries.status();
    }
  }

  private void metas() throws MetadataException {
    try (Metadata.Cursor entries = metadata.iterate(Family.META)) {
      entries.seek(new byte[0]);
      while (entries.isValid()) {
        CollectionId collection = RecordKeys.collection(entries.key());
        if (collection == null) {
          unreadable(Family.META, entries.key(), "its key names no collection");
          entries.next();
        } else {
          mustExist(collection);
          entries.seek(Keys.end(Keys.collection(collection)));
        }
      }
      entries.status();
    }
  }
}
