package io.pando.osd.pg.replication;

import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;

/** Takes a primary's updates, in order, and says so once they are durable. */
public final class ReplicaReplication {
  private final Replica replica;

  public ReplicaReplication(Replica replica) {
    this.replica = replica;
  }

  /** Takes an update; one that is here already is only acknowledged again. */
  public void onReplicate(Peer via, ReplicationMessage.Replicate message) {
    Version version = message.entry().version();
    Version head = replica.log().head();
    if (!version.isAfter(head)) {
      replica.journal().whenDurable(() -> acknowledge(via, version));
    } else if (version.counter() == head.counter() + 1) {
      replica.append(
          new Replica.Update(message.entry(), message.ops(), message.objects(), message.bytes()),
          message.trimTo(),
          () -> acknowledge(via, version));
    }
    // One that leaves a gap came before a broken stream was noticed: the primary sends all again.
  }

  private void acknowledge(Peer via, Version version) {
    replica.emit(
        new Effect.Answer(
            via, new ReplicationMessage.Replicated(replica.group(), replica.epoch(), version)));
  }
}
