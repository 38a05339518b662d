package io.pando.codec;

import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record as a message: one field for each of its components, in their order. One definition is
 * used for writing, for reading and for the schema. If a record has a component without a field,
 * its shape is refused when it is made.
 *
 * <p>Unknown fields are skipped, so fields can be added; field numbers are never reused.
 */
public final class Shape<T extends Record> implements Type<T> {
  private final String name;
  private final Class<T> record;
  private final List<? extends Field<?>> fields;
  private final RecordComponent[] components;

  /** Made at first use, since making it takes time. */
  private @Nullable Coder coder;

  private Shape(String name, Class<T> record, List<? extends Field<?>> fields) {
    this.name = name;
    this.record = record;
    this.fields = fields;
    this.components = record.getRecordComponents();
    checkNumbers();
    checkComponents();
  }

  /** The shape of a record, with the record's name. */
  public static <T extends Record> Shape<T> of(Class<T> record, Field<?>... fields) {
    return new Shape<>(record.getSimpleName(), record, List.of(fields));
  }

  /** The shape of a record under another name, if its own name is already used. */
  public static <T extends Record> Shape<T> of(String name, Class<T> record, Field<?>... fields) {
    return new Shape<>(name, record, List.of(fields));
  }

  private void checkNumbers() {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (Field<?> field : fields) {
      if (field.number() > 0 && !numbers.add(field.number())) {
        throw new IllegalStateException(name + " has two fields of number " + field.number());
      }
    }
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

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<T> javaType() {
    return record;
  }

  /** The record's class. */
  public Class<T> record() {
    return record;
  }

  List<? extends Field<?>> fields() {
    return fields;
  }

  /** Writes a record of this shape, without its length. */
  public void writeBodyOf(ProtoWriter out, Object value) {
    coder().write(out, value);
  }

  /** Writes a record of this shape, with its length. */
  void writeOf(ProtoWriter out, Object value) {
    int mark = out.open();
    coder().write(out, value);
    out.close(mark);
  }

  @Override
  public int wireType() {
    return ProtoWriter.BYTES;
  }

  @Override
  public void write(ProtoWriter out, T value) {
    writeOf(out, value);
  }

  @Override
  public T read(ProtoReader in) {
    int outer = in.enter();
    T value = readBody(in);
    in.leave(outer);
    return value;
  }

  /** Writes the message without its length, as for an outermost message. */
  public void writeBody(ProtoWriter out, T value) {
    coder().write(out, value);
  }

  /** Reads the rest of the input as a message without its length. */
  public T readBody(ProtoReader in) {
    return read(coder(), in);
  }

  @SuppressWarnings("unchecked") // the code of a shape returns its record
  T read(Coder by, ProtoReader in) {
    try {
      return (T) by.read(in);
    } catch (IllegalArgumentException e) {
      throw new FormatException(name + ": " + e.getMessage());
    }
  }

  /**
   * The exception with the path of a component, or of the record if {@code component} is negative.
   */
  FormatException inside(FormatException e, int component) {
    return e.inside(component < 0 ? name : name + "." + components[component].getName());
  }

  /** Makes the code of this shape and of all types that it contains now instead of at first use. */
  public void prepare() {
    prepare(this);
  }

  private static void prepare(Type<?> type) {
    if (type instanceof Shape<?> shape) {
      shape.coder();
    }
    type.parts(Shape::prepare);
  }

  /** The code of this shape. */
  Coder coder() {
    Coder known = coder;
    if (known == null) {
      known = ShapeCompiler.compile(this);
      coder = known;
    }
    return known;
  }

  @Override
  public void parts(Consumer<Type<?>> seen) {
    for (Field<?> field : fields) {
      Type<?> type = field.type();
      if (type != null) {
        seen.accept(type);
      }
    }
  }

  @Override
  public String definition() {
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
