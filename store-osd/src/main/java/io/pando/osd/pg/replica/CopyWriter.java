package io.pando.osd.pg.replica;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.log.MissingSet;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Writes copies of objects, or parts of copies, to the store, which may have no room for them. */
public final class CopyWriter {
  private final Replica replica;
  private final StoredRecords records;
  private final MissingSet missing;

  CopyWriter(Replica replica, StoredRecords records, MissingSet missing) {
    this.replica = replica;
    this.records = records;
    this.missing = missing;
  }

  /**
   * Copies written in one transaction.
   *
   * @param ops operations that write them
   * @param changes resulting changes of the hash tree
   * @param whole objects that are complete in that version afterwards; those missing in that
   *     version are removed from the missing set
   */
  public record Copies(
      List<StoreOp> ops, List<ReplicaTree.Change> changes, SortedMap<ObjectId, Version> whole) {}

  /** A part of a copy of the object is about to be written; others may follow. */
  public void onArriving(ObjectId object) {
    missing.onArriving(object);
  }

  /** The copy of the object is whole, or will not go on. */
  public void onArrived(ObjectId object) {
    missing.onArrived(object);
  }

  /**
   * Whether a copy of the object arrives whose earlier parts are still here: since the first one,
   * the object was not found to be bad once more.
   */
  public boolean isArriving(ObjectId object) {
    return missing.isArriving(object);
  }

  /** Writes copies; {@code refused} runs instead of {@code then} if there is no room. */
  public void write(Copies copies, Awaiting then, Awaiting refused) {
    Journal journal = replica.journal();
    replica.treeWriter().settle();
    List<StoreOp> all = new ArrayList<>(copies.ops());
    copies
        .whole()
        .forEach((object, version) -> {
          if (version.equals(replica.missing().get(object))) {
            all.add(records.noMoreMissing(object));
          }
        });
    ReplicaTree.Proposal proposal = replica.tree().propose(copies.changes(), all);
    journal.persistIfRoom(
        all,
        Awaiting.inAnyInterval(
            "copies",
            then,
            () -> {
              proposal.onDurable();
              replica.onHere(copies.whole());
              journal.run(then);
            }),
        Awaiting.inAnyInterval(
            "refused copies",
            refused,
            () -> {
              proposal.onRefused();
              journal.run(refused);
            }));
  }
}
