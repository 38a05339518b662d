package io.pando.osd.pg.recovery.rebuild;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.osd.pg.recovery.copy.IncomingCopies;
import io.pando.osd.pg.replica.Replica;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;

/** Brings pieces of fragments to members: writes those for this member, and sends the others. */
final class FragmentDelivery {
  private final Replica replica;
  private final IncomingCopies incoming;
  private final Consumer<List<Copied>> written;
  private final Consumer<List<Copied>> refused;

  /**
   * Creates a delivery without pieces.
   *
   * @param written receives the pieces that are durable here
   * @param refused receives the pieces that cannot be written here
   */
  FragmentDelivery(
      Replica replica, Consumer<List<Copied>> written, Consumer<List<Copied>> refused) {
    this.replica = replica;
    this.incoming =
        new IncomingCopies(
            replica, (target, action) -> replica.journal().inInterval("rebuild", target, action));
    this.written = written;
    this.refused = refused;
  }

  /** Sends pieces once all that they depend on is durable here. */
  void push(SortedMap<MemberId, List<Copied>> pieces) {
    List<Copied> here = pieces.remove(replica.self());
    if (here != null) {
      incoming.write(
          here, new IncomingCopies.Standing(incoming::mendsFragment, _ -> false), written, refused);
    }
    if (!pieces.isEmpty()) {
      replica
          .journal()
          .whenDurable(
              "push",
              pieces.keySet(),
              () ->
                  pieces.forEach((member, all) ->
                      replica.send(
                          member,
                          new RecoveryMessage.Push(replica.group(), replica.epoch(), all))));
    }
  }

  /** No further pieces of an object follow here. */
  void abandon(ObjectId object) {
    incoming.abandon(object);
  }

  /** Objects of which some pieces were written here, but not the last one. */
  SortedSet<ObjectId> begun() {
    return incoming.begun();
  }
}
