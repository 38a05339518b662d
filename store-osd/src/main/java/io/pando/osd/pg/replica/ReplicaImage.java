package io.pando.osd.pg.replica;

import io.pando.osd.pg.log.StoredLog;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The complete state of a replica: as a value, and as operations that write it. */
public final class ReplicaImage {
  private final Replica replica;
  private final StoredRecords records;

  ReplicaImage(Replica replica, StoredRecords records) {
    this.replica = replica;
    this.records = records;
  }

  /** Creates the collection in the store. */
  public void create() {
    List<StoreOp> ops = new ArrayList<>(records.create(replica.info(), replica.lineage()));
    replica.undo().create(ops);
    replica.tree().writeAll(replica.log().head(), ops);
    replica.index().startOver(replica.log().tail(), ops);
    replica.journal().persist(ops);
  }

  /** The complete state of this replica. */
  public StoredGroup held() {
    return new StoredGroup(
        replica.info(),
        replica.lineage(),
        new StoredLog(
            replica.log().kept(), new TreeMap<>(replica.missing()), replica.undo().records()),
        replica.tree().held(replica.log().head()),
        replica.index().stored(),
        replica.scrub());
  }

  /** The operations that write all records of a group made from others. */
  public List<StoreOp> writeAll() {
    List<StoreOp> ops =
        new ArrayList<>(
            records.all(
                replica.info(),
                replica.lineage(),
                replica.log(),
                replica.missing(),
                replica.scrub()));
    replica.undo().records().forEach(record -> ops.add(records.put(record)));
    replica.tree().writeAll(replica.log().head(), ops);
    replica.index().startOver(replica.log().tail(), ops);
    return ops;
  }

  /**
   * Begins as a group that was made from others.
   *
   * @param steps operations that create the group in the store; empty if another group submits them
   */
  public void begin(List<StoreOp> steps) {
    replica.journal().persist(steps.isEmpty() ? List.of(records.put(replica.info())) : steps);
  }
}
