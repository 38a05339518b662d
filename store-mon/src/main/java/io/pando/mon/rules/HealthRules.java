package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.report.Health;
import io.pando.report.HealthCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SortedMap;
import java.util.TreeMap;

/** Rules for muting health checks. */
final class HealthRules {
  private static final long MAX_LIFE_MILLIS = 10L * 365 * 24 * 3_600_000;

  private HealthRules() {}

  static Decision mute(MonitorState state, Change.MuteHealth mute, Terms terms) {
    String code = mute.code();
    if (HealthCode.named(code).isEmpty()) {
      return new Decision.Rejected(HealthCode.unknown(code));
    }
    if (mute.count() < 0 || mute.lifeMillis() < 0 || mute.lifeMillis() > MAX_LIFE_MILLIS) {
      return new Decision.Rejected(
          "a mute of %s for %d ms is not possible: give at most 10 years"
              .formatted(code, mute.lifeMillis()));
    }
    if (mute.count() == 0 && !mute.sticky()) {
      return new Decision.Rejected(
          code + " is not raised, so there is nothing to mute; a mute for later must be --sticky");
    }
    long untilMillis = mute.lifeMillis() == 0 ? 0 : terms.nowMillis() + mute.lifeMillis();
    String until =
        untilMillis == 0
            ? ""
            : " until " + Instant.ofEpochMilli(untilMillis).truncatedTo(ChronoUnit.SECONDS);
    SortedMap<String, Health.Mute> mutes = new TreeMap<>(state.health().mutes());
    mutes.put(code, new Health.Mute(code, untilMillis, mute.sticky(), mute.count()));
    return new Decision.Accepted(
        state.withHealth(state.health().withMutes(mutes)),
        code + " is muted" + until + (mute.sticky() ? ", sticky" : ""));
  }

  static Decision unmute(MonitorState state, Change.UnmuteHealth unmute) {
    String code = unmute.code();
    if (HealthCode.named(code).isEmpty()) {
      return new Decision.Rejected(HealthCode.unknown(code));
    }
    SortedMap<String, Health.Mute> mutes = new TreeMap<>(state.health().mutes());
    return mutes.remove(code) == null
        ? new Decision.Accepted(state, code + " is not muted")
        : new Decision.Accepted(
            state.withHealth(state.health().withMutes(mutes)), code + " is not muted any more");
  }
}
