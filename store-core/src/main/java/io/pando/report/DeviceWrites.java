package io.pando.report;

/**
 * Bytes that a store wrote to its devices, by purpose. Each byte is counted once.
 *
 * @param data bytes of clients' objects, written to their final place
 * @param log bytes of the store's operation log
 * @param padding bytes that only pad blocks, in the log and in other files that are flushed
 * @param metadata bytes of metadata tables when first written
 * @param compaction bytes of metadata tables written again by compaction
 * @param metadataLog bytes of the metadata's own log
 * @param writes number of write calls to devices, as far as the store itself makes them
 * @param flushes number of flushes of devices, likewise
 */
public record DeviceWrites(
    long data,
    long log,
    long padding,
    long metadata,
    long compaction,
    long metadataLog,
    long writes,
    long flushes) {
  public static final DeviceWrites NONE = new DeviceWrites(0, 0, 0, 0, 0, 0, 0, 0);

  /** The sum of all bytes. */
  public long bytes() {
    return data + log + padding + metadata + compaction + metadataLog;
  }

  public DeviceWrites plus(DeviceWrites other) {
    return new DeviceWrites(
        data + other.data,
        log + other.log,
        padding + other.padding,
        metadata + other.metadata,
        compaction + other.compaction,
        metadataLog + other.metadataLog,
        writes + other.writes,
        flushes + other.flushes);
  }

  /** The difference to an earlier count. */
  public DeviceWrites since(DeviceWrites before) {
    return new DeviceWrites(
        data - before.data,
        log - before.log,
        padding - before.padding,
        metadata - before.metadata,
        compaction - before.compaction,
        metadataLog - before.metadataLog,
        writes - before.writes,
        flushes - before.flushes);
  }
}
