package io.pando.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The schema of types in the language of Protocol Buffers, for whoever wants to read our bytes with
 * other means. Each type is named once; a name that two types claim is refused.
 */
public final class Schema {
  private final Map<String, String> definitions = new LinkedHashMap<>();

  /** Adds a type with all that it is made of. */
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

  /** Takes out what another schema has. */
  public Schema without(Schema other) {
    definitions.keySet().removeAll(other.definitions.keySet());
    return this;
  }

  /** The names of its types. */
  public Collection<String> names() {
    return new TreeSet<>(definitions.keySet());
  }

  /** The definitions, parts first. */
  public String text() {
    return String.join("\n", definitions.values());
  }
}
