package io.pando.disk.serve;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.disk.account.Account;
import io.pando.disk.account.MetadataMeter;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Turns the read calls of the port into queries, which subclasses answer. */
public abstract class QueryStore implements ObjectStore {
  /** For subclasses. */
  protected QueryStore() {}

  /**
   * Answers a query, from everything submitted before.
   *
   * @param settled whether all of that must be durable first
   */
  protected abstract <T> void ask(Query<T> query, boolean settled, Consumer<T> done);

  /** The account of the store's work. */
  protected abstract Account account();

  /**
   * Shows the store's work in a registry.
   *
   * @param tags tags that tell the store from others in the registry
   */
  public final void bind(MeterRegistry registry, Tags tags) {
    account().bind(registry, tags);
  }

  private <T> void ask(Query<T> query, Consumer<T> done) {
    ask(query, false, done);
  }

  private <T> void lookUp(
      Account.Lookup kind, Query<T> query, ToLongFunction<T> found, Consumer<T> done) {
    ask(
        volume -> {
          MetadataMeter.Reading before = account().metadata();
          T answer = query.ask(volume);
          account().lookedUp(kind, found.applyAsLong(answer), before);
          return answer;
        },
        done);
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
    Invariant.check(max > 0, "a page must have space for an object");
    ask(volume -> volume.reader().list(collection, after, max), done);
  }

  @Override
  public void listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done) {
    Invariant.check(max > 0, "a page must have space for an object");
    lookUp(
        Account.Lookup.LIST,
        volume -> volume.reader().listAttribute(collection, parts, after, max, attribute),
        page -> page.entries().size(),
        done);
  }

  @Override
  public void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done) {
    lookUp(
        Account.Lookup.KEYS,
        volume -> volume.reader().readMeta(collection, from, to),
        entries -> entries.size(),
        done);
  }

  @Override
  public void collections(Consumer<List<CollectionId>> done) {
    ask(ReadableStore::collections, done);
  }

  /**
   * Checks the consistency of everything stored. Everything submitted before is made durable first,
   * and the store serves nothing else meanwhile.
   *
   * @param readData whether to read all bytes of objects too
   */
  public void check(boolean readData, Consumer<CheckReport> done) {
    ask(volume -> volume.check(readData), true, done);
  }
}
