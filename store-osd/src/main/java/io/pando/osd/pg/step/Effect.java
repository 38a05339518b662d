package io.pando.osd.pg.step;

import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;
import io.pando.report.RepairCounts;
import io.pando.store.ObjectQuery;
import io.pando.store.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a placement group wants done. */
public sealed interface Effect {
  /** Submit to the store; {@link Input.Persisted} tells the end, in order. */
  record Persist(Transaction transaction) implements Effect {}

  /**
   * Read from the group's collection; {@link Input.ObjectRead} with the token is the answer, or
   * {@link Input.ReadDropped}.
   *
   * @param client who is to be told what is read; null if nobody is
   */
  record ReadObject(long token, ObjectId object, ObjectQuery query, @Nullable Peer client)
      implements Effect {}

  /**
   * Read objects of the group's collection until {@code maxBytes} have come together; {@link
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
   * Read a part of the collection's own map, {@code to} not included; {@link Input.MetaRead} with
   * the token is the answer.
   */
  record ReadMeta(long token, String from, String to) implements Effect {}

  /** Send to an OSD of our own accord. */
  record Send(OsdId to, Message message) implements Effect {}

  /** Send to an OSD on the stream by which it spoke to us. */
  record Answer(Peer to, Message message) implements Effect {}

  /** Tell a client; its request is done with. */
  record Reply(Peer to, ObjectMessage.Reply reply) implements Effect {}

  /** Tell a client that asked another member of the group, if it attends here. */
  record Tell(long client, ObjectMessage.OperateReply reply) implements Effect {}

  /** A client's request is done with: another member of the group tells it. */
  record Settle(Peer client, RequestId request) implements Effect {}

  /** Have the map record that we are up in this epoch. */
  record RaiseUpThru(long epoch) implements Effect {}

  /** Have the map give the group another acting set; empty ends that. */
  record OverrideActing(List<OsdId> acting) implements Effect {}

  /**
   * Ask for a slot, or, having asked already, with another priority: {@link Input.SlotGranted}, or
   * {@link Input.SlotRevoked} once something more urgent needs it.
   *
   * @param token names this wish
   * @param priority the more the more urgent
   */
  record AskSlot(Slot slot, long token, int priority) implements Effect {}

  /** Give the slot, or the wish for it, back. */
  record EndSlot(Slot slot) implements Effect {}

  /** Wake the group after so long: {@link Input.Woken}. */
  record WakeAfter(long nanos) implements Effect {}

  /**
   * Ask to copy a batch of objects, or to look at one: {@link Input.TurnGiven}. Clients may have to
   * come first.
   */
  record AskTurn(long token) implements Effect {}

  /** The batch is copied. */
  record EndTurn(long token) implements Effect {}

  /** No batch is under way or wanted any more. */
  record EndTurns() implements Effect {}

  /** Copies of objects were made or fetched. */
  record CountRecovered(long copies, long bytes) implements Effect {}

  /**
   * A client's update is durable on all members.
   *
   * @param orderNanos from its arrival until it had its place in the group's order
   * @param localNanos from there until it was durable here
   * @param replicasNanos from its place in the order until it was durable on all
   */
  record CountCommit(long orderNanos, long localNanos, long replicasNanos) implements Effect {}

  /** A damaged object was found in the local store. */
  record CountDamaged() implements Effect {}

  /** The hash tree of a replica differs from the primary's. */
  record CountDiverged() implements Effect {}

  /** A replica came back without updates that it had had durably. */
  record CountRolledBack() implements Effect {}

  /** It was looked for what replicas have otherwise. */
  record CountRepair(RepairCounts done) implements Effect {}

  /** Objects were looked at, or read, by a scrub. */
  record CountScrubbed(long objects, long bytes) implements Effect {}

  /** A scrub found objects whose copies differ, or they were repaired. */
  record CountInconsistent(long found, long repaired) implements Effect {}

  /** The collection is removed: forget the group. */
  record Forget() implements Effect {}

  /** The daemon must stop. */
  record Stop(String why) implements Effect {}

  /** A transition, for the log. */
  record Report(String what) implements Effect {}
}
