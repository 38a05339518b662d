package io.pando.disk.raw.check;

/** Receives findings and progress of a running check. */
public interface CheckListener {
  /** A fault was found. */
  void onFault(StoreFault fault);

  /**
   * Reports progress; called often.
   *
   * @param objects number of objects checked so far
   * @param bytesRead bytes of data read so far; 0 unless data are read too
   */
  default void onProgress(long objects, long bytesRead) {}
}
