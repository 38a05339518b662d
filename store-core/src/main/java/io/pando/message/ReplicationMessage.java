package io.pando.message;

import io.pando.group.LogEntry;
import io.pando.group.Undo;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.store.StoreOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages among the members of a group in normal operation (paper 003 §6.3.1). */
public sealed interface ReplicationMessage extends GroupMessage {
  /**
   * An update of an object, with the totals of the group after it.
   *
   * @param ops steps on the object, with everything that depends on its state resolved; empty for a
   *     replica that lacks the object and gets it by recovery
   * @param objects number of objects of the group
   * @param bytes sum of their sizes
   * @param undo how a member with a fragment takes the update back; null for replicas, and for
   *     members that only store the log entry
   */
  record Update(
      LogEntry entry, List<StoreOp.OnObject> ops, long objects, long bytes, @Nullable Undo undo) {
    public Update {
      ops = List.copyOf(ops);
    }

    /** An update that replicas do not take back. */
    public Update(LogEntry entry, List<StoreOp.OnObject> ops, long objects, long bytes) {
      this(entry, ops, objects, bytes, null);
    }

    /** Whether the update replaces the object as a whole, so that its old copy is not needed. */
    public boolean replacesObject() {
      return !ops.isEmpty() && ops.getFirst() instanceof StoreOp.Remove;
    }

    /** The update for a replica that lacks the object: it stores only the log entry. */
    public Update withoutSteps() {
      return new Update(entry, List.of(), objects, bytes);
    }
  }

  /**
   * Sends an update to a member.
   *
   * @param update the update
   * @param progress how far the group has come
   * @param without members that lack the object and get it by recovery: they store only the log
   *     entry
   * @param answerClient whether the collector answers the client
   */
  record Replicate(
      PgId group,
      long epoch,
      Update update,
      Progress progress,
      List<OsdId> without,
      boolean answerClient)
      implements ReplicationMessage {
    /**
     * How far the updates of the group have come.
     *
     * @param committedTo version up to which every update is durable on all members
     * @param trimTo version up to which log entries may be trimmed
     */
    public record Progress(Version committedTo, Version trimTo) {}

    public Replicate {
      without = List.copyOf(without);
    }

    /** The log entry of the update. */
    public LogEntry entry() {
      return update.entry();
    }
  }

  /**
   * Acknowledges an update: it and all before it are durable at the sender or, if the sender is the
   * collector, on all members.
   *
   * @param root root of the sender's hash tree as of that version, for the primary; null if it is
   *     not known, or if the receiver is another member
   */
  record Replicated(PgId group, long epoch, Version version, @Nullable Digest root)
      implements ReplicationMessage {}

  /**
   * To the primary: asks it to resend the updates that are not on all members, since some may be
   * lost.
   */
  record Resend(PgId group, long epoch) implements ReplicationMessage {}

  /**
   * From the primary to a member with fragments: every update up to this version is on all members,
   * so it will not be taken back. Updates tell the same; this message is for idle groups.
   */
  record Committed(PgId group, long epoch, Version to) implements ReplicationMessage {}

  /**
   * To the primary, from a member that lacks nothing: the root of its hash tree as of this version.
   * Acknowledgements carry it too; this message is for members that do not acknowledge to the
   * primary, and for idle groups.
   */
  record Root(PgId group, long epoch, Version version, Digest root) implements ReplicationMessage {}
}
