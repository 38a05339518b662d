package io.pando.testkit;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.NewCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The configuration of a cluster for tests: that of a new cluster, with some settings. */
final class TestConfig {
  private static final Pattern SETTING = Pattern.compile("([a-z_]+)\\.([a-z_]+)=(.+)");

  private final Map<String, Map<String, String>> sections = new TreeMap<>();

  /** Sets {@code section.key=value}. */
  void set(String setting) {
    Matcher parts = SETTING.matcher(setting.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a setting must look like osd.log_entries=100, is '" + setting + "'");
    }
    set(parts.group(1) + "." + parts.group(2), parts.group(3));
  }

  /** Sets {@code section.key}. */
  void set(String key, String value) {
    int dot = key.indexOf('.');
    sections
        .computeIfAbsent(key.substring(0, dot), section -> new TreeMap<>())
        .put(key.substring(dot + 1), value);
  }

  /** Writes the file into a new temporary folder, which is returned. */
  Path write(int monitors, int osds) throws IOException, DaemonException {
    refuseFewer("monitors", monitors);
    refuseFewer("OSDs", osds);
    Path folder = Files.createTempDirectory("pando-test-");
    Path file = NewCluster.write(folder, monitors, osds, 0);
    Files.writeString(file, text(monitors), StandardOpenOption.APPEND);
    return folder;
  }

  private static void refuseFewer(String what, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a cluster needs at least one of its " + what);
    }
  }

  /** The settings as YAML. A single monitor elects itself, and need not wait for that. */
  String text(int monitors) {
    Map<String, Map<String, String>> all = new TreeMap<>(sections);
    if (monitors == 1) {
      Map<String, String> monitor = new TreeMap<>(Map.of("election_ms", "200"));
      monitor.putAll(all.getOrDefault("monitor", Map.of()));
      all.put("monitor", monitor);
    }
    StringBuilder text = new StringBuilder();
    all.forEach((section, settings) -> {
      text.append('\n').append(section).append(":\n");
      settings.forEach(
          (key, value) -> text.append("  ").append(key).append(": ").append(value).append('\n'));
    });
    return text.toString();
  }

  /**
   * Reads the file in a folder; if it is not valid, removes the folder.
   *
   * @throws IllegalArgumentException if it is not valid; the message names the setting
   */
  static ClusterConfig read(Path folder) throws IOException {
    try {
      return ClusterConfig.read(folder.resolve(NewCluster.FILE));
    } catch (ConfigException invalid) {
      NewCluster.remove(folder);
      throw new IllegalArgumentException(invalid.getMessage(), invalid);
    }
  }
}
