package io.pando.osd.shard;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ReplicaId;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The records of a shard in its store that belong to no group: the epoch of the newest map that all
 * its groups have processed. The epoch is stored after the records that the groups stored because
 * of that map.
 */
final class DaemonRecords {
  private static final String EPOCH_KEY = "epoch";

  private final ShardPorts ports;
  private final Consumer<String> fatal;

  DaemonRecords(ShardPorts ports, Consumer<String> fatal) {
    this.ports = ports;
    this.fatal = fatal;
  }

  /** Creates the daemon's collection in a new store. */
  void create(Runnable done) {
    submit(List.of(new StoreOp.CreateCollection(CollectionId.DAEMON)), done);
  }

  /** Reads the epoch, 0 if none is stored. */
  void loadEpoch(LongConsumer done) {
    ports
        .store()
        .readMeta(
            CollectionId.DAEMON,
            EPOCH_KEY,
            EPOCH_KEY + "\0",
            entries -> {
              Payload stored = entries.get(EPOCH_KEY);
              done.accept(stored == null ? 0 : Long.parseLong(stored.toUtf8()));
            });
  }

  void storeEpoch(long epoch, Runnable kept) {
    TreeMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put(EPOCH_KEY, Payload.utf8(Long.toString(epoch)));
    submit(List.of(new StoreOp.PutMeta(CollectionId.DAEMON, entries)), kept);
  }

  /** Removes a stored copy of a group whose pool is not in the map, and what it kept aside. */
  void removeOrphan(ReplicaId copy) {
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.RemoveCollection(CollectionId.of(copy)));
    if (copy.hasPosition()) {
      ops.add(new StoreOp.RemoveCollection(CollectionId.aside(copy)));
    }
    submit(ops, () -> {});
  }

  private void submit(List<StoreOp> ops, Runnable then) {
    ports
        .store()
        .submit(
            new Transaction(ops, true),
            outcome -> {
              switch (outcome) {
                case CommitOutcome.Committed _ -> then.run();
                case CommitOutcome.NoSpace _ ->
                    fatal.accept("no space for the daemon's own records");
                case CommitOutcome.Broken broken -> fatal.accept(broken.what());
              }
            });
  }
}
