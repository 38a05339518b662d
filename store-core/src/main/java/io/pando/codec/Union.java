package io.pando.codec;

import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One of the records that a sealed interface permits. The message has exactly one field, whose
 * number identifies the record.
 */
public final class Union<T> implements Type<T> {
  private final String name;
  private final Class<T> javaType;
  private final Map<Class<?>, Variant<? extends T>> byClass = new LinkedHashMap<>();
  private final @Nullable Variant<? extends T>[] byNumber;

  /**
   * One of the records.
   *
   * @param number number of its field; never reused for another record
   */
  public record Variant<V>(int number, Shape<?> shape, Class<V> type) {}

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private Union(String name, Class<T> javaType, List<Variant<? extends T>> variants) {
    this.name = name;
    this.javaType = javaType;
    int highest = variants.stream().mapToInt(Variant::number).max().orElse(0);
    this.byNumber = new Variant[highest + 1];
    for (Variant<? extends T> variant : variants) {
      if (byNumber[variant.number()] != null || byClass.put(variant.type(), variant) != null) {
        throw new IllegalStateException(name + " has " + variant.number() + " twice");
      }
      byNumber[variant.number()] = variant;
    }
  }

  /** A variant for a record of a union. */
  public static <V extends Record> Variant<V> variant(int number, Shape<V> shape) {
    return new Variant<>(number, shape, shape.record());
  }

  /** The concatenation of several lists. */
  public static <T> List<Variant<? extends T>> together(List<List<Variant<? extends T>>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  /** The union of these variants. */
  public static <T> Union<T> of(Class<T> type, List<Variant<? extends T>> variants) {
    return new Union<>(type.getSimpleName(), type, variants);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<?> javaType() {
    return javaType;
  }

  @Override
  public int wireType() {
    return ProtoWriter.BYTES;
  }

  @Override
  public void write(ProtoWriter out, T value) {
    int mark = out.open();
    writeBody(out, value);
    out.close(mark);
  }

  /** Writes the message without its length. */
  public void writeBody(ProtoWriter out, T value) {
    Variant<? extends T> variant = byClass.get(value.getClass());
    if (variant == null) {
      throw new IllegalArgumentException(name() + " has no number for " + value.getClass());
    }
    out.tag(variant.number(), ProtoWriter.BYTES);
    variant.shape().writeOf(out, value);
  }

  @Override
  public T read(ProtoReader in) {
    int outer = in.enter();
    T value = readBody(in);
    in.leave(outer);
    return value;
  }

  /** Reads the rest of the input as a message without its length. */
  public T readBody(ProtoReader in) {
    @Nullable T value = null;
    try {
      while (in.hasMore()) {
        value = read(variant(in.tag(), in), in);
      }
      if (value == null) {
        throw in.damaged("it is empty");
      }
      return value;
    } catch (FormatException e) {
      throw e.inside(name());
    }
  }

  @SuppressWarnings("unchecked") // a variant has the shape of its record
  private static <V> V read(Variant<V> variant, ProtoReader in) {
    return (V) variant.shape().read(in);
  }

  private Variant<? extends T> variant(int tag, ProtoReader in) {
    int number = tag >>> 3;
    Variant<? extends T> variant = number < byNumber.length ? byNumber[number] : null;
    if (variant == null || (tag & 7) != ProtoWriter.BYTES) {
      throw in.damaged("it is of unknown kind " + number);
    }
    return variant;
  }

  @Override
  public void parts(Consumer<Type<?>> seen) {
    byClass.values().forEach(variant -> seen.accept(variant.shape()));
  }

  @Override
  public String definition() {
    StringBuilder text = new StringBuilder("message " + name() + " {\n  oneof kind {\n");
    for (Variant<? extends T> variant : byClass.values()) {
      String shape = variant.shape().name();
      String word = Shape.snake(Character.toLowerCase(shape.charAt(0)) + shape.substring(1));
      text.append("    %s %s = %d;\n".formatted(shape, word, variant.number()));
    }
    return text.append("  }\n}\n").toString();
  }
}
