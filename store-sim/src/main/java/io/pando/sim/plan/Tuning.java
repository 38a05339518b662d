package io.pando.sim.plan;

import io.pando.sim.world.SimFailure;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Changes settings by name, so that a run's changes are in one place and all other settings stay as
 * in production.
 */
public final class Tuning {
  private Tuning() {}

  /** The record with those of the values that it has; they are removed from the others. */
  static <R extends Record> R take(R record, SortedMap<String, Object> values) {
    SortedMap<String, Object> own = new TreeMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value = values.remove(component.getName());
      if (value != null) {
        own.put(component.getName(), value);
      }
    }
    return with(record, own);
  }

  /** The record with some components replaced; each must exist, and have the type of its value. */
  public static <R extends Record> R with(R record, SortedMap<String, Object> values) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] arguments = new Object[components.length];
    int replaced = 0;
    try {
      for (int i = 0; i < components.length; i++) {
        Object value = values.get(components[i].getName());
        replaced += value == null ? 0 : 1;
        arguments[i] = value == null ? components[i].getAccessor().invoke(record) : value;
      }
      if (replaced != values.size()) {
        throw new IllegalArgumentException(
            record.getClass().getSimpleName() + " has not all of " + values.keySet());
      }
      @SuppressWarnings("unchecked")
      Constructor<R> constructor = (Constructor<R>) record.getClass().getDeclaredConstructor(types);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new SimFailure("settings " + values + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new SimFailure("settings of " + record.getClass(), e);
    }
  }
}
