package io.pando.format;

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
