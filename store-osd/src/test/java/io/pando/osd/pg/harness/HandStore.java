package io.pando.osd.pg.harness;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.report.StorePerformance;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store of a shard, in the plainest way: what is asked is answered on the loop. */
public final class HandStore implements ObjectStore {
  private final EventLoop loop;
  private final SortedMap<CollectionId, PlainStore> collections = new TreeMap<>();

  /** How often it looked at the medium. */
  public int looks;

  /** How full it is. */
  public Usage usage = new Usage(1L << 30, 1L << 20);

  /** The performance that it reports. */
  public StorePerformance performance = StorePerformance.NONE;

  /** With nothing in it. */
  public HandStore(EventLoop loop) {
    this.loop = loop;
  }

  /** A collection; it must be there. */
  public PlainStore collection(CollectionId id) {
    PlainStore store = collections.get(id);
    if (store == null) {
      throw new AssertionError("no collection " + id);
    }
    return store;
  }

  /** What collections there are. */
  public List<CollectionId> collections() {
    return List.copyOf(collections.keySet());
  }

  @Override
  public void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.CreateCollection) {
        collections.put(op.collection(), new PlainStore());
      } else if (op instanceof StoreOp.RemoveCollection) {
        collections.remove(op.collection());
      } else if (op instanceof StoreOp.MoveObjects move) {
        collection(move.collection()).move(move.range(), collection(move.into()));
      } else if (op instanceof StoreOp.CloneRange clone) {
        collection(clone.collection()).clone(clone, collection(clone.from().collection()));
      } else {
        collection(op.collection()).apply(List.of(op));
      }
    }
    loop.execute(() -> done.accept(new CommitOutcome.Committed()));
  }

  @Override
  public void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done) {
    ReadOutcome found = collection(collection).read(object, query);
    loop.execute(() -> done.accept(found));
  }

  @Override
  public void readAll(
      CollectionId collection,
      List<ObjectId> objects,
      ObjectQuery query,
      long maxBytes,
      Consumer<List<ReadOutcome>> done) {
    List<ReadOutcome> found = collection(collection).readAll(objects, query, maxBytes);
    loop.execute(() -> done.accept(found));
  }

  @Override
  public void list(
      CollectionId collection, @Nullable ObjectId after, int max, Consumer<Listing> done) {
    Listing found = collection(collection).list(after, max);
    loop.execute(() -> done.accept(found));
  }

  @Override
  public void listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done) {
    AttributeListing found = collection(collection).list(parts, after, max);
    loop.execute(() -> done.accept(found));
  }

  @Override
  public void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done) {
    SortedMap<String, Payload> found = collection(collection).meta(from, to);
    loop.execute(() -> done.accept(found));
  }

  @Override
  public void collections(Consumer<List<CollectionId>> done) {
    loop.execute(() -> done.accept(collections()));
  }

  @Override
  public void refreshUsage() {
    looks++;
  }

  @Override
  public Usage usage() {
    return usage;
  }

  @Override
  public StorePerformance performance() {
    return performance;
  }
}
