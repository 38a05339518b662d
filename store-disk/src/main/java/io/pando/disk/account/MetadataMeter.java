package io.pando.disk.account;

/**
 * Knows what a library that keeps metadata wrote and read by itself. May be read from any thread.
 */
@FunctionalInterface
public interface MetadataMeter {
  /**
   * Bytes since it was opened.
   *
   * @param tables written first
   * @param compaction of tables that were written again
   * @param log of its own, without what fills up pages
   * @param padding what its log's flushes wrote beside
   * @param blocksRead blocks of tables that were read for questions, since they were not in memory
   * @param bytesRead of those
   */
  record Reading(
      long tables, long compaction, long log, long padding, long blocksRead, long bytesRead) {
    /** Nothing yet. */
    public static final Reading NONE = new Reading(0, 0, 0, 0, 0, 0);
  }

  Reading read();
}
