package io.pando.mds.table;

/** What a table in memory knows of a row. */
public sealed interface Found<V> {
  /** It has a value. */
  record Present<V>(V value) implements Found<V> {}

  /** There is no such row. */
  record Absent<V>() implements Found<V> {}

  /** It has to be read from the object. */
  record Unknown<V>() implements Found<V> {}
}
