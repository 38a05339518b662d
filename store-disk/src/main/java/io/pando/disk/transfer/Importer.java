package io.pando.disk.transfer;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.OfflineStore;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Imports the collections of a stream into stores that do not have them: all of them or none.
 * Meanwhile, a mark in the stores keeps daemons from taking a part for the whole. After an
 * interruption, the imported parts are removed.
 */
public final class Importer {
  private static final int BATCH_BYTES = 4 << 20;
  private static final int BATCH_OPS = 1000;

  private final Map<Integer, OfflineStore> stores = new TreeMap<>();
  private final Predicate<CollectionId> wanted;
  private final TransferListener listener;
  private final List<StoreOp> batch = new ArrayList<>();
  private long batchBytes;
  private Transferred seen = Transferred.NOTHING;
  private Transferred taken = Transferred.NOTHING;

  /** The store for the stream's next collection; null if the collection is skipped. */
  private ExportRecord.@Nullable FromStore origin;

  private @Nullable OfflineStore store;
  private @Nullable CollectionId collection;
  private @Nullable ObjectId object;

  /**
   * An import into these stores; each gets the collections of the shard with its number.
   *
   * @param wanted collections to import; others are skipped
   */
  public Importer(
      List<OfflineStore> stores, Predicate<CollectionId> wanted, TransferListener listener) {
    for (OfflineStore each : stores) {
      this.stores.put(each.identity().shard(), each);
    }
    this.wanted = wanted;
    this.listener = listener;
  }

  /** Reads the stream to its end; returns the totals of the import. */
  public Transferred run(ExportInput in) throws IOException, StoreException {
    for (OfflineStore each : stores.values()) {
      each.abandonImport();
    }
    try {
      return takeAll(in);
    } catch (IOException | StoreException failure) {
      abandon(failure);
      throw failure;
    }
  }

  private Transferred takeAll(ExportInput in) throws IOException, StoreException {
    ExportRecord record = in.next();
    while (!(record instanceof ExportRecord.End end)) {
      take(record);
      record = in.next();
    }
    commit();
    compare(end);
    for (OfflineStore each : stores.values()) {
      each.endImport();
    }
    return taken;
  }

  private void abandon(Throwable failure) {
    for (OfflineStore each : stores.values()) {
      try {
        each.abandonImport();
      } catch (StoreException e) {
        failure.addSuppressed(e);
      }
    }
  }

  private void compare(ExportRecord.End end) throws TransferException {
    ExportRecord.End found = new ExportRecord.End(seen.collections(), seen.objects(), seen.bytes());
    if (!found.equals(end)) {
      throw new TransferException("the export should hold " + end + ", but holds " + found);
    }
  }

  private void take(ExportRecord record) throws IOException, StoreException {
    switch (record) {
      case ExportRecord.FromStore from -> {
        endCollection();
        origin = from;
      }
      case ExportRecord.OfCollection of -> begin(of.collection());
      case ExportRecord.Meta meta -> add(new StoreOp.PutMeta(in(), meta.entries()), 0);
      case ExportRecord.OfObject of -> begin(of);
      case ExportRecord.Data data -> {
        seen = seen.plus(new Transferred(0, 0, data.data().size(), 0));
        add(new StoreOp.Write(in(), on(), data.offset(), data.data()), data.data().size());
      }
      case ExportRecord.Entries entries ->
          add(new StoreOp.PutMap(in(), on(), entries.entries()), 0);
      case ExportRecord.Damaged damaged -> damaged(damaged);
      case ExportRecord.End _ -> throw new TransferException("the export has two ends");
    }
  }

  private CollectionId in() throws TransferException {
    if (collection == null) {
      throw new TransferException("the export has records of no collection");
    }
    return collection;
  }

  private ObjectId on() throws TransferException {
    if (object == null) {
      throw new TransferException("the export has records of no object");
    }
    return object;
  }

  private void endCollection() throws StoreException {
    commit();
    store = null;
    collection = null;
    object = null;
  }

  private void begin(CollectionId next) throws IOException, StoreException {
    endCollection();
    seen = seen.plus(new Transferred(1, 0, 0, 0));
    collection = next;
    if (!wanted.test(next)) {
      return;
    }
    OfflineStore into = storeFor(next);
    if (into.volume().collections().contains(next)) {
      throw new TransferException(
          String.format(
              "%s has %s already: nothing was imported. Name the groups that are to be with"
                  + " --pg, or import into a store without it",
              into.directory(), next));
    }
    into.beginImport(next);
    store = into;
    taken = taken.plus(new Transferred(1, 0, 0, 0));
    add(new StoreOp.CreateCollection(next), 0);
  }

  private OfflineStore storeFor(CollectionId next) throws TransferException {
    ExportRecord.FromStore from = origin;
    if (from == null) {
      throw new TransferException("the export does not say which store it comes from");
    }
    OfflineStore into = stores.get(from.shard());
    if (into == null) {
      throw new TransferException(
          String.format(
              "%s comes from shard %s of %s, and there is no store of such a shard: the OSDs"
                  + " must have the same number of shards",
              next, from.shard(), from.osd()));
    }
    StoreIdentity identity = into.identity();
    if (!identity.cluster().equals(from.cluster())) {
      throw new TransferException(
          String.format(
              "%s belongs to cluster %s, the export comes from cluster %s",
              into.directory(), identity.cluster(), from.cluster()));
    }
    if (next.group() == null && !identity.osd().equals(from.osd())) {
      throw new TransferException(
          String.format(
              "the export holds %s's own records, which do not belong in a store of %s: name"
                  + " the groups that are to be imported with --pg",
              from.osd(), identity.osd()));
    }
    return into;
  }

  private void begin(ExportRecord.OfObject of) throws IOException, StoreException {
    object = of.object();
    seen = seen.plus(new Transferred(0, 1, 0, 0));
    add(new StoreOp.Truncate(in(), of.object(), of.size()), 0);
    if (store != null) {
      taken = taken.plus(new Transferred(0, 1, 0, 0));
    }
    if (!of.attributes().isEmpty()) {
      add(new StoreOp.PutAttributes(in(), of.object(), of.attributes()), 0);
    }
  }

  /** Handles a damaged object. Its import may have begun; otherwise it is counted here. */
  private void damaged(ExportRecord.Damaged damaged) throws IOException, StoreException {
    boolean begun = damaged.object().equals(object);
    seen = seen.plus(new Transferred(0, begun ? 0 : 1, 0, 1));
    object = null;
    if (store == null) {
      return;
    }
    commit();
    store.markDamaged(in(), damaged.object(), damaged.what());
    taken = taken.plus(new Transferred(0, begun ? 0 : 1, 0, 1));
    listener.onDamaged(in(), damaged.object(), damaged.what());
  }

  private void add(StoreOp op, int bytes) throws StoreException {
    if (store == null) {
      return;
    }
    batch.add(op);
    batchBytes += bytes;
    taken = taken.plus(new Transferred(0, 0, bytes, 0));
    listener.onBytes(bytes);
    if (batchBytes >= BATCH_BYTES || batch.size() >= BATCH_OPS) {
      commit();
    }
  }

  private void commit() throws StoreException {
    if (store != null && !batch.isEmpty()) {
      store.commit(new Transaction(batch));
    }
    batch.clear();
    batchBytes = 0;
  }
}
