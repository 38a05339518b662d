package io.pando.message;

import io.pando.group.LogEntry;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.store.StoreOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Among the members of a group, in normal operation (paper 003 §6.3.1). */
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
   * @param committedTo every update up to this one is durable on all members
   * @param trimTo log entries up to this one may go
   * @param without members that do not have the object yet and will be given it whole: they take
   *     the entry alone
   * @param tell whether who collects tells the client
   */
  record Replicate(
      PgId group,
      long epoch,
      LogEntry entry,
      List<StoreOp.OnObject> ops,
      long objects,
      long bytes,
      Version committedTo,
      Version trimTo,
      List<OsdId> without,
      boolean tell)
      implements ReplicationMessage {
    public Replicate {
      ops = List.copyOf(ops);
      without = List.copyOf(without);
    }
  }

  /**
   * The update, and all before it, is durable at the sender; if the sender collects, on all
   * members.
   *
   * @param root of the sender's hash tree as of that version, for the primary; null if it cannot be
   *     told, or is told to another member
   */
  record Replicated(PgId group, long epoch, Version version, @Nullable Digest root)
      implements ReplicationMessage {}

  /** To the primary: send again what is not on all members, for some of it may be lost. */
  record SendAgain(PgId group, long epoch) implements ReplicationMessage {}

  /**
   * To the primary, from who lacks nothing: the root of the hash tree here as of this version.
   * Acknowledgements tell it in passing; this one is for members that do not acknowledge to the
   * primary, and for groups at rest.
   */
  record Root(PgId group, long epoch, Version version, Digest root) implements ReplicationMessage {}
}
