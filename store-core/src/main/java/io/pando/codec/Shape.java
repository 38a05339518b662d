package io.pando.codec;

import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record as a message: one field for each of its components, in their order. One definition is
 * used for writing, for reading and for the schema. If a record has a component without a field,
 * its shape is refused when it is made. Components that belong together can form a record of their
 * own without a change of the message: {@link #group}.
 *
 * <p>Unknown fields are skipped, so fields can be added; field numbers are never reused.
 */
public final class Shape<T extends Record> implements Type<T> {
  /** Beginning of the names of coders' classes. */
  static final String CODERS = Coder.class.getPackageName() + ".CoderOf_";

  private final String name;
  private final Class<T> record;
  private final List<? extends Field<?>> fields;
  private final RecordComponent[] components;
  private final List<GroupField.Leaf> leaves = new ArrayList<>();
  private final List<GroupField.Leaf> written;

  /** Loaded at first use, since that takes time. */
  private @Nullable Coder coder;

  private Shape(
      String name,
      Class<T> record,
      List<? extends Field<?>> fields,
      Comparator<GroupField.Leaf> order) {
    this.name = name;
    this.record = record;
    this.fields = fields;
    this.components = record.getRecordComponents();
    checkComponents();
    for (int i = 0; i < components.length; i++) {
      GroupField.leaves(fields.get(i), List.of(components[i]), leaves::add);
    }
    checkNumbers();
    this.written = leaves.stream().sorted(order).toList();
  }

  private static <T extends Record> Shape<T> asDeclared(
      String name, Class<T> record, List<? extends Field<?>> fields) {
    return new Shape<>(name, record, fields, (_, _) -> 0);
  }

  /** The shape of a record, with the record's name. */
  public static <T extends Record> Shape<T> of(Class<T> record, Field<?>... fields) {
    return asDeclared(record.getSimpleName(), record, List.of(fields));
  }

  /** The shape of a record under another name, if its own name is already used. */
  public static <T extends Record> Shape<T> of(String name, Class<T> record, Field<?>... fields) {
    return asDeclared(name, record, List.of(fields));
  }

  /**
   * A component that is a record, whose fields are encoded as fields of the record that contains
   * it, with numbers of their own among its numbers.
   */
  public static <T extends Record> Field<T> group(Class<T> record, Field<?>... fields) {
    return new GroupField<>(of(record, fields));
  }

  /**
   * The same shape that writes its fields in the order of their numbers, for groups whose fields
   * are not side by side in the message.
   */
  public Shape<T> inOrderOfNumbers() {
    return new Shape<>(
        name, record, fields, Comparator.comparingInt(leaf -> leaf.field().number()));
  }

  private void checkNumbers() {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (GroupField.Leaf leaf : leaves) {
      int number = leaf.field().number();
      if (number > 0 && !numbers.add(number)) {
        throw new IllegalStateException(name + " has two fields of number " + number);
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

  /** The fields of the message, in the order of the components. */
  List<GroupField.Leaf> leaves() {
    return leaves;
  }

  /** The fields of the message, in the order in which they are written. */
  List<GroupField.Leaf> written() {
    return written;
  }

  /**
   * The groups in records of a type, as they appear in the text of a record: {@code
   * component=Group}.
   */
  public static SortedSet<String> groupsIn(Type<?> type) {
    SortedSet<String> groups = new TreeSet<>();
    if (type instanceof Shape<?> shape) {
      for (GroupField.Leaf leaf : shape.leaves) {
        leaf.groups().forEach(it -> groups.add(it.getName() + "=" + it.getType().getSimpleName()));
      }
    }
    type.parts(part -> groups.addAll(groupsIn(part)));
    return groups;
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

  /** The exception with the path of a field, or of the record if {@code leaf} is negative. */
  FormatException inside(FormatException e, int leaf) {
    return e.inside(leaf < 0 ? name : name + "." + leaves.get(leaf).name());
  }

  /** Loads the code of this shape and of all types that it contains now instead of at first use. */
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
      known = CoderClasses.coder(this);
      coder = known;
    }
    return known;
  }

  /** The code of this shape if it is loaded. */
  @Nullable Coder knownCoder() {
    return coder;
  }

  /** Called by the initialiser of the coder's class. */
  void setCoder(Coder made) {
    coder = made;
  }

  /** A field of the message, for the initialiser of the coder's class. */
  Field<?> field(int leaf) {
    return leaves.get(leaf).field();
  }

  /** Whether the code of the other shape serves this one, too. */
  boolean isDeclaredLike(Shape<?> other) {
    return coderName().equals(other.coderName()) && fields.equals(other.fields);
  }

  /** Name of the coder's class, which differs if anything differs that its code depends on. */
  public String coderName() {
    int print = record.getName().hashCode();
    for (GroupField.Leaf leaf : leaves) {
      print = 31 * print + leaf.fingerprint();
    }
    for (GroupField.Leaf leaf : written) {
      print = 31 * print + leaf.field().number();
    }
    return CODERS + name + "_" + Integer.toHexString(print);
  }

  @Override
  public void parts(Consumer<Type<?>> seen) {
    for (GroupField.Leaf leaf : written) {
      Type<?> type = leaf.field().type();
      if (type != null) {
        seen.accept(type);
      }
    }
  }

  @Override
  public String definition() {
    StringBuilder text = new StringBuilder("message " + name() + " {\n");
    for (GroupField.Leaf leaf : written) {
      Field<?> field = leaf.field();
      Type<?> type = field.type();
      if (type != null) {
        text.append(
            "  %s%s %s = %d;\n"
                .formatted(field.label(), type.name(), snake(leaf.name()), field.number()));
      }
    }
    return text.append("}\n").toString();
  }

  static String snake(String camel) {
    return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
