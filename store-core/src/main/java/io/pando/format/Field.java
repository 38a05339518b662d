package io.pando.format;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How one component of a record stands in its message.
 *
 * @param <C> type of the component
 */
public sealed interface Field<C> permits SingleField, RepeatedField, EpochField {
  /** A value. One that is not written is its type's zero; a message must be there. */
  static <T> Field<T> one(int number, Type<T> type) {
    return new SingleField<>(number, type, false);
  }

  /** A value or null. */
  static <T> Field<T> optional(int number, Type<T> type) {
    return new SingleField<>(number, type, true);
  }

  /** A list. */
  static <T> Field<List<T>> list(int number, Type<T> type) {
    return RepeatedField.ofList(number, type);
  }

  /** A set in its natural order. */
  static <T extends Comparable<T>> Field<SortedSet<T>> set(int number, Type<T> type) {
    return RepeatedField.ofSet(number, type);
  }

  /** A map in the natural order of its keys. */
  static <K extends Comparable<K>, V> Field<SortedMap<K, V>> map(
      int number, Type<Map.Entry<K, V>> entry) {
    return RepeatedField.ofMap(
        number, entry, Function.identity(), Function.identity(), Comparator.naturalOrder());
  }

  /** A map in the natural order of its keys, whose entries stand as values of another type. */
  static <E, K extends Comparable<K>, V> Field<SortedMap<K, V>> map(
      int number,
      Type<E> type,
      Function<E, Map.Entry<K, V>> from,
      Function<Map.Entry<K, V>, E> to) {
    return map(number, type, from, to, Comparator.naturalOrder());
  }

  /** The same in the given order of the keys. */
  static <E, K, V> Field<SortedMap<K, V>> map(
      int number,
      Type<E> type,
      Function<E, Map.Entry<K, V>> from,
      Function<Map.Entry<K, V>, E> to,
      Comparator<? super K> order) {
    return RepeatedField.ofMap(number, type, from, to, order);
  }

  /** A map in the given order of its keys. */
  static <K, V> Field<SortedMap<K, V>> map(
      int number, Type<Map.Entry<K, V>> entry, Comparator<? super K> order) {
    return RepeatedField.ofMap(number, entry, Function.identity(), Function.identity(), order);
  }

  /** The epoch of a message, which stands in the frame's header and not in the message. */
  static Field<Long> frameEpoch() {
    return EpochField.INSTANCE;
  }

  /** Its number in the schema, 0 if it does not stand there. */
  int number();

  /** The type of the component; that of the box if it is a primitive one. */
  Class<?> javaType();

  /** Writes all occurrences, with their tags. */
  void write(ProtoWriter out, @Nullable C value);

  /**
   * Reads one occurrence.
   *
   * @param soFar what this returned for the one before, null at the first
   */
  Object read(ProtoReader in, int wireType, @Nullable Object soFar);

  /** The component, after all occurrences have been read. */
  @Nullable Object finish(ProtoReader in, @Nullable Object soFar);

  /** What it is made of; null if it does not stand in the schema. */
  @Nullable Type<?> type();

  /** Its words in the schema before the type. */
  String label();
}
