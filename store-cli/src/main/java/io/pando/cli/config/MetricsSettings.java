package io.pando.cli.config;

import io.pando.id.NodeId;

/**
 * Where daemons show their metrics.
 *
 * @param enabled whether they have an endpoint
 * @param host host on which endpoints listen; empty: the daemon's own
 * @param port 0: each daemon takes a free port at each start; otherwise monitor N listens on {@code
 *     port + N}, metadata server N on {@code port + 50 + N}, and OSD N on {@code port + 100 + N}
 * @param cephNames whether endpoints also show metrics under the names of Ceph
 */
public record MetricsSettings(boolean enabled, String host, int port, boolean cephNames) {
  private static final int METADATA_SERVERS = 50;
  private static final int OSDS = 100;
  private static final int MAX_PORT = 65_535;

  static MetricsSettings read(ConfigSection section) {
    MetricsSettings settings =
        new MetricsSettings(
            section.flag("enabled", true),
            section.optionalText("host").orElse(""),
            section.number("port", 0, MAX_PORT, 0),
            section.flag("ceph_names", false));
    section.refuseOthers();
    return settings;
  }

  /** The port of a daemon's endpoint; 0 for any free one. */
  public int portOf(NodeId daemon) {
    long wanted = port + first(daemon.role()) + daemon.number();
    if (port == 0) {
      return 0;
    }
    if (wanted > MAX_PORT) {
      throw new ConfigException(
          "metrics.port is %d, so %s would listen on port %d, but the highest is %d: choose a lower"
                  .formatted(port, daemon, wanted, MAX_PORT)
              + " metrics.port, or 0 for free ports");
    }
    return (int) wanted;
  }

  private static int first(NodeId.Role role) {
    return switch (role) {
      case MON, CLIENT -> 0;
      case MDS -> METADATA_SERVERS;
      case OSD -> OSDS;
    };
  }
}
