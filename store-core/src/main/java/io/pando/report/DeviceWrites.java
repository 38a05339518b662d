package io.pando.report;

/**
 * Bytes that a store wrote to its devices, by purpose. Each byte is counted once.
 *
 * @param data bytes of clients' objects, written to their final place
 * @param log bytes of the store's operation log
 * @param padding bytes that only pad blocks, in the log and in other files that are flushed
 * @param tables bytes of metadata
 * @param calls number of calls
 */
public record DeviceWrites(long data, long log, long padding, Tables tables, Calls calls) {
  public static final DeviceWrites NONE =
      new DeviceWrites(0, 0, 0, new Tables(0, 0, 0), new Calls(0, 0));

  /**
   * Bytes of the metadata's tables.
   *
   * @param metadata bytes of tables when first written
   * @param compaction bytes of tables written again by compaction
   * @param metadataLog bytes of the metadata's own log
   */
  public record Tables(long metadata, long compaction, long metadataLog) {}

  /**
   * Calls to devices, as far as the store itself makes them.
   *
   * @param writes number of write calls
   * @param flushes number of flushes
   */
  public record Calls(long writes, long flushes) {}

  /** The sum of all bytes. */
  public long bytes() {
    return data + log + padding + tables.metadata + tables.compaction + tables.metadataLog;
  }

  public DeviceWrites plus(DeviceWrites other) {
    return combined(other, 1);
  }

  /** The difference to an earlier count. */
  public DeviceWrites since(DeviceWrites before) {
    return combined(before, -1);
  }

  private DeviceWrites combined(DeviceWrites other, int sign) {
    return new DeviceWrites(
        data + sign * other.data,
        log + sign * other.log,
        padding + sign * other.padding,
        new Tables(
            tables.metadata + sign * other.tables.metadata,
            tables.compaction + sign * other.tables.compaction,
            tables.metadataLog + sign * other.tables.metadataLog),
        new Calls(
            calls.writes + sign * other.calls.writes, calls.flushes + sign * other.calls.flushes));
  }
}
