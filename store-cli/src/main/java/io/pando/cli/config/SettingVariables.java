package io.pando.cli.config;

import io.pando.cli.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Environment variables that override settings of the file: {@code PANDO_OSD_CACHE} is {@code
 * osd.cache}. A value is YAML, as it would be in the file. Like {@link ConfigSection}, this learns
 * the names of all settings as they are read, and then refuses the variables that name none.
 */
final class SettingVariables {
  private static final String PREFIX = "PANDO_";

  /** Variables of the launchers and the commands, which are no settings of a cluster. */
  private static final List<String> OTHERS =
      List.of(
          "PANDO_AOT_CACHE",
          "PANDO_CONF",
          "PANDO_JAVA_HOME",
          "PANDO_JDK_FOLDERS",
          "PANDO_MVN",
          "PANDO_OPTS");

  /**
   * Kubernetes sets these in all containers of a name space with a service called pando or pando-x.
   */
  private static final Pattern OF_SERVICES =
      Pattern.compile(
          "PANDO_(\\w+_)?(SERVICE_(HOST|PORT)(_\\w+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_\\w+)?)?)");

  private static final YAMLMapper YAML = new YAMLMapper();

  private final SortedMap<String, String> values = new TreeMap<>();
  private final TreeSet<String> known = new TreeSet<>();

  private SettingVariables() {}

  /** No variables. */
  static SettingVariables none() {
    return new SettingVariables();
  }

  /** The variables of an environment. An empty one counts as not set. */
  static SettingVariables of(Map<String, String> environment) {
    SettingVariables variables = new SettingVariables();
    environment.forEach((name, value) -> {
      boolean other = OTHERS.contains(name) || OF_SERVICES.matcher(name).matches();
      if (name.startsWith(PREFIX) && !other && !value.isBlank()) {
        variables.values.put(name, value);
      }
    });
    return variables;
  }

  /** The variable of a setting such as {@code osd.cache}. */
  static String nameOf(String setting) {
    return PREFIX + setting.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** Whether a variable overrides a setting. */
  boolean overrides(String setting) {
    return values.containsKey(nameOf(setting));
  }

  /** The value that overrides a setting. */
  Optional<JsonNode> value(String setting) {
    String name = nameOf(setting);
    known.add(name);
    String text = values.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(YAML.readTree(text));
    } catch (JacksonException malformed) {
      throw error(name, "is not valid YAML: '" + text + "'");
    }
  }

  /** Refuses variables that name no setting. */
  void refuseOthers() {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        List<String> names = new ArrayList<>(known);
        names.addAll(OTHERS);
        throw error(
            name, "names no setting: osd.cache is PANDO_OSD_CACHE" + Nearest.hint(name, names));
      }
    }
  }

  /** The exception for a problem with a variable. */
  static ConfigException error(String name, String problem) {
    return new ConfigException("environment variable " + name + ": " + problem);
  }
}
