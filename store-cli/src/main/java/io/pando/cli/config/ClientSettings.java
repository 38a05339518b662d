package io.pando.cli.config;

/**
 * Settings of the commands' connections.
 *
 * @param timeoutSeconds longest time that an operation may take
 */
public record ClientSettings(int timeoutSeconds) {
  static ClientSettings read(ConfigSection section) {
    ClientSettings settings = new ClientSettings(section.number("timeout_seconds", 1, 3_600, 30));
    section.refuseOthers();
    return settings;
  }
}
