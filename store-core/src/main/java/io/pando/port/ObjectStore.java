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
 * ordered key/value map; a collection has an ordered map of its own beside its objects.
 *
 * <p><b>Order.</b> Transactions take effect, and are reported, in the order they were submitted.
 * Every later read sees a submitted transaction at once, durable or not. <b>Durability.</b> {@link
 * CommitOutcome.Committed} means on stable storage. After a crash the store holds exactly a prefix
 * of the submitted transactions, with at least all that were reported. <b>Threads.</b> One event
 * loop owns a store: it calls the methods, and the answers come back on it; that of {@link #read}
 * perhaps from inside the call, others never. Nothing here blocks.
 */
public interface ObjectStore {
  /** Takes all steps of a transaction together. */
  void submit(Transaction transaction, Consumer<CommitOutcome> done);

  /** Reads one object. The collection must exist. */
  void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done);

  /**
   * Reads several objects of a collection, as {@link #read} does one, for less.
   *
   * @param objects not empty
   * @param maxBytes once data and entries that were read come to so much, it stops: the answer is
   *     for the first of the objects, at least for one
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
   * @param after start behind this object; null: from the beginning
   * @param max at most so many, positive
   */
  void list(CollectionId collection, @Nullable ObjectId after, int max, Consumer<Listing> done);

  /**
   * Lists objects as {@link #list} does, each with one of its attributes.
   *
   * @param attribute its name
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
   * Lists only the objects of some parts of the order.
   *
   * @param parts in order, none of which overlap
   */
  void listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done);

  /**
   * Reads the collection's own map from {@code from} (included) to {@code to} (not included; null:
   * to the end), whole. Bounded by what its owner put there.
   */
  void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done);

  /** The collections there are, in order. */
  void collections(Consumer<List<CollectionId>> done);

  /**
   * Has the owner told once, on its loop, should the store find that it cannot keep its promises
   * while no transaction waits for an answer. From then on nothing is answered.
   *
   * @param told gets what is wrong, for people
   */
  default void whenBroken(Consumer<String> told) {}

  /** How full it is; cheap, and may be a moment old. */
  Usage usage();

  /** Looks how full the medium below is, which others may fill too; {@link #usage} tells soon. */
  default void look() {}

  /** What it wrote, and where its time goes; may be a moment old. */
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
     * An object.
     *
     * @param value null: it has no such attribute, or its record cannot be read
     */
    public record Entry(ObjectId object, @Nullable Payload value) {}
  }

  /**
   * Space of a store. Where the medium below has less room than the store may take, for instance
   * since others use the same file system, the medium counts.
   *
   * @param capacityBytes what it may take at most
   * @param usedBytes what of that cannot be had: what it takes now and, where the medium counts,
   *     what others take
   */
  record Usage(long capacityBytes, long usedBytes) {}
}
