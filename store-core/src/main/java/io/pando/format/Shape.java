package io.pando.format;

import io.pando.check.Invariant;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record as a message: one field for each of its components, in their order. Said once, it serves
 * for writing, for reading and for the schema. A record that has got another component without a
 * field for it is refused when its shape is made.
 *
 * <p>Unknown fields are passed over, so that a field may be added; numbers are never used again.
 */
public final class Shape<T extends Record> extends Type<T> {
  private final Class<T> record;
  private final List<? extends Field<?>> fields;
  private final int[] indexOfNumber;
  private final RecordComponent[] components;
  private @Nullable Handles handles;

  /** How the record is taken apart and put together; found at first use, which costs time. */
  private record Handles(List<MethodHandle> accessors, MethodHandle constructor) {}

  private Shape(String name, Class<T> record, List<? extends Field<?>> fields) {
    super(name, record);
    this.record = record;
    this.fields = fields;
    this.components = record.getRecordComponents();
    this.indexOfNumber = indexByNumber();
    checkComponents();
  }

  /** The shape of a record, named as it is. */
  public static <T extends Record> Shape<T> of(Class<T> record, Field<?>... fields) {
    return new Shape<>(record.getSimpleName(), record, List.of(fields));
  }

  /** The shape of a record whose own name another one has taken. */
  public static <T extends Record> Shape<T> of(String name, Class<T> record, Field<?>... fields) {
    return new Shape<>(name, record, List.of(fields));
  }

  private int[] indexByNumber() {
    int highest = fields.stream().mapToInt(Field::number).max().orElse(0);
    int[] index = new int[highest + 1];
    Arrays.fill(index, -1);
    for (int i = 0; i < fields.size(); i++) {
      int number = fields.get(i).number();
      if (number > 0 && index[number] >= 0) {
        throw new IllegalStateException(name() + " has two fields of number " + number);
      }
      index[number] = number == 0 ? -1 : i;
    }
    return index;
  }

  private void checkComponents() {
    if (components.length != fields.size()) {
      throw new IllegalStateException(
          "%s has %d components and %d fields"
              .formatted(record.getName(), components.length, fields.size()));
    }
    for (int i = 0; i < components.length; i++) {
      Class<?> is = MethodType.methodType(components[i].getType()).wrap().returnType();
      if (is != fields.get(i).javaType()) {
        throw new IllegalStateException(
            "%s.%s is a %s, its field a %s"
                .formatted(
                    record.getName(), components[i].getName(), is, fields.get(i).javaType()));
      }
    }
  }

  /** The record. */
  public Class<T> record() {
    return record;
  }

  /** Writes a record, which must be of this shape, without its length. */
  public void writeBodyOf(ProtoWriter out, Object value) {
    writeBody(out, record.cast(value));
  }

  /** Writes a record, which must be of this shape. */
  void writeOf(ProtoWriter out, Object value) {
    write(out, record.cast(value));
  }

  @Override
  int wireType() {
    return ProtoWriter.BYTES;
  }

  @Override
  void write(ProtoWriter out, T value) {
    int mark = out.open();
    writeBody(out, value);
    out.close(mark);
  }

  @Override
  T read(ProtoReader in) {
    int outer = in.enter();
    T value = readBody(in);
    in.leave(outer);
    return value;
  }

  /** Writes the message without its length, as it stands when nothing is around it. */
  public void writeBody(ProtoWriter out, T value) {
    List<MethodHandle> accessors = handles().accessors();
    for (int i = 0; i < fields.size(); i++) {
      writeField(out, fields.get(i), component(accessors.get(i), value));
    }
  }

  @SuppressWarnings("unchecked") // the constructor saw that field and component agree
  private static <C> void writeField(ProtoWriter out, Field<C> field, @Nullable Object value) {
    field.write(out, (C) value);
  }

  /** Reads the rest of the input as a message without its length. */
  public T readBody(ProtoReader in) {
    @Nullable Object[] values = new Object[fields.size()];
    int last = -1;
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        last = index(tag >>> 3);
        if (last < 0) {
          in.skip(tag & 7);
        } else {
          values[last] = fields.get(last).read(in, tag & 7, values[last]);
        }
      }
      for (last = 0; last < values.length; last++) {
        values[last] = fields.get(last).finish(in, values[last]);
      }
    } catch (FormatException e) {
      throw e.inside(
          last < 0 || last >= values.length ? name() : name() + "." + components[last].getName());
    }
    return construct(values);
  }

  private int index(int number) {
    return number < indexOfNumber.length ? indexOfNumber[number] : -1;
  }

  private T construct(@Nullable Object[] values) {
    try {
      return record.cast((Object) handles().constructor().invokeExact(values));
    } catch (IllegalArgumentException e) {
      throw new FormatException(name() + ": " + e.getMessage());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("constructor of " + record.getName(), e);
    }
  }

  private static @Nullable Object component(MethodHandle accessor, Object value) {
    try {
      return (Object) accessor.invokeExact(value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("component of " + value.getClass().getName(), e);
    }
  }

  private Handles handles() {
    Handles known = handles;
    if (known == null) {
      known = findHandles();
      handles = known;
    }
    return known;
  }

  private Handles findHandles() {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType accessor = MethodType.methodType(Object.class, Object.class);
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      MethodHandle[] accessors = new MethodHandle[components.length];
      for (int i = 0; i < accessors.length; i++) {
        accessors[i] = lookup.unreflect(components[i].getAccessor()).asType(accessor);
      }
      MethodHandle constructor =
          lookup
              .findConstructor(record, MethodType.methodType(void.class, types))
              .asType(MethodType.genericMethodType(types.length))
              .asSpreader(Object[].class, types.length);
      return new Handles(List.of(accessors), constructor);
    } catch (ReflectiveOperationException e) {
      throw Invariant.unreachable(record.getName() + " is no public record: " + e);
    }
  }

  @Override
  void parts(Consumer<Type<?>> seen) {
    for (Field<?> field : fields) {
      Type<?> type = field.type();
      if (type != null) {
        seen.accept(type);
      }
    }
  }

  @Override
  String definition() {
    StringBuilder text = new StringBuilder("message " + name() + " {\n");
    for (int i = 0; i < fields.size(); i++) {
      Field<?> field = fields.get(i);
      Type<?> type = field.type();
      if (type != null) {
        text.append(
            "  %s%s %s = %d;\n"
                .formatted(
                    field.label(), type.name(), snake(components[i].getName()), field.number()));
      }
    }
    return text.append("}\n").toString();
  }

  static String snake(String camel) {
    return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
