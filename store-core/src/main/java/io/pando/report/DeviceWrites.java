package io.pando.report;

/**
 * What a store wrote to its devices, in bytes by what they were for. A byte is in one of them only.
 *
 * @param data of clients' objects, in their place
 * @param log of the store's own operation log
 * @param padding that only fills up blocks, of the log and of other files that are flushed
 * @param metadata tables of metadata, as they are written first
 * @param compaction tables of metadata that were written again
 * @param metadataLog of a log that the metadata have for themselves
 * @param writes calls to a device, as far as they are the store's own
 * @param flushes of a device, likewise
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

  /** Bytes of all kinds. */
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

  /** What came since an earlier count. */
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
