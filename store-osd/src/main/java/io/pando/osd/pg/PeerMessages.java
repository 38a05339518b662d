package io.pando.osd.pg;

import io.pando.id.MemberId;
import io.pando.message.FragmentMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;

/**
 * Passes messages of other OSDs to the component that handles them. A message that was sent before
 * this interval is stale. So is a message for a role that this OSD does not have: its sender has
 * another map, and sends the message again if it still holds.
 */
final class PeerMessages {
  private final Replica replica;

  PeerMessages(Replica replica) {
    this.replica = replica;
  }

  void onSaid(Interval interval, Input.PeerSaid said) {
    if (said.epoch() < replica.interval()) {
      return;
    }
    switch (interval) {
      case PrimaryInterval primary -> toPrimary(primary, said.from(), said);
      case ReplicaInterval here -> {
        if (said.message() instanceof ReplicationMessage message) {
          toReplica(here, said, message);
        } else if (replica.membership().isPrimary(said.from())) {
          fromPrimary(here, said.via(), said);
        }
      }
      case Interval.Asleep _ -> {
        // An OSD that is not up by the map takes no part.
      }
    }
  }

  private void toPrimary(PrimaryInterval to, MemberId from, Input.PeerSaid said) {
    switch (said.message()) {
      case PeeringMessage.Notify notify -> {
        replica.leases().learn(notify.leases(), replica.nowNanos());
        to.rollbackWatch.onInfo(from, notify.info(), notify.had());
        to.peering.onNotify(from, notify.info());
        to.postActivation.onNotify(from, notify.info());
      }
      case PeeringMessage.Remember older -> to.peering.onRemember(from, older);
      case PeeringMessage.LogPart part -> to.peering.onLogPart(from, part);
      case PeeringMessage.GetLog getLog -> to.peering.onGetLog(from, getLog);
      case PeeringMessage.Activated activated -> to.peering.onActivated(from, activated);
      case ReplicationMessage.Replicated done -> {
        to.rootWatch.onTold(from, done.version(), done.root());
        to.replication.onReplicated(from, done.version());
      }
      case ReplicationMessage.Root told -> to.rootWatch.onTold(from, told.version(), told.root());
      case ReplicationMessage.Resend _ -> to.replication.onSendAgain();
      case RecoveryMessage recovery -> to.recovery.onMessage(from, recovery);
      case FragmentMessage.FragmentsRead read -> {
        FragmentReads reads = to.recovery.fragments();
        if (reads != null) {
          reads.onRead(from, read);
        }
      }
      case ScrubMessage.RememberScrub remember -> to.scrub.onTold(remember.record());
      case ScrubMessage.ScrubAnswer answer -> to.scrub.onAnswer(from, answer);
      default -> {
        // A message for a replica.
      }
    }
  }

  /** Accepts messages from any member: not all updates come from the primary. */
  private void toReplica(ReplicaInterval to, Input.PeerSaid said, ReplicationMessage message) {
    if (!to.peering.isServing()) {
      return;
    }
    switch (message) {
      case ReplicationMessage.Replicate update ->
          to.replication.onReplicate(said.from(), said.via(), update);
      case ReplicationMessage.Replicated done ->
          to.replication.onReplicated(said.from(), done.version());
      case ReplicationMessage.Committed told -> to.replication.onCommitted(told.to());
      case ReplicationMessage.Resend _, ReplicationMessage.Root _ -> {
        // A message for a primary.
      }
    }
  }

  private void fromPrimary(ReplicaInterval to, Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case PeeringMessage.GetInfo _ -> to.peering.onGetInfo(via);
      case PeeringMessage.GetLog getLog -> to.peering.onGetLog(via, getLog);
      case PeeringMessage.Remember older -> to.peering.onRemember(older);
      case PeeringMessage.Changes changes -> to.peering.onChanges(changes);
      case PeeringMessage.Activate activate -> {
        to.peering.onActivate(via, activate);
        to.rootReporter.onPrimary(via);
      }
      case PeeringMessage.Share share -> {
        to.peering.onShare(share);
        to.rootReporter.onPrimary(via);
      }
      case PeeringMessage.Discard _ -> to.peering.onDiscard();
      case RecoveryMessage.Pull pull -> to.recovery.onPull(via, pull);
      case FragmentMessage.ReadFragments read -> to.fragments.onRead(via, read);
      default -> {
        if (to.peering.isServing()) {
          toServing(to, via, said);
        }
      }
    }
  }

  private void toServing(ReplicaInterval to, Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case RecoveryMessage.Push push -> to.recovery.onPush(via, push);
      case RecoveryMessage.AskSignatures ask -> to.recovery.onAskSignatures(via, ask);
      case RecoveryMessage.Scan scan -> to.recovery.onScan(via, scan);
      case RecoveryMessage.CompareTrees asked -> to.recovery.onCompareTrees(via, asked);
      case RecoveryMessage.Backfilled backfilled -> to.recovery.onBackfilled(via, backfilled);
      case RecoveryMessage.Reserve reserve -> to.recovery.onReserve(via, reserve);
      case RecoveryMessage.Release release -> to.recovery.onRelease(release);
      case ScrubMessage.AskScrub ask -> to.scrub.onAsk(via, ask);
      case ScrubMessage.RememberScrub remember -> to.scrub.onRemember(remember);
      default -> {
        // A message for a primary.
      }
    }
  }
}
