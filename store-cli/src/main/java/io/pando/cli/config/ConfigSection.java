package io.pando.cli.config;

import io.pando.cli.text.ByteSize;
import io.pando.cli.text.Nearest;
import io.pando.cli.text.PeriodText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A mapping in the configuration file, read key by key; then {@link #refuseOthers} reports keys
 * that were not read. A misspelt key is reported instead of the correct one that is missing.
 *
 * <p>Read by hand, not bound to records by Jackson: messages name the file, the line, the key, the
 * allowed range and the nearest known key.
 */
final class ConfigSection {
  private final Path file;
  private final String path;
  private final JsonNode node;
  private final SettingVariables variables;
  private final Set<String> known = new LinkedHashSet<>();

  private ConfigSection(Path file, String path, JsonNode node, SettingVariables variables) {
    this.file = file;
    this.path = path;
    this.node = node;
    this.variables = variables;
  }

  /** The whole file, with variables that override its settings. */
  static ConfigSection top(Path file, JsonNode node, SettingVariables variables) {
    if (!node.isObject()) {
      throw new ConfigException(file + ": expected a mapping of keys to values");
    }
    return new ConfigSection(file, "", node, variables);
  }

  /** A mapping below this one; empty if it is missing or has no keys. */
  ConfigSection section(String key) {
    known.add(key);
    JsonNode child = node.path(key);
    if (!isAbsent(child) && !child.isObject()) {
      throw error(key, "must be a mapping, is " + describe(child));
    }
    return new ConfigSection(file, pathOf(key), child, variables);
  }

  /** The mappings of a list with at least one element; a variable overrides the list as a whole. */
  List<ConfigSection> optionalSections(String key) {
    return isAbsent(child(key)) ? List.of() : sections(key);
  }

  List<ConfigSection> sections(String key) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      throw missing(key);
    }
    if (!child.isArray() || child.isEmpty()) {
      throw error(key, "must be a list of at least one entry");
    }
    List<ConfigSection> sections = new ArrayList<>();
    for (int i = 0; i < child.size(); i++) {
      String at = pathOf(key) + "[" + i + "]";
      if (!child.get(i).isObject()) {
        throw error(key, "[" + i + "] must be a mapping, is " + describe(child.get(i)));
      }
      sections.add(new ConfigSection(file, at, child.get(i), SettingVariables.none()));
    }
    return sections;
  }

  /** A required text. */
  String text(String key) {
    return optionalText(key).orElseThrow(() -> missing(key));
  }

  /** An optional text. */
  Optional<String> optionalText(String key) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      return Optional.empty();
    }
    if (child.isContainer()) {
      throw error(key, "must be a text, is " + describe(child));
    }
    String text = child.asString();
    if (text.isBlank()) {
      throw error(key, "is empty");
    }
    return Optional.of(text);
  }

  /** Texts of a list; empty if it is missing. */
  List<String> texts(String key) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      return List.of();
    }
    if (!child.isArray()) {
      throw error(key, "must be a list, is " + describe(child));
    }
    List<String> texts = new ArrayList<>();
    child.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  /** A required whole number. */
  int number(String key, int min, int max) {
    if (isAbsent(child(key))) {
      throw missing(key);
    }
    return number(key, min, max, min);
  }

  /** A whole number, or {@code otherwise} if it is missing. */
  int number(String key, int min, int max, int otherwise) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      return otherwise;
    }
    if (!child.isIntegralNumber()) {
      throw error(key, "must be a whole number, is " + describe(child));
    }
    if (!child.canConvertToInt() || child.asInt() < min || child.asInt() > max) {
      throw error(key, "must be from " + min + " to " + max + ", is " + child.asString());
    }
    return child.asInt();
  }

  /** A boolean, or {@code otherwise} if it is missing. */
  boolean flag(String key, boolean otherwise) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      return otherwise;
    }
    if (!child.isBoolean()) {
      throw error(key, "must be true or false, is " + describe(child));
    }
    return child.asBoolean();
  }

  /** A size in bytes, such as {@code 10 GiB}, or {@code otherwise} if it is missing. */
  long size(String key, long min, long otherwise) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      return otherwise;
    }
    long bytes =
        ByteSize.parse(child.isContainer() ? "" : child.asString())
            .orElseThrow(
                () -> error(key, "must be a size such as 10GiB or 4096, is " + describe(child)));
    if (bytes < min) {
      throw error(key, "must be at least " + ByteSize.format(min));
    }
    return bytes;
  }

  /** A period such as {@code 12h}, or {@code otherwise} if it is missing; zero means never. */
  Duration every(String key, Duration otherwise) {
    JsonNode child = child(key);
    if (isAbsent(child)) {
      return otherwise;
    }
    return PeriodText.parse(child.isContainer() ? "" : child.asString())
        .orElseThrow(() ->
            error(
                key,
                "must be a time such as 90s, 15m, 12h or 7d, or never, is " + describe(child)));
  }

  /** The choice with a label, or {@code otherwise} if the key is missing. */
  <E> E choice(String key, List<E> choices, Function<E, String> label, E otherwise) {
    Optional<String> wanted = optionalText(key);
    if (wanted.isEmpty()) {
      return otherwise;
    }
    for (E choice : choices) {
      if (label.apply(choice).equals(wanted.get())) {
        return choice;
      }
    }
    List<String> labels = choices.stream().map(label).toList();
    int last = labels.size() - 1;
    throw error(
        key,
        "must be %s or %s, is '%s'"
            .formatted(String.join(", ", labels.subList(0, last)), labels.get(last), wanted.get()));
  }

  /** Refuses keys that were not read. */
  void refuseOthers() {
    for (String key : keys()) {
      if (!known.contains(key)) {
        String near = Nearest.hint(key, known);
        throw error(key, "unknown key" + near + " Keys here: " + String.join(", ", known));
      }
    }
  }

  private List<String> keys() {
    return isAbsent(node) ? List.of() : List.copyOf(node.propertyNames());
  }

  private ConfigException missing(String key) {
    List<String> unread = keys().stream().filter(name -> !known.contains(name)).toList();
    return Nearest.to(key, unread)
        .map(name -> error(name, "unknown key; did you mean '" + key + "'?"))
        .orElseGet(() -> error(key, "is missing"));
  }

  /** The exception for a problem at a key. */
  ConfigException error(String key, String problem) {
    String setting = pathOf(key);
    return variables.overrides(setting)
        ? SettingVariables.error(SettingVariables.nameOf(setting), problem)
        : new ConfigException(file, setting, problem);
  }

  private JsonNode child(String key) {
    known.add(key);
    return variables.value(pathOf(key)).orElseGet(() -> node.path(key));
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static boolean isAbsent(JsonNode child) {
    return child.isMissingNode() || child.isNull();
  }

  private static String describe(JsonNode child) {
    if (child.isObject()) {
      return "a mapping";
    }
    return child.isArray() ? "a list" : "'" + child.asString() + "'";
  }
}
