package io.pando.message;

import io.pando.group.LogEntry;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.store.StoreOp;
import java.util.List;

/** Between the primary of a group and its replicas, in normal operation (paper 003 §6.3.1). */
public sealed interface ReplicationMessage extends Message {
  PgId group();

  /** Map epoch of the sender. */
  long epoch();

  /**
   * Take this update.
   *
   * @param ops what it does to the object, with all that depended on its state worked out; empty
   *     for a replica that does not have the object yet and will be given it whole
   * @param objects number of objects of the group after it
   * @param bytes their sizes, summed
   * @param committedTo every update up to this one is durable on all acting replicas
   * @param trimTo log entries up to this one may go
   */
  record Replicate(
      PgId group,
      long epoch,
      LogEntry entry,
      List<StoreOp.OnObject> ops,
      long objects,
      long bytes,
      Version committedTo,
      Version trimTo)
      implements ReplicationMessage {
    public Replicate {
      ops = List.copyOf(ops);
    }
  }

  /** The update, and all before it, is durable at the sender. */
  record Replicated(PgId group, long epoch, Version version) implements ReplicationMessage {}
}
