package io.pando.cli.config;

/**
 * How the commands reach the cluster.
 *
 * @param timeoutSeconds how long an operation may take before the command gives up
 */
public record ClientSettings(int timeoutSeconds) {
  static ClientSettings read(ConfigSection section) throws ConfigException {
    section.allow("timeout_seconds");
    ClientSettings settings = new ClientSettings(section.number("timeout_seconds", 1, 3_600, 30));
    return settings;
  }
}
