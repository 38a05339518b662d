package io.pando.disk.raw.check;

/** Hears what a check finds while it goes on. */
public interface CheckListener {
  /** Something is wrong. */
  void onFault(Fault fault);

  /**
   * So far it has come; told often.
   *
   * @param objects looked at
   * @param bytesRead of data; 0 unless these are read, too
   */
  default void onProgress(long objects, long bytesRead) {}
}
