package io.pando.osd.pg;

import io.pando.id.OsdId;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;

/**
 * Hands what other OSDs say to the room it is for. What was said before this interval is stale, and
 * so is what is meant for another role than this OSD has: its sender has another map, and will say
 * it again if it still holds.
 */
final class PeerMessages {
  private final Rooms rooms;

  PeerMessages(Rooms rooms) {
    this.rooms = rooms;
  }

  void onSaid(Input.PeerSaid said) {
    if (said.epoch() < rooms.replica.interval() || !rooms.isAwake()) {
      return;
    }
    if (rooms.isPrimary()) {
      toPrimary(said.from(), said);
    } else if (said.message() instanceof ReplicationMessage message) {
      toReplica(said, message);
    } else if (rooms.replica.membership().isPrimary(said.from())) {
      fromPrimary(said.via(), said);
    }
  }

  private void toPrimary(OsdId from, Input.PeerSaid said) {
    switch (said.message()) {
      case PeeringMessage.Notify notify -> {
        rooms.replica.leases().learn(notify.leases(), rooms.replica.nowNanos());
        rooms.rollbackWatch.onInfo(from, notify.info(), notify.had());
        rooms.primary.onNotify(from, notify.info());
        rooms.wayToClean.onNotify(from, notify.info());
      }
      case PeeringMessage.Remember older -> rooms.primary.onRemember(from, older);
      case PeeringMessage.LogPart part -> rooms.primary.onLogPart(from, part);
      case PeeringMessage.GetLog getLog -> rooms.primary.onGetLog(from, getLog);
      case PeeringMessage.Activated activated -> rooms.primary.onActivated(from, activated);
      case ReplicationMessage.Replicated done -> {
        rooms.rootWatch.onTold(from, done.version(), done.root());
        rooms.replication.onReplicated(from, done.version());
      }
      case ReplicationMessage.Root told ->
          rooms.rootWatch.onTold(from, told.version(), told.root());
      case ReplicationMessage.SendAgain _ -> rooms.replication.onSendAgain();
      case RecoveryMessage.Push push -> rooms.recovery.onPush(from, push);
      case RecoveryMessage.Signatures signed -> rooms.recovery.onSignatures(from, signed);
      case RecoveryMessage.Pushed pushed -> rooms.recovery.onPushed(from, pushed);
      case RecoveryMessage.PushFailed failed -> rooms.recovery.onFailed(from, failed);
      case RecoveryMessage.Scanned scanned -> rooms.recovery.onScanned(from, scanned);
      case RecoveryMessage.TreesCompared compared -> rooms.recovery.onTreesCompared(from, compared);
      case RecoveryMessage.BackfillNoted noted -> rooms.recovery.onBackfillNoted(from, noted);
      case RecoveryMessage.Reserved reserved -> rooms.recovery.onReserved(from, reserved);
      case RecoveryMessage.Revoked revoked -> rooms.recovery.onRevoked(from, revoked);
      case ScrubMessage.RememberScrub remember -> rooms.scrub.onTold(remember.record());
      case ScrubMessage.ScrubAnswer answer -> rooms.scrub.onAnswer(from, answer);
      default -> {
        // Meant for a replica.
      }
    }
  }

  /** Of any member: not all updates come from the primary. */
  private void toReplica(Input.PeerSaid said, ReplicationMessage message) {
    if (!rooms.follower.isServing()) {
      return;
    }
    switch (message) {
      case ReplicationMessage.Replicate update ->
          rooms.replicaReplication.onReplicate(said.from(), said.via(), update);
      case ReplicationMessage.Replicated done ->
          rooms.replicaReplication.onReplicated(said.from(), done.version());
      case ReplicationMessage.SendAgain _, ReplicationMessage.Root _ -> {
        // Meant for a primary.
      }
    }
  }

  private void fromPrimary(Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case PeeringMessage.GetInfo _ -> rooms.follower.onGetInfo(via);
      case PeeringMessage.GetLog getLog -> rooms.follower.onGetLog(via, getLog);
      case PeeringMessage.Remember older -> rooms.follower.onRemember(older);
      case PeeringMessage.Changes changes -> rooms.follower.onChanges(changes);
      case PeeringMessage.Activate activate -> {
        rooms.follower.onActivate(via, activate);
        rooms.rootBeat.onPrimary(via);
      }
      case PeeringMessage.Share share -> {
        rooms.follower.onShare(share);
        rooms.rootBeat.onPrimary(via);
      }
      case PeeringMessage.Discard _ -> rooms.follower.onDiscard();
      case RecoveryMessage.Pull pull -> rooms.replicaRecovery.onPull(via, pull);
      default -> {
        if (rooms.follower.isServing()) {
          toServing(via, said);
        }
      }
    }
  }

  private void toServing(Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case RecoveryMessage.Push push -> rooms.replicaRecovery.onPush(via, push);
      case RecoveryMessage.AskSignatures ask -> rooms.replicaRecovery.onAskSignatures(via, ask);
      case RecoveryMessage.Scan scan -> rooms.replicaRecovery.onScan(via, scan);
      case RecoveryMessage.CompareTrees asked -> rooms.replicaRecovery.onCompareTrees(via, asked);
      case RecoveryMessage.Backfilled backfilled ->
          rooms.replicaRecovery.onBackfilled(via, backfilled);
      case RecoveryMessage.Reserve reserve -> rooms.replicaRecovery.onReserve(via, reserve);
      case RecoveryMessage.Release release -> rooms.replicaRecovery.onRelease(release);
      case ScrubMessage.AskScrub ask -> rooms.scrub.onAsk(via, ask);
      case ScrubMessage.RememberScrub remember -> rooms.scrub.onRemember(remember);
      default -> {
        // Meant for a primary.
      }
    }
  }
}
