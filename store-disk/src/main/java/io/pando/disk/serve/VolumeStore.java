package io.pando.disk.serve;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.Transaction;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The calls of the port as requests to a volume, which others serve. */
abstract sealed class VolumeStore implements ObjectStore permits ThreadedStore, SteppedStore {
  /** Takes a request; all are served in the order in which they come. */
  abstract void add(Request request);

  <T> void ask(Request.Query<T> query, Consumer<T> done) {
    add(new Request.Ask<>(query, false, done));
  }

  @Override
  public void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    add(new Request.Submit(transaction, done));
  }

  @Override
  public void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done) {
    ask(volume -> volume.reader().read(collection, object, query), done);
  }

  @Override
  public void readAll(
      CollectionId collection,
      List<ObjectId> objects,
      ObjectQuery query,
      long maxBytes,
      Consumer<List<ReadOutcome>> done) {
    Invariant.check(!objects.isEmpty(), "there is an object to read");
    ask(volume -> volume.reader().readAll(collection, objects, query, maxBytes), done);
  }

  @Override
  public void list(
      CollectionId collection, @Nullable ObjectId after, int max, Consumer<Listing> done) {
    Invariant.check(max > 0, "a page must have room for an object");
    ask(volume -> volume.reader().list(collection, after, max), done);
  }

  @Override
  public void listAttribute(
      CollectionId collection,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done) {
    Invariant.check(max > 0, "a page must have room for an object");
    ask(volume -> volume.reader().listAttribute(collection, after, max, attribute), done);
  }

  @Override
  public void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done) {
    ask(volume -> volume.reader().readMeta(collection, from, to), done);
  }

  @Override
  public void collections(Consumer<List<CollectionId>> done) {
    ask(Volume::collections, done);
  }

  /**
   * Looks whether all that is stored fits together. What was submitted before is durable then, and
   * the store serves nothing else meanwhile.
   *
   * @param readData whether to read all bytes of objects, too
   */
  public void check(boolean readData, Consumer<CheckReport> done) {
    add(new Request.Ask<>(volume -> volume.check(readData), true, done));
  }
}
