package io.pando.disk.serve;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/** A request of a store's owner. */
sealed interface Request {
  /**
   * A transaction.
   *
   * @param bytes size of its data and entries
   */
  record Submit(Transaction transaction, long bytes, Consumer<CommitOutcome> done)
      implements Request {
    Submit(Transaction transaction, Consumer<CommitOutcome> done) {
      this(transaction, weightBytes(transaction), done);
    }
  }

  /**
   * A query.
   *
   * @param settled whether everything submitted before must be durable first
   */
  record Ask<T>(Query<T> query, boolean settled, Consumer<T> done) implements Request {
    /** Runs the query; running the result hands over the answer. */
    Runnable ask(ReadableStore volume)
        throws IOException, MetadataException, DamagedRecordException {
      T answer = query.ask(volume);
      return () -> done.accept(answer);
    }
  }

  /** A request to check the medium's space. */
  record Look() implements Request {}

  private static long weightBytes(Transaction transaction) {
    long bytes = 0;
    for (StoreOp op : transaction.ops()) {
      bytes +=
          switch (op) {
            case StoreOp.Write write -> write.data().size();
            case StoreOp.PutMeta put -> weightBytes(put.entries());
            case StoreOp.PutMap put -> weightBytes(put.entries());
            case StoreOp.PutAttributes put -> weightBytes(put.attributes());
            default -> 0;
          };
    }
    return bytes;
  }

  private static long weightBytes(Map<String, Payload> entries) {
    long bytes = 0;
    for (var entry : entries.entrySet()) {
      bytes += entry.getKey().length() + entry.getValue().size();
    }
    return bytes;
  }
}
