package io.pando.port;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.report.StorePerformance;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.Transaction;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The local store of one shard: collections of objects. An object has bytes, attributes, and an
 * ordered key/value map; a collection has its own ordered map beside its objects.
 *
 * <p><b>Order.</b> Transactions take effect, and are reported, in the order they were submitted.
 * Every read sees all transactions submitted before it, durable or not. <b>Durability.</b> {@link
 * CommitOutcome.Committed} means on stable storage. After a crash the store holds exactly a prefix
 * of the submitted transactions, which includes at least all that were reported as committed.
 * <b>Threads.</b> One event loop owns a store: it calls the methods and receives the answers. The
 * answer of {@link #read} may come from inside the call, other answers never do. No method blocks.
 */
public interface ObjectStore {
  /** Applies all steps of a transaction atomically. */
  void submit(Transaction transaction, Consumer<CommitOutcome> done);

  /** Reads one object. The collection must exist. */
  void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done);

  /**
   * Reads several objects of a collection, at less cost than one {@link #read} for each.
   *
   * @param objects objects to read, not empty
   * @param maxBytes limit for data and entries: the read stops when it has reached this size. The
   *     answer covers the first objects of the list, at least one
   */
  void readAll(
      CollectionId collection,
      List<ObjectId> objects,
      ObjectQuery query,
      long maxBytes,
      Consumer<List<ReadOutcome>> done);

  /**
   * Lists objects in placement order.
   *
   * @param after object behind which the listing starts; null to start at the beginning
   * @param max maximum number of objects, positive
   */
  void list(CollectionId collection, @Nullable ObjectId after, int max, Consumer<Listing> done);

  /**
   * Lists objects as {@link #list} does, each with one of its attributes.
   *
   * @param attribute name of the attribute
   */
  default void listAttribute(
      CollectionId collection,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done) {
    listAttribute(collection, List.of(PositionRange.ALL), after, max, attribute, done);
  }

  /**
   * Lists only objects in some parts of the placement order.
   *
   * @param parts parts in order, without overlap
   */
  void listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done);

  /**
   * Reads the collection's own map from {@code from} (inclusive) to {@code to} (exclusive; null for
   * the end) in one answer. Its size is bounded only by the entries that the owner put there.
   */
  void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done);

  /** Lists the collections, in order. */
  void collections(Consumer<List<CollectionId>> done);

  /**
   * Registers a consumer that is called once, on the owner's loop, if the store finds that it is
   * broken while no transaction is pending. From then on the store answers nothing.
   *
   * @param told receives the reason, for people
   */
  default void onBroken(Consumer<String> told) {}

  /** The space in use; cheap, and may be slightly out of date. */
  Usage usage();

  /**
   * Starts an update of the free space of the underlying medium, which others may fill too; {@link
   * #usage} reports it soon afterwards.
   */
  default void refreshUsage() {}

  /** Bytes written and times spent; may be slightly out of date. */
  StorePerformance performance();

  /**
   * A page of objects.
   *
   * @param more whether objects follow
   */
  record Listing(List<ObjectId> objects, boolean more) {}

  /**
   * A page of objects with one attribute of each.
   *
   * @param more whether objects follow
   */
  record AttributeListing(List<Entry> entries, boolean more) {
    /**
     * An object and the value of the attribute.
     *
     * @param value value of the attribute; null if the object does not have it or its record cannot
     *     be read
     */
    public record Entry(ObjectId object, @Nullable Payload value) {}
  }

  /**
   * Space of a store. If the underlying medium has less room than the store may take, for instance
   * because others use the same file system, the medium's room is the limit.
   *
   * @param capacityBytes maximum size of the store
   * @param usedBytes part of the capacity that is not available: the store's own data and, if the
   *     medium is the limit, the data of others
   */
  record Usage(long capacityBytes, long usedBytes) {}
}
