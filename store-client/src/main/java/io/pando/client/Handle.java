package io.pando.client;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.op.OpResult;
import java.time.Instant;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Stands for the result of one query of an {@link ObjectOperation}. It is created first, passed to
 * the query, and then exchanged for the value at the {@link OperationResult}.
 *
 * @param <T> type of the result
 */
public final class Handle<T> {
  private final Function<OpResult, T> reading;

  private Handle(Function<OpResult, T> reading) {
    this.reading = reading;
  }

  /** For {@link ObjectOperation.Builder#read}. */
  public static Handle<Payload> bytes() {
    return new Handle<>(result -> Results.data(result));
  }

  /** For {@link ObjectOperation.Builder#readSparse}. */
  public static Handle<OpResult.SparseData> sparseBytes() {
    return new Handle<>(result -> Results.as(OpResult.SparseData.class, result));
  }

  /** For {@link ObjectOperation.Builder#stat}. */
  public static Handle<ObjectStat> stat() {
    return new Handle<>(Results::stat);
  }

  /** For {@link ObjectOperation.Builder#getAttribute}. */
  public static Handle<Payload> attribute() {
    return new Handle<>(Results::attribute);
  }

  /** For {@link ObjectOperation.Builder#listAttributes}. */
  public static Handle<SortedMap<String, Payload>> attributes() {
    return new Handle<>(Results::attributes);
  }

  /** For {@link ObjectOperation.Builder#getEntries} and {@code listEntries}. */
  public static Handle<EntryPage> entries() {
    return new Handle<>(Results::entries);
  }

  T read(OpResult result) {
    return reading.apply(result);
  }

  /** Reads the results of operations. */
  static final class Results {
    private Results() {}

    static <R extends OpResult> R as(Class<R> type, OpResult result) {
      Invariant.check(
          type.isInstance(result),
          () -> "expected a result of " + type.getSimpleName() + ": " + result);
      return type.cast(result);
    }

    static Payload data(OpResult result) {
      return as(OpResult.Data.class, result).data();
    }

    static ObjectStat stat(OpResult result) {
      OpResult.Stat stat = as(OpResult.Stat.class, result);
      return new ObjectStat(
          stat.sizeBytes(), stat.version(), Instant.ofEpochMilli(stat.modifiedMillis()));
    }

    static SortedMap<String, Payload> attributes(OpResult result) {
      return as(OpResult.Attributes.class, result).attributes();
    }

    static Payload attribute(OpResult result) {
      SortedMap<String, Payload> found = attributes(result);
      Invariant.check(found.size() == 1, () -> "expected one attribute: " + found.keySet());
      return found.firstEntry().getValue();
    }

    static EntryPage entries(OpResult result) {
      OpResult.Entries entries = as(OpResult.Entries.class, result);
      return new EntryPage(entries.entries(), entries.more());
    }
  }
}
