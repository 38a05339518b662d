package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.DirectFile;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first block of a device that the shards of an OSD share. It names the owner, so that no
 * device is mistaken for another, and no device with contents is overwritten.
 *
 * @param shardBlocks blocks of each shard; the shards follow the first MiB, one after another
 */
record DeviceLabel(ClusterId cluster, OsdId osd, int shards, long shardBlocks) {
  /** Blocks kept free at the beginning of a device. */
  static final int RESERVED_BLOCKS = (1 << 20) / BLOCK_BYTES;

  private static final long MAGIC = 0x50414e444f444556L;
  private static final int VERSION = 1;
  private static final int CHECKED_FROM = 12;
  private static final int BYTES = 48;

  /** First block of a shard. */
  long firstBlock(int shard) {
    return RESERVED_BLOCKS + shard * shardBlocks;
  }

  /**
   * The label of an OSD's device. An empty device without a label gets one.
   *
   * @param fresh whether the OSD has no stores yet; otherwise the label must be there
   * @param capacityBytes capacity of all shards together; 0 for the whole device
   */
  static DeviceLabel claim(
      Path path, ClusterId cluster, OsdId osd, int shards, long capacityBytes, boolean fresh)
      throws StoreException {
    try (DirectFile device = DirectFile.open(path, true)) {
      ByteBuffer head = AlignedBuffers.blocks(RESERVED_BLOCKS);
      if (device.size() >= head.remaining()) {
        device.read(0, head);
      }
      DeviceLabel found = of(head.clear());
      if (found != null) {
        found.refuseOther(path, cluster, osd);
        found.refuseShards(path, shards);
        return found;
      }
      if (!fresh) {
        throw unlabelled(path, osd);
      }
      refuseUnlessEmpty(path, head);
      long shardBytes = (capacityBytes == 0 ? space(device) : capacityBytes) / shards;
      DeviceLabel label = new DeviceLabel(cluster, osd, shards, shardBytes / BLOCK_BYTES);
      if (label.shardBlocks == 0 || label.firstBlock(shards) * BLOCK_BYTES > device.size()) {
        throw new StoreException(
            String.format(
                "%s has %s bytes: too few for %s shards of %s bytes and the %s before them",
                path,
                device.size(),
                shards,
                Math.max(shardBytes, BLOCK_BYTES),
                RESERVED_BLOCKS * BLOCK_BYTES));
      }
      ByteBuffer block = AlignedBuffers.blocks(1);
      label.put(block);
      device.writeDurably(0, block);
      return label;
    } catch (IOException e) {
      throw new StoreException(
          path + " cannot be used: " + e + ". Check that it is there, and its permissions", e);
    }
  }

  private static long space(DirectFile device) throws IOException {
    return Math.max(0, device.size() - (long) RESERVED_BLOCKS * BLOCK_BYTES);
  }

  /** Checks that a device belongs to an OSD. */
  static void check(Path path, ClusterId cluster, OsdId osd) throws StoreException, IOException {
    try (DirectFile device = DirectFile.open(path, true)) {
      ByteBuffer block = AlignedBuffers.blocks(1);
      device.read(0, block);
      DeviceLabel found = of(block.clear());
      if (found == null) {
        throw unlabelled(path, osd);
      }
      found.refuseOther(path, cluster, osd);
    }
  }

  private static StoreException unlabelled(Path path, OsdId osd) {
    return new StoreException(
        String.format(
            "%s does not bear the label of %s: it is another device, or its beginning was"
                + " overwritten. Give the device that the OSD was made on (names such as /dev/sdb"
                + " change; those in /dev/disk/by-id do not)",
            path, osd));
  }

  private void refuseShards(Path path, int wanted) throws StoreException {
    if (shards != wanted) {
      throw new StoreException(
          String.format(
              "%s is divided among %s shards, but the OSD has %s: set osd.shards to %s, or,"
                  + " if its contents are not needed, wipe it: dd if=/dev/zero bs=1M count=1 of=%s",
              path, shards, wanted, shards, path));
    }
  }

  private void refuseOther(Path path, ClusterId expected, OsdId expectedOsd) throws StoreException {
    if (!cluster.equals(expected) || !osd.equals(expectedOsd)) {
      throw new StoreException(
          String.format(
              "%s is the device of %s of cluster %s, not of %s of cluster %s. Nothing was"
                  + " changed; give the right device, or, if its contents are not needed, wipe it:"
                  + " dd if=/dev/zero bs=1M count=1 of=%s",
              path, osd, cluster, expectedOsd, expected, path));
    }
  }

  private static void refuseUnlessEmpty(Path path, ByteBuffer head) throws StoreException {
    while (head.hasRemaining()) {
      if (head.get() != 0) {
        throw new StoreException(
            path
                + " holds something already: its first MiB is not empty. Nothing was changed; if"
                + " its contents are not needed, wipe it: dd if=/dev/zero bs=1M count=1 of="
                + path);
      }
    }
  }

  /** Writes the label into a buffer of one block, in big-endian order. */
  void put(ByteBuffer block) {
    UUID id = cluster.value();
    block.clear().putLong(MAGIC).putInt(0).putInt(VERSION);
    block.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    block.putInt(osd.value()).putInt(shards).putLong(shardBlocks);
    block.putInt(Long.BYTES, checksum(block)).clear();
  }

  /** Reads the label; null if there is none. */
  static @Nullable DeviceLabel of(ByteBuffer block) throws StoreException {
    if (block.getLong(0) != MAGIC || block.getInt(Long.BYTES) != checksum(block)) {
      return null;
    }
    ByteBuffer in = block.duplicate().clear().position(CHECKED_FROM);
    int version = in.getInt();
    if (version != VERSION) {
      throw new StoreException("a label of version " + version + ", this program knows " + VERSION);
    }
    ClusterId cluster = new ClusterId(new UUID(in.getLong(), in.getLong()));
    return new DeviceLabel(cluster, new OsdId(in.getInt()), in.getInt(), in.getLong());
  }

  private static int checksum(ByteBuffer block) {
    CRC32C crc = new CRC32C();
    crc.update(block.duplicate().clear().position(CHECKED_FROM).limit(BYTES));
    return (int) crc.getValue();
  }
}
