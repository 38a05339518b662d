package io.pando.cli.output;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A JSON object whose members keep the order in which they were put. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  /** Adds a member: a number, text, truth value, list, map, or another object's {@link #map}. */
  public Json put(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  /** The members. */
  public Map<String, @Nullable Object> map() {
    return members;
  }

  /** The text of a value. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
