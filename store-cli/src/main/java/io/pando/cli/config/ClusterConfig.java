package io.pando.cli.config;

import io.pando.disk.StoreKind;
import io.pando.id.ClusterId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Configuration of a cluster, as read from its file. Relative paths in the file are relative to the
 * file's folder.
 *
 * @param file file that was read
 * @param folders folders of the daemons
 */
public record ClusterConfig(
    Path file, Folders folders, ClusterId cluster, Daemons daemons, Settings settings) {
  /**
   * Folders of the daemons.
   *
   * @param run folder that records the processes of running daemons
   * @param data folder of the daemons whose own folder is not named
   */
  public record Folders(Path run, Path data) {}

  /** The daemons, in the order of the file. */
  public record Daemons(
      List<MonitorEntry> monitors, List<OsdEntry> osds, List<MdsEntry> metadataServers) {
    public Daemons {
      monitors = List.copyOf(monitors);
      osds = List.copyOf(osds);
      metadataServers = List.copyOf(metadataServers);
    }

    /** Only those of one host. */
    Daemons onHost(String host) {
      return new Daemons(
          monitors.stream().filter(entry -> entry.host().equals(host)).toList(),
          osds.stream().filter(entry -> entry.host().equals(host)).toList(),
          metadataServers.stream().filter(entry -> entry.host().equals(host)).toList());
    }

    boolean isEmpty() {
      return monitors.isEmpty() && osds.isEmpty() && metadataServers.isEmpty();
    }
  }

  /** Settings that all daemons and commands share. */
  public record Settings(
      MonitorSettings monitor,
      OsdSettings osd,
      ClientSettings client,
      NetworkSettings network,
      LogSettings log,
      MetricsSettings metrics) {
    static Settings read(ConfigSection top) {
      return new Settings(
          MonitorSettings.read(top.section("monitor")),
          OsdSettings.read(top.section("osd")),
          ClientSettings.read(top.section("client")),
          NetworkSettings.read(top.section("network")),
          LogSettings.read(top.section("log")),
          MetricsSettings.read(top.section("metrics")));
    }
  }

  /** Reports a duplicate key as an error. */
  private static final YAMLMapper YAML =
      new YAMLMapper(
          YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  private static final int MAX_PORT = 65_535;
  private static final int MAX_OSD = 65_535;

  /** The monitors. */
  public List<MonitorEntry> monitors() {
    return daemons.monitors();
  }

  /** The OSDs. */
  public List<OsdEntry> osds() {
    return daemons.osds();
  }

  /** The metadata servers. */
  public List<MdsEntry> metadataServers() {
    return daemons.metadataServers();
  }

  /** The same configuration with other daemons. */
  public ClusterConfig with(Daemons others) {
    return new ClusterConfig(file, folders, cluster, others, settings);
  }

  /** The same configuration with one monitor as its only daemon. */
  public ClusterConfig withMonitor(MonitorEntry monitor) {
    return with(new Daemons(List.of(monitor), List.of(), List.of()));
  }

  /** The same configuration with only one OSD beside the monitors. */
  public ClusterConfig withOsd(OsdEntry osd) {
    return with(new Daemons(monitors(), List.of(osd), List.of()));
  }

  /** Reads a file; environment variables override its settings. */
  public static ClusterConfig read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException failure) {
      throw new ConfigException(
          file + ": cannot be read (" + reason(failure) + "). Start a cluster with: pando up");
    }
    return parse(file.toAbsolutePath().normalize(), text, SettingVariables.of(System.getenv()));
  }

  /** Reads the text of a file. */
  static ClusterConfig parse(Path file, String text) {
    return parse(file, text, SettingVariables.none());
  }

  /** Reads the text of a file, with variables that override its settings. */
  static ClusterConfig parse(Path file, String text, SettingVariables variables) {
    JsonNode tree;
    try {
      tree = YAML.readTree(text);
    } catch (JacksonException failure) {
      throw new ConfigException(
          file + ": is not valid YAML: " + oneLine(failure.getOriginalMessage()));
    }
    try {
      ClusterConfig config = of(file, ConfigSection.top(file, tree, variables));
      variables.refuseOthers();
      return config;
    } catch (ConfigException invalid) {
      throw invalid.in(file, text);
    }
  }

  private static ClusterConfig of(Path file, ConfigSection top) {
    Path folder = file.resolveSibling("").toAbsolutePath();
    Path data = folder.resolve(top.optionalText("data").orElse("."));
    ClusterConfig config =
        new ClusterConfig(
            file,
            new Folders(
                folder.resolve(top.optionalText("run").orElse("run")).normalize(),
                data.normalize()),
            clusterId(top),
            new Daemons(monitors(top, data), osds(top, data), metadataServers(top)),
            Settings.read(top));
    top.refuseOthers();
    config.refuseUnusedPlaces();
    config.refuseSharedPorts();
    return config;
  }

  /** Refuses two daemons with the same host and port: they cannot both run. */
  private void refuseSharedPorts() {
    Map<String, String> taken = new TreeMap<>();
    for (int i = 0; i < monitors().size(); i++) {
      MonitorEntry entry = monitors().get(i);
      refuseSharedPort(taken, "monitors[" + i + "].port", entry.host(), entry.port());
      refuseSharedPort(taken, "monitors[" + i + "].raft_port", entry.host(), entry.raftPort());
    }
    for (int i = 0; i < osds().size(); i++) {
      OsdEntry entry = osds().get(i);
      refuseSharedPort(taken, "osds[" + i + "].port", entry.host(), entry.port());
    }
    for (int i = 0; i < metadataServers().size(); i++) {
      MdsEntry entry = metadataServers().get(i);
      refuseSharedPort(taken, "metadata_servers[" + i + "].port", entry.host(), entry.port());
    }
  }

  private void refuseSharedPort(Map<String, String> taken, String key, String host, int port) {
    if (port == 0) {
      return;
    }
    String other = taken.putIfAbsent(host + ":" + port, key);
    if (other != null) {
      throw new ConfigException(
          file, key, "is " + port + " on " + host + ", as " + other + ": choose another port");
    }
  }

  /** Refuses places that only a raw store uses, if the OSDs have stores of another kind. */
  private void refuseUnusedPlaces() {
    StoreKind kind = settings.osd.storage().kind();
    for (int i = 0; i < osds().size() && kind != StoreKind.RAW; i++) {
      OsdEntry.Places places = osds().get(i).places();
      if (places.device() != null || places.log() != null) {
        String key = places.device() != null ? "device" : "log";
        throw new ConfigException(
            file,
            "osds[" + i + "]." + key,
            ("only a raw store has a %s of its own, but osd.store is %s: remove '%s', or choose raw"
                    + " stores for a new cluster")
                .formatted(key, kind.label(), key));
      }
    }
  }

  /** All hosts that have a daemon. */
  public SortedSet<String> hosts() {
    SortedSet<String> hosts = new TreeSet<>();
    monitors().forEach(entry -> hosts.add(entry.host()));
    osds().forEach(entry -> hosts.add(entry.host()));
    metadataServers().forEach(entry -> hosts.add(entry.host()));
    return hosts;
  }

  /** The same configuration with the daemons of one host only; there must be at least one. */
  public ClusterConfig onHost(String host) {
    Daemons its = daemons.onHost(host);
    if (its.isEmpty()) {
      throw new ConfigException(
          file
              + ": has no daemon on host '"
              + host
              + "'; its hosts are "
              + String.join(", ", hosts()));
    }
    return with(its);
  }

  /** Folder that records the processes of running daemons. */
  public Path run() {
    return folders.run();
  }

  /** Folder of the daemons whose own folder is not named. */
  public Path data() {
    return folders.data();
  }

  /** The monitor with that number. */
  public MonitorEntry monitorNumbered(int id) {
    return monitors().stream()
        .filter(entry -> entry.id() == id)
        .findFirst()
        .orElseThrow(
            () -> unknown("monitors", id, monitors().stream().map(MonitorEntry::id).toList()));
  }

  /** The OSD with that number. */
  public OsdEntry osdNumbered(int id) {
    return osds().stream()
        .filter(entry -> entry.id() == id)
        .findFirst()
        .orElseThrow(() -> unknown("osds", id, osds().stream().map(OsdEntry::id).toList()));
  }

  /** The metadata server with that number. */
  public MdsEntry mdsNumbered(int id) {
    return metadataServers().stream()
        .filter(entry -> entry.id() == id)
        .findFirst()
        .orElseThrow(() ->
            unknown("metadata_servers", id, metadataServers().stream().map(MdsEntry::id).toList()));
  }

  private ConfigException unknown(String list, int id, List<Integer> there) {
    return new ConfigException(file, list, "has no entry with id " + id + "; there are " + there);
  }

  private static ClusterId clusterId(ConfigSection top) {
    String text = top.text("cluster");
    try {
      return ClusterId.parse(text);
    } catch (IllegalArgumentException noUuid) {
      throw top.error("cluster", "must be a UUID, is '" + text + "'");
    }
  }

  private static List<MonitorEntry> monitors(ConfigSection top, Path data) {
    List<MonitorEntry> entries = new ArrayList<>();
    TreeSet<Integer> ids = new TreeSet<>();
    for (ConfigSection section : top.sections("monitors")) {
      int id = section.number("id", 0, MAX_OSD);
      if (!ids.add(id)) {
        throw section.error("id", "another monitor has id " + id);
      }
      int port = section.number("port", 1, MAX_PORT);
      int raftPort = section.number("raft_port", 1, MAX_PORT);
      if (port == raftPort) {
        throw section.error("raft_port", "must differ from port");
      }
      String host = section.text("host");
      Path folder = data.resolve(section.optionalText("data").orElse("mon." + id)).normalize();
      section.refuseOthers();
      entries.add(new MonitorEntry(id, host, port, raftPort, folder));
    }
    return entries;
  }

  private static List<OsdEntry> osds(ConfigSection top, Path data) {
    List<OsdEntry> entries = new ArrayList<>();
    TreeSet<Integer> ids = new TreeSet<>();
    for (ConfigSection section : top.sections("osds")) {
      int id = section.number("id", 0, MAX_OSD);
      if (!ids.add(id)) {
        throw section.error("id", "another OSD has id " + id);
      }
      String host = section.optionalText("host").orElse("127.0.0.1");
      int port = section.number("port", 0, MAX_PORT, 0);
      Path folder = data.resolve(section.optionalText("data").orElse("osd." + id)).normalize();
      List<String> location = section.texts("location");
      for (String pair : location) {
        if (!pair.matches("[^=\\s]+=[^=\\s]+")) {
          throw section.error("location", "must be pairs such as host=node1, is '" + pair + "'");
        }
      }
      OsdEntry.Places places =
          new OsdEntry.Places(folder, place(section, "device", data), place(section, "log", data));
      OsdCores cores = OsdCores.read(section);
      section.refuseOthers();
      entries.add(new OsdEntry(id, host, port, places, location, cores));
    }
    return entries;
  }

  private static List<MdsEntry> metadataServers(ConfigSection top) {
    List<MdsEntry> entries = new ArrayList<>();
    TreeSet<Integer> ids = new TreeSet<>();
    for (ConfigSection section : top.optionalSections("metadata_servers")) {
      int id = section.number("id", 0, MAX_OSD);
      if (!ids.add(id)) {
        throw section.error("id", "another metadata server has id " + id);
      }
      String host = section.optionalText("host").orElse("127.0.0.1");
      int port = section.number("port", 0, MAX_PORT, 0);
      String prefers = section.optionalText("prefers").orElse("");
      section.refuseOthers();
      entries.add(new MdsEntry(id, host, port, prefers));
    }
    return entries;
  }

  private static @Nullable Path place(ConfigSection section, String key, Path data) {
    return section.optionalText(key).map(data::resolve).map(Path::normalize).orElse(null);
  }

  private static String reason(IOException failure) {
    return failure instanceof NoSuchFileException
        ? "no such file"
        : String.valueOf(failure.getMessage());
  }

  private static String oneLine(String message) {
    return message.lines().limit(4).map(String::strip).reduce((a, b) -> a + " " + b).orElse("");
  }
}
