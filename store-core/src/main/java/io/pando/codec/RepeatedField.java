package io.pando.codec;

import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A component with many values. Numbers are written packed. */
record RepeatedField<E, C>(
    int number,
    Class<?> javaType,
    Type<E> type,
    Function<C, Collection<E>> elements,
    Function<List<E>, C> build)
    implements Field<C> {
  static <T> RepeatedField<T, List<T>> ofList(int number, Type<T> type) {
    return new RepeatedField<>(number, List.class, type, list -> list, List::copyOf);
  }

  static <T, C> RepeatedField<T, C> ofListAs(
      int number,
      Type<T> type,
      Class<C> javaType,
      Function<List<T>, C> from,
      Function<C, List<T>> to) {
    return new RepeatedField<>(
        number,
        javaType,
        type,
        to::apply,
        list -> {
          try {
            return from.apply(list);
          } catch (IllegalArgumentException e) {
            throw new FormatException(String.valueOf(e.getMessage()));
          }
        });
  }

  static <T extends Comparable<T>> RepeatedField<T, SortedSet<T>> ofSet(int number, Type<T> type) {
    return new RepeatedField<>(
        number,
        SortedSet.class,
        type,
        set -> set,
        list -> Collections.unmodifiableSortedSet(new TreeSet<>(list)));
  }

  static <E, K, V> RepeatedField<E, SortedMap<K, V>> ofMap(
      int number,
      Type<E> type,
      Function<E, Map.Entry<K, V>> from,
      Function<Map.Entry<K, V>, E> to,
      Comparator<? super K> order) {
    SortedMap<K, V> empty = Collections.unmodifiableSortedMap(new TreeMap<>(order));
    return new RepeatedField<>(
        number,
        SortedMap.class,
        type,
        map -> {
          List<E> entries = new ArrayList<>(map.size());
          for (Map.Entry<K, V> entry : map.entrySet()) {
            entries.add(to.apply(entry));
          }
          return entries;
        },
        list -> {
          if (list.isEmpty()) {
            // Most inodes have no attributes, and there may be a million in memory.
            return empty;
          }
          TreeMap<K, V> map = new TreeMap<>(order);
          for (E each : list) {
            Map.Entry<K, V> entry = from.apply(each);
            map.put(entry.getKey(), entry.getValue());
          }
          return Collections.unmodifiableSortedMap(map);
        });
  }

  private boolean packed() {
    return type.wireType() != ProtoWriter.BYTES;
  }

  @Override
  public void write(ProtoWriter out, @Nullable C value) {
    if (value == null) {
      throw new IllegalArgumentException("a list of " + type.name() + " must not be null");
    }
    Collection<E> all = elements.apply(value);
    if (all.isEmpty()) {
      return;
    }
    if (packed()) {
      out.tag(number, ProtoWriter.BYTES);
      int mark = out.open();
      for (E each : all) {
        type.write(out, each);
      }
      out.close(mark);
    } else {
      for (E each : all) {
        out.tag(number, ProtoWriter.BYTES);
        type.write(out, each);
      }
    }
  }

  @Override
  @SuppressWarnings("unchecked") // this field made the object itself
  public Object read(ProtoReader in, int wireType, @Nullable Object soFar) {
    List<E> list = soFar == null ? new ArrayList<>(4) : (List<E>) soFar;
    if (packed() && wireType == ProtoWriter.BYTES) {
      int outer = in.enter();
      while (in.hasMore()) {
        list.add(type.read(in));
      }
      in.leave(outer);
    } else if (wireType == type.wireType()) {
      list.add(type.read(in));
    } else {
      throw in.damaged("wire type " + wireType + " where " + type.name() + " is expected");
    }
    return list;
  }

  @Override
  @SuppressWarnings("unchecked") // this field made the object itself
  public Object finish(ProtoReader in, @Nullable Object soFar) {
    return build.apply(soFar == null ? List.of() : (List<E>) soFar);
  }

  @Override
  public String label() {
    return "repeated ";
  }
}
