package io.pando.osd.pg.step;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import io.pando.store.CommitOutcome;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.SortedMap;

/** An input of a placement group: a message, a completion, or the passing of time. */
public sealed interface Input {
  /**
   * There is a newer map.
   *
   * @param mapping mapping of the group by this map
   * @param successive whether the map directly follows the one passed before
   * @param awake whether this incarnation of the OSD may serve by this map; if not, the group only
   *     follows its history
   */
  record MapAdvanced(ClusterMap map, GroupMapping mapping, boolean successive, boolean awake)
      implements Input {}

  /** The group's pool was removed. */
  record PoolRemoved(long epoch) implements Input {}

  /**
   * A message about the group from another OSD, which is or was a member.
   *
   * @param via stream for the answer
   * @param epoch epoch of the sender's map, as stated in the message
   */
  record PeerSaid(MemberId from, Peer via, long epoch, Message message) implements Input {}

  /** A client's request for a group that this shard holds. */
  record ClientAsked(Peer client, ObjectMessage.Request request, long wallMillis)
      implements Input {}

  /** The oldest transaction under way has ended. */
  record Persisted(CommitOutcome outcome) implements Input {}

  /** A read has ended. */
  record ObjectRead(long token, ReadOutcome outcome) implements Input {}

  /** A read for a client will not begin, since the client's stream is gone. */
  record ReadDropped(long token) implements Input {}

  /** A read of several objects has ended. */
  record ObjectsRead(long token, List<ReadOutcome> outcomes) implements Input {}

  /** A listing with versions has ended. */
  record VersionsListed(long token, ObjectStore.AttributeListing listing) implements Input {}

  /** A part of the collection's ordered map was read. */
  record MetaRead(long token, SortedMap<String, Payload> entries) implements Input {}

  /** A listing has ended. */
  record ObjectsListed(long token, ObjectStore.Listing listing) implements Input {}

  /** The stream to another OSD broke; messages under way to all members on it may be lost. */
  record PeerReset(OsdId osd) implements Input {}

  /** The group has a slot now. */
  record SlotGranted(Slot slot, long token) implements Input {}

  /** The group has lost the slot to a more urgent group. */
  record SlotRevoked(Slot slot, long token) implements Input {}

  /** The group may copy or scrub a batch of objects. */
  record TurnGiven(long token) implements Input {}

  /** Whether stores are too full for updates that need space has changed. */
  record FullnessChanged(boolean full) implements Input {}

  /** Other members have renewed leases, for which requests may wait. */
  record LeaseRenewed() implements Input {}

  /** The time requested by {@link Effect.WakeAfter} is over. */
  record Woken() implements Input {}

  /**
   * Time has passed.
   *
   * @param wallMillis wall-clock time, which may jump
   */
  record Ticked(long wallMillis) implements Input {}
}
