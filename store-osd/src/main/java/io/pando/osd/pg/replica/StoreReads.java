package io.pando.osd.pg.replica;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a group under way. They are forgotten when the interval ends, so that no answer from an
 * old interval reaches a new one.
 */
public final class StoreReads {
  /** A read that has not ended. */
  private record Read(Consumer<ReadOutcome> then, Runnable dropped) {}

  private final Sink out;
  private final Map<Long, Read> reads = new LinkedHashMap<>();
  private final Map<Long, Consumer<List<ReadOutcome>>> batches = new LinkedHashMap<>();
  private final Map<Long, Consumer<VersionListing>> versions = new LinkedHashMap<>();
  private final Map<Long, Consumer<ObjectStore.Listing>> listings = new LinkedHashMap<>();
  private final Map<Long, Consumer<SortedMap<String, Payload>>> metas = new LinkedHashMap<>();
  private long lastToken;

  public StoreReads(Sink out) {
    this.out = out;
  }

  public void object(ObjectId object, ObjectQuery query, Consumer<ReadOutcome> then) {
    emit(null, object, query, new Read(then, StoreReads::neverDropped));
  }

  /**
   * Reads an object for a client. The read may begin later than other reads submitted at the same
   * time.
   *
   * @param dropped called in place of {@code then} if the client's stream ends before the read
   *     begins
   */
  public void object(
      Peer client,
      ObjectId object,
      ObjectQuery query,
      Consumer<ReadOutcome> then,
      Runnable dropped) {
    emit(client, object, query, new Read(then, dropped));
  }

  private static void neverDropped() {
    throw Invariant.unreachable("a dropped read is not for a client");
  }

  private void emit(@Nullable Peer client, ObjectId object, ObjectQuery query, Read read) {
    reads.put(++lastToken, read);
    out.emit(new Effect.ReadObject(lastToken, object, query, client));
  }

  /**
   * Reads objects until {@code maxBytes} are reached; the answer has the first of them, at least
   * one.
   */
  public void objects(
      List<ObjectId> objects, ObjectQuery query, long maxBytes, Consumer<List<ReadOutcome>> then) {
    batches.put(++lastToken, then);
    out.emit(new Effect.ReadObjects(lastToken, objects, query, maxBytes));
  }

  /** Lists objects after {@code after}, with their versions. */
  public void versions(@Nullable ObjectId after, int max, Consumer<VersionListing> then) {
    versions(List.of(PositionRange.ALL), after, max, then);
  }

  /** Lists objects of some parts after {@code after}, with their versions. */
  public void versions(
      List<PositionRange> parts, @Nullable ObjectId after, int max, Consumer<VersionListing> then) {
    versions.put(++lastToken, then);
    out.emit(new Effect.ListVersions(lastToken, parts, after, max));
  }

  /** Reads a part of the collection's ordered map, {@code to} excluded. */
  public void meta(String from, String to, Consumer<SortedMap<String, Payload>> then) {
    metas.put(++lastToken, then);
    out.emit(new Effect.ReadMeta(lastToken, from, to));
  }

  /** Lists objects after {@code after}. */
  public void list(@Nullable ObjectId after, int max, Consumer<ObjectStore.Listing> then) {
    listings.put(++lastToken, then);
    out.emit(new Effect.ListObjects(lastToken, after, max));
  }

  public void onRead(long token, ReadOutcome outcome) {
    Read read = reads.remove(token);
    if (read != null) {
      read.then().accept(outcome);
    }
  }

  public void onDropped(long token) {
    Read read = reads.remove(token);
    if (read != null) {
      read.dropped().run();
    }
  }

  public void onReadAll(long token, List<ReadOutcome> outcomes) {
    end(batches, token, outcomes);
  }

  public void onVersions(long token, ObjectStore.AttributeListing listing) {
    end(versions, token, VersionListing.of(listing));
  }

  public void onMeta(long token, SortedMap<String, Payload> entries) {
    end(metas, token, entries);
  }

  public void onListed(long token, ObjectStore.Listing listing) {
    end(listings, token, listing);
  }

  private static <T> void end(Map<Long, Consumer<T>> underWay, long token, T answer) {
    Consumer<T> then = underWay.remove(token);
    if (then != null) {
      then.accept(answer);
    }
  }

  /** Forgets all reads: their answers will be dropped. */
  public void forgetAll() {
    reads.clear();
    batches.clear();
    versions.clear();
    listings.clear();
    metas.clear();
  }
}
