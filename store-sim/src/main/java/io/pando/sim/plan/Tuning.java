package io.pando.sim.plan;

import io.pando.sim.world.SimFailure;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes settings by name, so that a run's changes are in one place and all other settings stay as
 * in production.
 */
public final class Tuning {
  private Tuning() {}

  /**
   * The record with some components replaced, which may be components of its components; each must
   * exist, and have the type of its value.
   */
  public static <R extends Record> R with(R record, SortedMap<String, Object> values) {
    SortedMap<String, Object> left = new TreeMap<>(values);
    try {
      R changed = changed(record, left);
      if (!left.isEmpty()) {
        throw new IllegalArgumentException(
            record.getClass().getSimpleName() + " has no " + left.keySet());
      }
      return changed;
    } catch (InvocationTargetException e) {
      throw new SimFailure("settings " + values + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new SimFailure("settings of " + record.getClass(), e);
    }
  }

  /** The record with its components replaced. Removes the values that it uses. */
  private static <R extends Record> R changed(R record, SortedMap<String, Object> values)
      throws ReflectiveOperationException {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    @Nullable Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      arguments[i] = values.remove(components[i].getName());
    }
    for (int i = 0; i < components.length; i++) {
      if (arguments[i] == null) {
        Object usual = components[i].getAccessor().invoke(record);
        boolean isChanged = usual instanceof Record && !values.isEmpty();
        arguments[i] = isChanged ? changed((Record) usual, values) : usual;
      }
    }
    @SuppressWarnings("unchecked")
    Constructor<R> constructor = (Constructor<R>) record.getClass().getDeclaredConstructor(types);
    return constructor.newInstance(arguments);
  }
}
