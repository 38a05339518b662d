package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A component that is a record of its own in Java, but not in the message: its fields are fields of
 * the record that contains it.
 */
record GroupField<T extends Record>(Shape<T> shape) implements Field<T> {
  /**
   * A field of the message.
   *
   * @param path the components that lead to its value: groups, then the component itself
   */
  record Leaf(Field<?> field, List<RecordComponent> path) {
    RecordComponent component() {
      return path.getLast();
    }

    String name() {
      return component().getName();
    }

    /** A number that differs, almost certainly, if the code for the field differs. */
    int fingerprint() {
      int print = field.number();
      for (RecordComponent step : path) {
        print = 31 * print + step.getName().hashCode();
        print = 31 * print + step.getType().getName().hashCode();
      }
      print = 31 * print + field.getClass().getName().hashCode();
      print = 31 * print + field.label().hashCode();
      Type<?> type = field.type();
      if (type != null) {
        print = 31 * print + type.getClass().getName().hashCode();
        print = 31 * print + type.name().hashCode();
      }
      return print;
    }

    List<RecordComponent> groups() {
      return path.subList(0, path.size() - 1);
    }
  }

  /** Passes the fields of a component, which are several if it is a group. */
  static void leaves(Field<?> field, List<RecordComponent> path, Consumer<Leaf> seen) {
    if (field instanceof GroupField<?>(Shape<?> shape)) {
      RecordComponent[] components = shape.record().getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        List<RecordComponent> longer = new ArrayList<>(path);
        longer.add(components[i]);
        leaves(shape.fields().get(i), longer, seen);
      }
    } else {
      seen.accept(new Leaf(field, path));
    }
  }

  @Override
  public int number() {
    return 0;
  }

  @Override
  public Class<?> javaType() {
    return shape.javaType();
  }

  @Override
  public void write(ProtoWriter out, @Nullable T value) {
    throw new IllegalStateException("the fields of a group are written one by one");
  }

  @Override
  public Object read(ProtoReader in, int wireType, @Nullable Object soFar) {
    throw in.damaged("a field without a number");
  }

  @Override
  public Object finish(ProtoReader in, @Nullable Object soFar) {
    throw in.damaged("a field without a number");
  }

  @Override
  public @Nullable Type<?> type() {
    return null;
  }

  @Override
  public String label() {
    return "";
  }
}
