package io.pando.mds.check;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The newest changes of one table in the journal. */
final class TableRows<H, K extends Comparable<K>, V> {
  private record Change<V>(long version, @Nullable V value) {}

  private final SortedMap<K, Change<V>> rows = new TreeMap<>();
  private @Nullable H head;

  void put(K key, long version, @Nullable V value) {
    rows.put(key, new Change<>(version, value));
  }

  void putHead(H value) {
    head = value;
  }

  /** The head; null if the journal does not change it. */
  @Nullable H head() {
    return head;
  }

  /** Version of the newest change of a row; -1 if there is none. */
  long version(K key) {
    Change<V> change = rows.get(key);
    return change == null ? -1 : change.version();
  }

  /** The value that a row has by its newest change; null if it has none, or is not changed. */
  @Nullable V changed(K key) {
    Change<V> change = rows.get(key);
    return change == null ? null : change.value();
  }

  /** Gives all rows that have a value by their newest change. */
  void each(BiConsumer<K, V> to) {
    rows.forEach((key, change) -> {
      V value = change.value();
      if (value != null) {
        to.accept(key, value);
      }
    });
  }
}
