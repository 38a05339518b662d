package io.pando.mds.journal;

import io.pando.bytes.Payload;

/**
 * What a journal wants to be done with objects of the metadata pool. The order of writes to one
 * object is the order of the effects.
 */
public sealed interface JournalEffect {
  /**
   * Writes a batch: {@link JournalWriter#onWritten} once it is durable.
   *
   * @param object name of the object
   * @param offset where in the object
   * @param bytes the batch
   */
  record Write(String object, long offset, Payload bytes) implements JournalEffect {}

  /**
   * Stores where the journal begins: {@link JournalWriter#onHeadWritten} once that is durable.
   *
   * @param object name of the head object
   * @param head the new head
   */
  record WriteHead(String object, JournalHead head) implements JournalEffect {}

  /**
   * Removes an object that the journal does not need any more, and that may be absent: {@link
   * JournalWriter#onRemoved} once that is durable.
   *
   * @param object name of the object
   * @param number its number, for the answer
   */
  record Remove(String object, long number) implements JournalEffect {}
}
