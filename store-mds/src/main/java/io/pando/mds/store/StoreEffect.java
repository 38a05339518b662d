package io.pando.mds.store;

import io.pando.op.ObjectOp;
import java.util.List;

/** What the store of a rank does. */
public sealed interface StoreEffect {
  /**
   * Executes operations on an object of the metadata pool: {@link MetadataStore#onAnswer}.
   *
   * @param token for the answer
   * @param object name of the object
   * @param operations executed as a whole
   */
  record Call(long token, String object, List<ObjectOp> operations) implements StoreEffect {}

  /**
   * Records are durable.
   *
   * @param number all records up to this one are
   */
  record Durable(long number) implements StoreEffect {}

  /**
   * A read ended: its rows are in memory, unless the answer was too old. The caller looks again.
   *
   * @param read number of the read
   */
  record Loaded(long read) implements StoreEffect {}

  /**
   * A read failed.
   *
   * @param read number of the read
   * @param why names the object
   */
  record LoadFailed(long read, String why) implements StoreEffect {}

  /**
   * The journal is damaged, so the rank must not be served.
   *
   * @param object name of the object
   * @param offset where in the object, or in the journal
   * @param what as a clause
   */
  record Damaged(String object, long offset, String what) implements StoreEffect {}

  /**
   * The rank cannot continue, because its updates cannot become durable.
   *
   * @param why a sentence with the object and the failure
   */
  record Failed(String why) implements StoreEffect {}
}
