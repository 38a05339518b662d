package io.pando.cli.config;

/**
 * What carries messages.
 *
 * @param carrier {@code auto}, {@code epoll}, {@code io_uring} or {@code nio}
 * @param loops event loops of a process; 0 for as many as it needs
 */
public record NetworkSettings(String carrier, int loops) {
  static NetworkSettings read(ConfigSection section) throws ConfigException {
    section.allow("carrier", "loops");
    NetworkSettings settings =
        new NetworkSettings(
            section.optionalText("carrier").orElse("auto"), section.number("loops", 0, 256, 0));
    if (!settings.carrier.matches("auto|epoll|io_uring|nio")) {
      throw section.error("carrier", "must be auto, epoll, io_uring or nio");
    }
    return settings;
  }
}
