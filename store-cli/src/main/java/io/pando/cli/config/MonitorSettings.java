package io.pando.cli.config;

/**
 * How every monitor works.
 *
 * @param electionMillis shortest time without a leader's sign of life before another election
 * @param downOutSeconds how long an OSD may be down before its data moves elsewhere; 0 for ever
 * @param reporters OSDs that must agree before one is marked down
 * @param failureDomain of the first CRUSH rule of a new cluster: no two replicas share one
 */
public record MonitorSettings(
    int electionMillis, int downOutSeconds, int reporters, String failureDomain) {
  static MonitorSettings read(ConfigSection section) throws ConfigException {
    section.allow("election_ms", "down_out_seconds", "reporters", "failure_domain");
    MonitorSettings settings =
        new MonitorSettings(
            section.number("election_ms", 200, 60_000, 1_000),
            section.number("down_out_seconds", 0, 604_800, 600),
            section.number("reporters", 1, 100, 2),
            section.optionalText("failure_domain").orElse("host"));
    return settings;
  }
}
