package io.pando.cli.output;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON object whose members keep the order in which they were put. It is written as it is, also
 * within a list, a map or another object.
 */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final JsonMapper LINES = JsonMapper.builder().build();

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  /** An object with a member for each entry of a map; its name is the key's text. */
  public static <K, V> Json of(Map<K, V> map, Function<V, ?> value) {
    Json json = new Json();
    map.forEach((key, each) -> json.put(key.toString(), value.apply(each)));
    return json;
  }

  /** Adds a member: a number, text, truth value, list, map, or another object. */
  public Json put(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  /** The members. */
  @JsonValue
  public Map<String, @Nullable Object> map() {
    return members;
  }

  /** The text of a value. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** The text of a value on one line, for a stream of results. */
  public static String line(Object value) {
    return LINES.writeValueAsString(value);
  }
}
