package io.pando.disk;

import io.pando.port.ObjectStore;

/** A store on a disk of this machine. */
public interface LocalStore extends ObjectStore, AutoCloseable {
  /**
   * Makes all submitted transactions durable, and closes. It blocks, so the owner's loop must not
   * call it; the loop may still get answers. No method may be called afterwards. Transactions that
   * still wait for space are lost without an answer.
   */
  @Override
  void close() throws StoreException;
}
