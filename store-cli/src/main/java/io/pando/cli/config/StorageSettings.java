package io.pando.cli.config;

import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreKind;
import io.pando.disk.StoreSpace;
import io.pando.disk.device.DataIo;
import io.pando.disk.shards.StoreSettings;
import java.util.List;

/**
 * Settings of OSDs' stores.
 *
 * @param kind kind of store; fixed when the OSD is created
 * @param capacityBytes most disk space that all shards of an OSD together may use; 0: not set
 * @param memory memory of the OSD, of which its store has a part
 * @param stripeBytes for a kv store: bytes of an object in one value; fixed when the OSD is created
 * @param logUnitBytes for a raw store: alignment of batches in its log; larger if the device's
 *     write unit is larger
 * @param io for a raw store: how batches of writes reach the device
 */
public record StorageSettings(
    StoreKind kind,
    long capacityBytes,
    OsdMemory memory,
    int stripeBytes,
    int logUnitBytes,
    DataIo io) {
  private static final long GIB = 1L << 30;
  private static final long USUAL_CAPACITY_BYTES = 100 * GIB;
  private static final long MAX_STRIPE_BYTES = 16L << 20;

  static StorageSettings read(ConfigSection section) {
    return new StorageSettings(
        section.choice("store", List.of(StoreKind.values()), StoreKind::label, StoreKind.RAW),
        section.size("capacity", GIB / 16, 0),
        OsdMemory.read(section),
        stripe(section),
        logUnit(section),
        section.choice("io", List.of(DataIo.values()), DataIo::label, DataIo.AUTO));
  }

  /** Space for all shards; if not set, 0 for the whole of a device. */
  public long capacityBytes(boolean ofDevice) {
    return capacityBytes == 0 && !ofDevice ? USUAL_CAPACITY_BYTES : capacityBytes;
  }

  private static int stripe(ConfigSection section) {
    long bytes = section.size("stripe", StoreSpace.BLOCK_BYTES, 1 << 16);
    if (bytes > MAX_STRIPE_BYTES || bytes % StoreSpace.BLOCK_BYTES != 0) {
      throw section.error(
          "stripe",
          "must be a multiple of 4KiB and at most %s, is %s"
              .formatted(ByteSize.format(MAX_STRIPE_BYTES), ByteSize.format(bytes)));
    }
    return Math.toIntExact(bytes);
  }

  private static int logUnit(ConfigSection section) {
    long least = StoreSettings.LOG_UNIT_BYTES;
    long bytes = section.size("log_unit", least, least);
    if (bytes > StoreSpace.BLOCK_BYTES || Long.bitCount(bytes) != 1) {
      throw section.error(
          "log_unit", "must be 512B, 1KiB, 2KiB or 4KiB, is " + ByteSize.format(bytes));
    }
    return Math.toIntExact(bytes);
  }
}
