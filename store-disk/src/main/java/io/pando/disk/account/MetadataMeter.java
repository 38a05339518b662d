package io.pando.disk.account;

/** Knows what a library that keeps metadata wrote by itself. May be read from any thread. */
@FunctionalInterface
public interface MetadataMeter {
  /**
   * Bytes since it was opened.
   *
   * @param tables written first
   * @param compaction of tables that were written again
   * @param log of its own, without what fills up pages
   * @param padding what its log's flushes wrote beside
   */
  record Reading(long tables, long compaction, long log, long padding) {
    /** Nothing yet. */
    public static final Reading NONE = new Reading(0, 0, 0, 0);
  }

  Reading read();
}
