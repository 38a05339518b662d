package io.pando.client;

import io.pando.bytes.Payload;
import io.pando.client.engine.ObjectCall;
import io.pando.client.engine.PoolCalls;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The key/value map of one object, in the order of the keys' UTF-8 bytes. The rules in {@link Pool}
 * apply here too.
 *
 * {@snippet :
 * ObjectEntries index = pool.entries("index");
 * index.set(Map.of("2026-01", one, "2026-02", two));
 * for (Map.Entry<String, Payload> entry : index.all("2026-")) { ... }
 * }
 */
public final class ObjectEntries {
  private static final int PAGE = 1_000;

  private final PoolCalls calls;
  private final String object;

  ObjectEntries(PoolCalls calls, String object) {
    this.calls = calls;
    this.object = object;
  }

  /** The value of one key, if it exists. */
  public Optional<Payload> get(String key) {
    return Optional.ofNullable(get(List.of(key)).get(key));
  }

  /** The entries with these keys, as far as they exist. */
  public SortedMap<String, Payload> get(List<String> keys) {
    return calls.get(getting(keys));
  }

  /** See {@link #get(List)}. */
  public CompletableFuture<SortedMap<String, Payload>> getAsync(List<String> keys) {
    return calls.start(getting(keys));
  }

  private ObjectCall<SortedMap<String, Payload>> getting(List<String> keys) {
    return ObjectCall.query(
        object,
        new ObjectOp.GetEntries(List.copyOf(keys)),
        result -> Handle.Results.entries(result).entries());
  }

  /**
   * Entries in order, one page.
   *
   * @param after key after which the page begins; null begins with the first key
   * @param prefix prefix of the keys to return; empty returns all
   * @param max most entries, at least 1; the page may hold fewer although more follow
   */
  public EntryPage list(@Nullable String after, String prefix, int max) {
    return calls.get(listing(after, prefix, max));
  }

  /** See {@link #list}. */
  public CompletableFuture<EntryPage> listAsync(@Nullable String after, String prefix, int max) {
    return calls.start(listing(after, prefix, max));
  }

  private ObjectCall<EntryPage> listing(@Nullable String after, String prefix, int max) {
    if (max < 1) {
      throw new PandoException.InvalidArgument("a page holds at least 1 entry, not " + max);
    }
    return ObjectCall.query(
        object, new ObjectOp.ListEntries(after, prefix, max), Handle.Results::entries);
  }

  /** All entries whose keys begin with a prefix, fetched page by page during iteration. */
  public Iterable<Map.Entry<String, Payload>> all(String prefix) {
    return () -> new Entries(prefix);
  }

  /** Sets entries; other entries stay. Creates the object if it does not exist. */
  public Version set(Map<String, byte[]> entries) {
    return calls.get(setting(entries));
  }

  /** Sets one entry. */
  public Version set(String key, byte[] value) {
    return set(Map.of(key, value));
  }

  /** See {@link #set(Map)}. */
  public CompletableFuture<Version> setAsync(Map<String, byte[]> entries) {
    return calls.start(setting(entries));
  }

  private ObjectCall<Version> setting(Map<String, byte[]> entries) {
    ObjectOperation operation = ObjectOperation.builder().setEntries(entries).build();
    return ObjectCall.mutation(object, operation.ops().getFirst());
  }

  /** Removes the entries with these keys, as far as they exist. */
  public Version remove(List<String> keys) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.RemoveEntries(List.copyOf(keys))));
  }

  /** See {@link #remove}. */
  public CompletableFuture<Version> removeAsync(List<String> keys) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.RemoveEntries(List.copyOf(keys))));
  }

  /** Removes the keys from one key up to another (exclusive; null: to the end). */
  public Version removeRange(String from, @Nullable String to) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.RemoveEntryRange(from, to)));
  }

  /** See {@link #removeRange}. */
  public CompletableFuture<Version> removeRangeAsync(String from, @Nullable String to) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.RemoveEntryRange(from, to)));
  }

  private final class Entries implements Iterator<Map.Entry<String, Payload>> {
    private final String prefix;
    private Iterator<Map.Entry<String, Payload>> page = Collections.emptyIterator();
    private @Nullable String last;
    private boolean more = true;

    Entries(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public boolean hasNext() {
      while (!page.hasNext() && more) {
        EntryPage fetched = list(last, prefix, PAGE);
        page = fetched.entries().entrySet().iterator();
        more = fetched.more() && !fetched.entries().isEmpty();
      }
      return page.hasNext();
    }

    @Override
    public Map.Entry<String, Payload> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Map.Entry<String, Payload> entry = page.next();
      last = entry.getKey();
      return entry;
    }
  }
}
