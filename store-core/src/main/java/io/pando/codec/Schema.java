package io.pando.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The schema of types in the language of Protocol Buffers, for reading the bytes with other tools.
 * Each name is defined once; a name that two types use is refused.
 */
public final class Schema {
  private final Map<String, String> definitions = new LinkedHashMap<>();

  /** Adds a type and all types that it contains. */
  public Schema add(Type<?> type) {
    List<Type<?>> parts = new ArrayList<>();
    type.parts(parts::add);
    parts.forEach(this::add);
    String text = type.definition();
    String before = text.isEmpty() ? null : definitions.putIfAbsent(type.name(), text);
    if (before != null && !before.equals(text)) {
      throw new IllegalStateException("two types are called " + type.name());
    }
    return this;
  }

  /** Removes the types of another schema. */
  public Schema without(Schema other) {
    definitions.keySet().removeAll(other.definitions.keySet());
    return this;
  }

  /** The names of the types in the schema. */
  public Collection<String> names() {
    return new TreeSet<>(definitions.keySet());
  }

  /** The definitions; a type comes after the types that it contains. */
  public String text() {
    return String.join("\n", definitions.values());
  }
}
