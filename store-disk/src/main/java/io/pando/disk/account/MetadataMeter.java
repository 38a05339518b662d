package io.pando.disk.account;

/** Reports what a metadata library writes and reads internally. May be read from any thread. */
@FunctionalInterface
public interface MetadataMeter {
  /**
   * Bytes since the library was opened.
   *
   * @param tables first write of tables
   * @param compaction tables written again by compaction
   * @param log the library's own log, without page padding
   * @param padding additional bytes written by flushes of that log
   * @param blocksRead number of table blocks read for queries because they were not in memory
   * @param bytesRead size of those blocks
   */
  record Reading(
      long tables, long compaction, long log, long padding, long blocksRead, long bytesRead) {
    /** A reading of all zeros. */
    public static final Reading NONE = new Reading(0, 0, 0, 0, 0, 0);
  }

  Reading read();
}
