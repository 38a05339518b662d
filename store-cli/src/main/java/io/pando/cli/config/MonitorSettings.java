package io.pando.cli.config;

/**
 * Settings of all monitors.
 *
 * @param electionMillis shortest time without a heartbeat of the leader before an election
 * @param downOutSeconds time that an OSD may be down before its data is copied elsewhere; 0: no
 *     limit
 * @param reporters OSDs that must report an OSD before it is marked down
 * @param failureDomain failure domain of the first CRUSH rule of a new cluster: no two replicas
 *     share one
 * @param fenceSeconds time for which a session is fenced unless the command says how long
 * @param mdsGraceMillis time without a beacon after which a metadata server has failed
 */
public record MonitorSettings(
    int electionMillis,
    int downOutSeconds,
    int reporters,
    String failureDomain,
    int fenceSeconds,
    int mdsGraceMillis) {
  static MonitorSettings read(ConfigSection section) {
    MonitorSettings settings =
        new MonitorSettings(
            section.number("election_ms", 200, 60_000, 1_500),
            section.number("down_out_seconds", 0, 604_800, 600),
            section.number("reporters", 1, 100, 2),
            section.optionalText("failure_domain").orElse("host"),
            section.number("fence_seconds", 1, 31_536_000, 3_600),
            section.number("mds_grace_ms", 500, 600_000, 4_000));
    section.refuseOthers();
    return settings;
  }
}
