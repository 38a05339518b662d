package io.pando.disk;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.port.ObjectStore;

/** A store on a disk of this machine. */
public interface LocalStore extends ObjectStore, AutoCloseable {
  /**
   * Shows the store's work in a registry.
   *
   * @param tags tags that tell the store from others in the registry
   */
  void bind(MeterRegistry registry, Tags tags);

  /**
   * Makes all submitted transactions durable, and closes. It blocks, so the owner's loop must not
   * call it; the loop may still get answers. No method may be called afterwards. Transactions that
   * still wait for space are lost without an answer.
   */
  @Override
  void close() throws StoreException;
}
