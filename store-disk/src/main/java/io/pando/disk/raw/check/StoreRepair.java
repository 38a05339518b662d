package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.device.AlignedBuffers;
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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies the remedies that a check proposed, in batches that become durable one after another.
 * After an interruption, another check and repair completes the work.
 */
public final class StoreRepair {
  private static final int BATCH = 500;

  private final Metadata metadata;
  private final BlockDevice device;
  private final OwnedBlocks owned;
  private final AsideFile aside;
  private final ByteBuffer buffer = AlignedBuffers.blocks(1);
  private long nextNumber;

  private StoreRepair(
      Metadata metadata, BlockDevice device, StoreCheck.Census census, AsideFile aside) {
    this.metadata = metadata;
    this.device = device;
    this.owned = census.owned();
    this.nextNumber = census.lastNumber() + 1;
    this.aside = aside;
  }

  /**
   * Applies the remedies; nothing may have changed since the check.
   *
   * @param census result of the check; consumed by this call
   * @param asideFile file for copies of unusable records
   * @return number of distinct remedies applied
   */
  public static int run(
      Metadata metadata,
      BlockDevice device,
      StoreCheck.Census census,
      List<Remedy> remedies,
      Path asideFile)
      throws IOException, MetadataException, DamagedRecordException {
    SequencedSet<Remedy> different = new LinkedHashSet<>(remedies);
    boolean recount = different.remove(new Remedy.CountShares());
    try (AsideFile aside = new AsideFile(asideFile)) {
      StoreRepair repair = new StoreRepair(metadata, device, census, aside);
      int taken = 0;
      for (Remedy remedy : different) {
        repair.take(remedy);
        if (++taken % BATCH == 0) {
          repair.commit();
        }
      }
      repair.commit();
      // Also if blocks were released: those that a repaired object no longer owns are not shared.
      ShareCount.run(metadata, device.blocks());
      repair.commit();
      return taken + (recount ? 1 : 0);
    }
  }

  private void commit() throws IOException, MetadataException {
    aside.flush();
    device.flush();
    metadata.commit();
  }

  private void take(Remedy remedy) throws IOException, MetadataException, DamagedRecordException {
    switch (remedy) {
      case Remedy.PutAside put -> putAside(put.family(), put.key().toByteArray(), put.what());
      case Remedy.DeleteOf delete -> {
        byte[] prefix = Keys.map(delete.number());
        metadata.deleteRange(delete.family(), prefix, Keys.end(prefix));
      }
      case Remedy.NoteCollection note ->
          metadata.put(Family.COLLECTION, Keys.collection(note.collection()), new byte[0]);
      case Remedy.MarkObject mark -> mark(mark);
      case Remedy.EmptyObject empty -> {
        putAside(Family.OBJECT, empty.key().toByteArray(), empty.why());
        put(empty.key(), emptied(empty.why()));
      }
      case Remedy.SeparateBlock separate -> separate(separate);
      case Remedy.CountShares _ -> {}
    }
  }

  private RawObject emptied(String why) {
    return new RawObject(
        nextNumber++, 0, false, new TreeMap<>(Utf8Order.INSTANCE), new RawBlocks(), why);
  }

  private void put(Payload key, RawObject object) throws MetadataException {
    metadata.put(Family.OBJECT, key.toByteArray(), RawFormat.encode(object));
  }

  private void putAside(Family family, byte[] key, String why)
      throws IOException, MetadataException {
    byte[] value = metadata.get(family, key);
    if (value != null) {
      aside.add(family, key, value, why);
      metadata.delete(family, key);
    }
  }

  /** The object keeps everything but blocks that cannot be its own. */
  private void mark(Remedy.MarkObject mark) throws MetadataException, DamagedRecordException {
    byte[] record = metadata.get(Family.OBJECT, mark.key().toByteArray());
    if (record == null) {
      return;
    }
    RawObject object = RawFormat.decodeObject(record);
    keepWithin(object.head(), object.size(), 0);
    long spans = (object.size() + StoreCheck.SPAN_BYTES - 1) / StoreCheck.SPAN_BYTES;
    byte[] prefix = Keys.map(object.number());
    TreeMap<Integer, RawBlocks> changed = new TreeMap<>();
    metadata.each(
        Family.BLOCKS,
        prefix,
        (key, value) -> {
          int index = Keys.index(key);
          RawBlocks blocks = decode(value);
          if (blocks != null && index < spans && keepWithin(blocks, object.size(), index)) {
            changed.put(index, blocks);
          }
        });
    for (var entry : changed.entrySet()) {
      metadata.put(
          Family.BLOCKS,
          Keys.blocks(object.number(), entry.getKey()),
          RawFormat.encode(entry.getValue()));
    }
    // It is unknown whether the object has a map, so it counts as having one. It ends where its
    // last block does, so that the next check does not report bytes behind its old end.
    long end = Math.ceilDiv(object.size(), BLOCK_BYTES) * BLOCK_BYTES;
    RawObject marked =
        new RawObject(object.number(), end, true, object.attributes(), object.head(), mark.why());
    put(mark.key(), marked);
  }

  private static @Nullable RawBlocks decode(byte[] record) {
    try {
      return RawFormat.decodeBlocks(record);
    } catch (DamagedRecordException putAside) {
      // The record has a remedy of its own.
      return null;
    }
  }

  private boolean keepWithin(RawBlocks blocks, long size, int index) {
    boolean changed = false;
    for (int i = 0; i < blocks.length(); i++) {
      boolean within = index * StoreCheck.SPAN_BYTES + (long) i * BLOCK_BYTES < size;
      if (blocks.place(i) != RawBlocks.HOLE && !(within && exists(blocks, i))) {
        blocks.clear(i);
        changed = true;
      }
    }
    return changed;
  }

  private boolean exists(RawBlocks blocks, int slot) {
    RawUnit unit = blocks.unit(slot);
    return unit == null
        ? owned.exists(blocks.place(slot))
        : unit.allPlaces().stream().allMatch(owned::exists);
  }

  private void separate(Remedy.SeparateBlock separate)
      throws IOException, MetadataException, DamagedRecordException {
    byte[] key = separate.key().toByteArray();
    byte[] record = metadata.get(separate.family(), key);
    if (record == null) {
      return;
    }
    if (separate.family() == Family.OBJECT) {
      RawObject object = RawFormat.decodeObject(record);
      separate(object.head(), separate.slot());
      put(separate.key(), object);
    } else {
      RawBlocks blocks = RawFormat.decodeBlocks(record);
      separate(blocks, separate.slot());
      metadata.put(separate.family(), key, RawFormat.encode(blocks));
    }
  }

  /** The contents are kept, with a checksum that cannot match. */
  private void separate(RawBlocks blocks, int slot) throws IOException {
    RawUnit unit = blocks.unit(slot);
    if (unit != null) {
      separate(blocks, unit);
    } else if (blocks.place(slot) != RawBlocks.HOLE) {
      RawStep.Run own = separate(blocks.place(slot));
      blocks.set(slot, own.place(), own.checksum(0));
    }
  }

  private void separate(RawBlocks blocks, RawUnit unit) throws IOException {
    List<RawStep.Run> runs = new ArrayList<>();
    for (long place : unit.allPlaces()) {
      runs.add(separate(place));
    }
    RawUnit own =
        new RawUnit(unit.first(), unit.count(), unit.compression(), unit.packedBytes(), runs);
    for (int i = unit.first(); i < unit.first() + unit.count(); i++) {
      if (unit.equals(blocks.unit(i))) {
        blocks.pack(i, own);
      }
    }
  }

  private RawStep.Run separate(long from) throws IOException {
    long place = owned.take();
    if (place < 0) {
      throw new IOException(
          "there is no free block to mark as damaged: remove objects first, or the whole store");
    }
    try {
      device.read(from, buffer.clear());
    } catch (IOException unreadable) {
      buffer.clear().put(new byte[BLOCK_BYTES]);
    }
    device.reserve(place, place + 1);
    device.write(place, buffer.clear());
    return RawStep.Run.of(place, ~Payload.copyOf(buffer.clear()).crc32c());
  }
}
