package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How one component of a record is encoded in its message.
 *
 * @param <C> type of the component
 */
public sealed interface Field<C> permits SingleField, RepeatedField, EpochField, GroupField {
  /** A value. An absent field means the zero of its type; an inner message must be present. */
  static <T> Field<T> one(int number, Type<T> type) {
    return new SingleField<>(number, type, false);
  }

  /** A number, see {@link Scalar#UINT64}. */
  static Field<Long> uint64(int number) {
    return one(number, Scalar.UINT64);
  }

  /** A number, see {@link Scalar#UINT32}. */
  static Field<Integer> uint32(int number) {
    return one(number, Scalar.UINT32);
  }

  /** A number, see {@link Scalar#FIXED64}. */
  static Field<Long> fixed64(int number) {
    return one(number, Scalar.FIXED64);
  }

  /** True or false. */
  static Field<Boolean> bool(int number) {
    return one(number, Scalar.BOOL);
  }

  /** A text. */
  static Field<String> string(int number) {
    return one(number, Scalar.STRING);
  }

  /** A value or null. */
  static <T> Field<T> optional(int number, Type<T> type) {
    return new SingleField<>(number, type, true);
  }

  /** A list. */
  static <T> Field<List<T>> list(int number, Type<T> type) {
    return RepeatedField.ofList(number, type);
  }

  /**
   * A list that a record has as a value of another type.
   *
   * @param javaType type of the component
   * @param from throws {@link IllegalArgumentException} if there is no such value
   */
  static <T, C> Field<C> list(
      int number,
      Type<T> type,
      Class<C> javaType,
      Function<List<T>, C> from,
      Function<C, List<T>> to) {
    return RepeatedField.ofListAs(number, type, javaType, from, to);
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

  /**
   * A map in the natural order of its keys, whose entries are encoded as values of another type.
   */
  static <E, K extends Comparable<K>, V> Field<SortedMap<K, V>> map(
      int number,
      Type<E> type,
      Function<E, Map.Entry<K, V>> from,
      Function<Map.Entry<K, V>, E> to) {
    return map(number, type, from, to, Comparator.naturalOrder());
  }

  /** As above, in the given order of the keys. */
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

  /** The epoch of a message, which is in the frame's header and not in the message. */
  static Field<Long> frameEpoch() {
    return EpochField.INSTANCE;
  }

  /** Its number in the schema; 0 if it is not in the schema. */
  int number();

  /** The type of the component; the box type for a primitive. */
  Class<?> javaType();

  /** Writes all occurrences, with their tags. */
  void write(ProtoWriter out, @Nullable C value);

  /**
   * Reads one occurrence.
   *
   * @param soFar the result for the previous occurrence; null for the first
   */
  Object read(ProtoReader in, int wireType, @Nullable Object soFar);

  /** The value of the component, after all occurrences have been read. */
  @Nullable Object finish(ProtoReader in, @Nullable Object soFar);

  /** The type of its values; null if it is not in the schema. */
  @Nullable Type<?> type();

  /** The keywords before the type in the schema. */
  String label();
}
