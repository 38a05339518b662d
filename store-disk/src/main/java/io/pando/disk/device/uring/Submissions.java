package io.pando.disk.device.uring;

import java.io.IOException;

/** Writes that are handed to the kernel together. One thread at a time uses it. */
interface Submissions {
  /** What became of one of them. */
  interface Results {
    /**
     * It has ended.
     *
     * @param token that it was given
     * @param result bytes that were written; negative: the number of an error
     */
    void onResult(int token, int result);
  }

  /** Most of them that are handed over together. */
  int capacity();

  /** One more; the memory must stay as it is until it has run. */
  void write(int token, int file, long offset, long address, int bytes);

  /**
   * Hands over all that were prepared, and returns when each has ended, in whatever order.
   *
   * @throws IOException if nobody knows what became of them; it cannot be used any more then
   */
  void run(Results results) throws IOException;

  /** Gives back what it has of the system. */
  void close();
}
