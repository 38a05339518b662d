package io.pando.osd.pg;

import io.pando.id.OsdId;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;

/**
 * Passes messages of other OSDs to the component that handles them. A message that was sent before
 * this interval is stale. So is a message for a role that this OSD does not have: its sender has
 * another map, and sends the message again if it still holds.
 */
final class PeerMessages {
  private final GroupComponents components;

  PeerMessages(GroupComponents components) {
    this.components = components;
  }

  void onSaid(Input.PeerSaid said) {
    if (said.epoch() < components.replica.interval() || !components.isAwake()) {
      return;
    }
    if (components.isPrimary()) {
      toPrimary(said.from(), said);
    } else if (said.message() instanceof ReplicationMessage message) {
      toReplica(said, message);
    } else if (components.replica.membership().isPrimary(said.from())) {
      fromPrimary(said.via(), said);
    }
  }

  private void toPrimary(OsdId from, Input.PeerSaid said) {
    switch (said.message()) {
      case PeeringMessage.Notify notify -> {
        components.replica.leases().learn(notify.leases(), components.replica.nowNanos());
        components.rollbackWatch.onInfo(from, notify.info(), notify.had());
        components.primary.onNotify(from, notify.info());
        components.postActivation.onNotify(from, notify.info());
      }
      case PeeringMessage.Remember older -> components.primary.onRemember(from, older);
      case PeeringMessage.LogPart part -> components.primary.onLogPart(from, part);
      case PeeringMessage.GetLog getLog -> components.primary.onGetLog(from, getLog);
      case PeeringMessage.Activated activated -> components.primary.onActivated(from, activated);
      case ReplicationMessage.Replicated done -> {
        components.rootWatch.onTold(from, done.version(), done.root());
        components.replication.onReplicated(from, done.version());
      }
      case ReplicationMessage.Root told ->
          components.rootWatch.onTold(from, told.version(), told.root());
      case ReplicationMessage.SendAgain _ -> components.replication.onSendAgain();
      case RecoveryMessage.Push push -> components.recovery.onPush(from, push);
      case RecoveryMessage.Signatures signed -> components.recovery.onSignatures(from, signed);
      case RecoveryMessage.Pushed pushed -> components.recovery.onPushed(from, pushed);
      case RecoveryMessage.PushFailed failed -> components.recovery.onFailed(from, failed);
      case RecoveryMessage.Scanned scanned -> components.recovery.onScanned(from, scanned);
      case RecoveryMessage.TreesCompared compared ->
          components.recovery.onTreesCompared(from, compared);
      case RecoveryMessage.BackfillNoted noted -> components.recovery.onBackfillNoted(from, noted);
      case RecoveryMessage.Reserved reserved -> components.recovery.onReserved(from, reserved);
      case RecoveryMessage.Revoked revoked -> components.recovery.onRevoked(from, revoked);
      case ScrubMessage.RememberScrub remember -> components.scrub.onTold(remember.record());
      case ScrubMessage.ScrubAnswer answer -> components.scrub.onAnswer(from, answer);
      default -> {
        // A message for a replica.
      }
    }
  }

  /** Accepts messages from any member: not all updates come from the primary. */
  private void toReplica(Input.PeerSaid said, ReplicationMessage message) {
    if (!components.follower.isServing()) {
      return;
    }
    switch (message) {
      case ReplicationMessage.Replicate update ->
          components.replicaReplication.onReplicate(said.from(), said.via(), update);
      case ReplicationMessage.Replicated done ->
          components.replicaReplication.onReplicated(said.from(), done.version());
      case ReplicationMessage.SendAgain _, ReplicationMessage.Root _ -> {
        // A message for a primary.
      }
    }
  }

  private void fromPrimary(Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case PeeringMessage.GetInfo _ -> components.follower.onGetInfo(via);
      case PeeringMessage.GetLog getLog -> components.follower.onGetLog(via, getLog);
      case PeeringMessage.Remember older -> components.follower.onRemember(older);
      case PeeringMessage.Changes changes -> components.follower.onChanges(changes);
      case PeeringMessage.Activate activate -> {
        components.follower.onActivate(via, activate);
        components.rootBeat.onPrimary(via);
      }
      case PeeringMessage.Share share -> {
        components.follower.onShare(share);
        components.rootBeat.onPrimary(via);
      }
      case PeeringMessage.Discard _ -> components.follower.onDiscard();
      case RecoveryMessage.Pull pull -> components.replicaRecovery.onPull(via, pull);
      default -> {
        if (components.follower.isServing()) {
          toServing(via, said);
        }
      }
    }
  }

  private void toServing(Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case RecoveryMessage.Push push -> components.replicaRecovery.onPush(via, push);
      case RecoveryMessage.AskSignatures ask ->
          components.replicaRecovery.onAskSignatures(via, ask);
      case RecoveryMessage.Scan scan -> components.replicaRecovery.onScan(via, scan);
      case RecoveryMessage.CompareTrees asked ->
          components.replicaRecovery.onCompareTrees(via, asked);
      case RecoveryMessage.Backfilled backfilled ->
          components.replicaRecovery.onBackfilled(via, backfilled);
      case RecoveryMessage.Reserve reserve -> components.replicaRecovery.onReserve(via, reserve);
      case RecoveryMessage.Release release -> components.replicaRecovery.onRelease(release);
      case ScrubMessage.AskScrub ask -> components.scrub.onAsk(via, ask);
      case ScrubMessage.RememberScrub remember -> components.scrub.onRemember(remember);
      default -> {
        // A message for a primary.
      }
    }
  }
}
