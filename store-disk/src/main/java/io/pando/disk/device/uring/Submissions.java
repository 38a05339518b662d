package io.pando.disk.device.uring;

import java.io.IOException;

/** Writes that are submitted to the kernel together. One thread at a time uses it. */
interface Submissions {
  /** Receives the result of each write. */
  interface Results {
    /**
     * A write has ended.
     *
     * @param token token given to the write
     * @param result number of bytes written; if negative, a negated error number
     */
    void onResult(int token, int result);
  }

  /** Maximum number of writes per submission. */
  int capacity();

  /** Prepares a write; the memory must not change until {@link #run} has returned. */
  void write(int token, int file, long offset, long address, int bytes);

  /**
   * Submits all prepared writes, and returns when each has ended, in any order.
   *
   * @throws IOException if the outcome of the writes is unknown; the ring is unusable then
   */
  void run(Results results) throws IOException;

  /** Releases its system resources. */
  void close();
}
