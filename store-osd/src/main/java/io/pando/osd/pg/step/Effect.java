package io.pando.osd.pg.step;

import io.pando.cluster.PositionRange;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;
import io.pando.report.OpenOperation;
import io.pando.report.RepairCounts;
import io.pando.store.ObjectQuery;
import io.pando.store.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An action that a placement group requests from its shard. */
public sealed interface Effect {
  /**
   * Submit a transaction to the store; {@link Input.Persisted} reports its end. Transactions end in
   * order.
   */
  record Persist(Transaction transaction) implements Effect {}

  /**
   * Read from the group's collection; {@link Input.ObjectRead} with the token is the answer, or
   * {@link Input.ReadDropped}.
   *
   * @param client stream of the client that gets the data; null if no client does
   */
  record ReadObject(long token, ObjectId object, ObjectQuery query, @Nullable Peer client)
      implements Effect {}

  /**
   * Read objects of the group's collection until {@code maxBytes} are reached; {@link
   * Input.ObjectsRead} with the token is the answer for the first of them, at least one.
   */
  record ReadObjects(long token, List<ObjectId> objects, ObjectQuery query, long maxBytes)
      implements Effect {}

  /**
   * List some parts of the group's collection with the objects' versions; {@link
   * Input.VersionsListed} with the token is the answer.
   */
  record ListVersions(long token, List<PositionRange> parts, @Nullable ObjectId after, int max)
      implements Effect {}

  /** List the group's collection; {@link Input.ObjectsListed} with the token is the answer. */
  record ListObjects(long token, @Nullable ObjectId after, int max) implements Effect {}

  /**
   * Read a part of the collection's ordered map, {@code to} excluded; {@link Input.MetaRead} with
   * the token is the answer.
   */
  record ReadMeta(long token, String from, String to) implements Effect {}

  /** Send a message to a member, on a stream that this OSD dials. */
  record Send(MemberId to, Message message) implements Effect {}

  /** Send a message to an OSD on the stream on which it spoke. */
  record Answer(Peer to, Message message) implements Effect {}

  /** Answer a client; this ends its request. */
  record Reply(Peer to, ObjectMessage.Reply reply) implements Effect {}

  /**
   * Answer a client whose request went to another member of the group, if it listens to this OSD.
   */
  record ReplyToAttendant(long client, ObjectMessage.OperateReply reply) implements Effect {}

  /** End a client's request that another member of the group answers. */
  record EndRequest(Peer client, RequestId request) implements Effect {}

  /** Request that the map record this epoch as the up_thru of this OSD. */
  record RaiseUpThru(long epoch) implements Effect {}

  /** Request that the map override the acting set of the group; an empty list ends the override. */
  record OverrideActing(MemberList acting) implements Effect {}

  /**
   * Request a slot, or change the priority of the request. {@link Input.SlotGranted} grants it,
   * {@link Input.SlotRevoked} takes it back when a more urgent group needs it.
   *
   * @param token identity of this request
   * @param priority a higher number is more urgent
   */
  record AskSlot(Slot slot, long token, int priority) implements Effect {}

  /** Return the slot, or cancel the request for it. */
  record EndSlot(Slot slot) implements Effect {}

  /** Wake the group after this time: {@link Input.Woken}. */
  record WakeAfter(long nanos) implements Effect {}

  /**
   * Request a turn to copy a batch of objects, or to scrub one: {@link Input.TurnGiven} grants it.
   * Client operations may have to go first.
   */
  record AskTurn(long token) implements Effect {}

  /** End a turn: the batch is copied. */
  record EndTurn(long token) implements Effect {}

  /** End all turns of the group, granted and requested. */
  record EndTurns() implements Effect {}

  /** Count recovered copies of objects, sent or fetched. */
  record CountRecovered(long copies, long bytes) implements Effect {}

  /** Counts an operation that was slow and is answered now. */
  record CountSlow(OpenOperation operation) implements Effect {}

  /**
   * Count and time a client's update that is durable on all members.
   *
   * @param orderNanos time from arrival until the update had its place in the group's order
   * @param localNanos time from there until it was durable here
   * @param replicasNanos time from its place in the order until it was durable on all members
   */
  record CountCommit(long orderNanos, long localNanos, long replicasNanos) implements Effect {}

  /** Count a damaged object in the local store. */
  record CountDamaged() implements Effect {}

  /** Count a replica whose hash tree differs from the primary's. */
  record CountDiverged() implements Effect {}

  /** Count a replica that returned without updates that it had had durably. */
  record CountRolledBack() implements Effect {}

  /** Count the work of a comparison of replicas. */
  record CountRepair(RepairCounts done) implements Effect {}

  /** Count work on fragments. */
  record CountFragments(FragmentCounts done) implements Effect {}

  /** Count objects that a scrub compared, and bytes that it read. */
  record CountScrubbed(long objects, long bytes) implements Effect {}

  /** Count objects whose copies a scrub found to differ, and repaired ones. */
  record CountInconsistent(long found, long repaired) implements Effect {}

  /** Forget the group: its collection is removed. */
  record Forget() implements Effect {}

  /** Stop the daemon. */
  record Stop(String why) implements Effect {}

  /** Log a transition, and report the group to the monitors soon. */
  record Report(String what) implements Effect {}
}
