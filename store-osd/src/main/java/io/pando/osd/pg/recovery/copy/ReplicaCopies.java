package io.pando.osd.pg.recovery.copy;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Replica;
import java.util.List;

/** Copies objects of replicas: the primary fetches what it lacks, and sends what others lack. */
public final class ReplicaCopies implements CopyWork {
  private final Pulling pulling;
  private final Pushing pushing;

  public ReplicaCopies(
      Replica replica,
      Locations locations,
      Copies copies,
      CopyListener listener,
      ReplicaReturns returns) {
    this.pulling = new Pulling(replica, locations, copies, listener);
    this.pushing = new Pushing(replica, locations, copies, listener, returns);
  }

  @Override
  public void startHere(List<ObjectCopy> begun) {
    pulling.start(begun);
  }

  @Override
  public void startOthers(List<ObjectCopy> begun) {
    pushing.start(begun);
  }

  /** Sends objects whose bytes were read. */
  public void send(List<CopyListener.Fetched> read) {
    pushing.send(read);
  }

  @Override
  public void replaceAll(ObjectId object) {
    pulling.replaceAll(object);
  }

  @Override
  public void onMessage(MemberId from, RecoveryMessage message) {
    switch (message) {
      case RecoveryMessage.Push push -> pulling.onPush(from, push);
      case RecoveryMessage.Signatures signatures -> pushing.onSignatures(from, signatures);
      case RecoveryMessage.Pushed pushed -> pushing.onPushed(from, pushed);
      case RecoveryMessage.PushFailed failed -> {
        pulling.onFailed(from, failed);
        pushing.onFailed(from, failed);
      }
      default -> {
        // Not about copies.
      }
    }
  }

  @Override
  public void onReset(MemberId member) {
    pulling.onReset(member);
    pushing.onReset(member);
  }

  @Override
  public void onMap() {
    pulling.onMap();
  }

  @Override
  public void thoroughInvariants() {
    pulling.thoroughInvariants();
  }
}
