package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.collect.Utf8Order;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawShares;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A store's records made one by one by a test, and the blocks that they name. */
final class StoreRecords {
  static final CollectionId HERE = CollectionId.of(new PgId(new PoolId(3), 5));
  static final int BLOCKS = 300;

  final HeapMetadata metadata = new HeapMetadata();
  final FaultyMedium medium = new FaultyMedium(new Random64(1));
  final BlockDevice device = medium.device(BLOCKS);

  StoreRecords() {
    metadata.put(Family.COLLECTION, Keys.collection(HERE), new byte[0]);
  }

  static Payload key(ObjectId id) {
    return Payload.wrap(Keys.object(HERE, id));
  }

  static RawObject object(long number, long size, RawBlocks head) {
    return new RawObject(number, size, false, new TreeMap<>(Utf8Order.INSTANCE), head, "");
  }

  /** The same object, marked as damaged. */
  static RawObject damaged(RawObject object, String why) {
    return new RawObject(
        object.number(), object.size(), object.hasMap(), object.attributes(), object.head(), why);
  }

  void put(ObjectId id, RawObject object) {
    metadata.put(Family.OBJECT, Keys.object(HERE, id), RawFormat.encode(object));
  }

  void put(long number, int index, RawBlocks blocks) {
    metadata.put(Family.BLOCKS, Keys.blocks(number, index), RawFormat.encode(blocks));
  }

  /**
   * A record with one uncompressed block at each of these places, in order; {@link RawBlocks#HOLE}
   * makes a hole.
   */
  static RawBlocks at(long... places) {
    RawBlocks blocks = new RawBlocks();
    for (int i = 0; i < places.length; i++) {
      if (places[i] != RawBlocks.HOLE) {
        blocks.set(i, places[i], checksum(places[i], BLOCK_BYTES));
      }
    }
    return blocks;
  }

  /** A unit of {@code count} blocks packed into the blocks at these places. */
  static RawUnit unit(int first, int count, int packedBytes, long... places) {
    List<RawStep.Run> runs = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      int valid = Math.min(BLOCK_BYTES, packedBytes - i * BLOCK_BYTES);
      runs.add(RawStep.Run.of(places[i], checksum(places[i], valid)));
    }
    return new RawUnit(first, count, Compression.LZ4, packedBytes, runs);
  }

  static RawBlocks packed(RawUnit... units) {
    RawBlocks blocks = new RawBlocks();
    for (RawUnit unit : units) {
      for (int i = unit.first(); i < unit.first() + unit.count(); i++) {
        blocks.pack(i, unit);
      }
    }
    return blocks;
  }

  void shares(long page, Integer... others) {
    metadata.put(
        Family.SHARED, Keys.page(page), RawRecords.SHARES.toBytes(new RawShares(List.of(others))));
  }

  /** The bytes that {@link #write} writes to a place. */
  static byte[] bytes(long place, int valid) {
    byte[] bytes = new byte[BLOCK_BYTES];
    new Random64(place).nextBytes(bytes);
    for (int i = 0; i < BLOCK_BYTES; i++) {
      bytes[i] = (byte) (i < valid ? bytes[i] | 1 : 0);
    }
    return bytes;
  }

  static int checksum(long place, int valid) {
    return Payload.wrap(bytes(place, valid)).crc32c();
  }

  /** Writes a block whose first {@code valid} bytes are not zero. */
  void write(long place, int valid) throws IOException {
    device.write(place, AlignedBuffers.blocks(1).put(bytes(place, valid)).clear());
    device.flush();
  }
}
