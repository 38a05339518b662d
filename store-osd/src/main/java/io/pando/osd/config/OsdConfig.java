package io.pando.osd.config;

import io.pando.osd.pg.replica.GroupConfig;
import io.pando.session.MonitorSessionConfig;
import java.util.List;

/**
 * Settings of a storage daemon.
 *
 * @param monitors settings of the link to the monitors
 * @param recovery limits on how many groups recover at a time, and how much recovery yields to
 *     clients
 * @param place place of a new OSD in CRUSH
 * @param group settings of every placement group
 */
public record OsdConfig(
    MonitorSessionConfig monitors,
    LivenessSettings liveness,
    ResourceLimits limits,
    RecoverySettings recovery,
    CrushPlace place,
    GroupConfig group) {
  /** Settings for production. */
  public static OsdConfig defaults() {
    return new OsdConfig(
        MonitorSessionConfig.defaults(),
        LivenessSettings.defaults(),
        ResourceLimits.defaults(),
        RecoverySettings.defaults(),
        new CrushPlace(List.of(), 0x10000),
        GroupConfig.defaults());
  }

  /** The same settings with another place in CRUSH. */
  public OsdConfig placedAt(List<String> location, int weight) {
    CrushPlace other = new CrushPlace(location, weight);
    return new OsdConfig(monitors, liveness, limits, recovery, other, group);
  }

  /** The same settings with other limits. */
  public OsdConfig with(ResourceLimits other) {
    return new OsdConfig(monitors, liveness, other, recovery, place, group);
  }
}
