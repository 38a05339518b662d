package io.pando.mon.events;

import io.pando.mon.state.EventLog;
import io.pando.mon.state.HealthMemory;
import io.pando.mon.state.HealthMemory.Seen;
import io.pando.mon.state.MonitorState;
import io.pando.report.ClusterEvent;
import io.pando.report.Health;
import io.pando.report.HealthCode;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the cluster log which health checks appeared, cleared or changed their severity since the
 * leading monitor noted them last, and ends mutes: when their time is over, and unless they are
 * sticky when the check clears or concerns more items. A check that concerns fewer items lowers
 * what its mute covers.
 */
public final class HealthEvents {
  private final ClusterEvent.@Nullable Source source;
  private MonitorState state;

  private HealthEvents(MonitorState state, ClusterEvent.@Nullable Source source) {
    this.state = state;
    this.source = source;
  }

  /**
   * The state after the leading monitor noted the checks that are raised.
   *
   * @param state state at the time of the note
   */
  public static MonitorState note(
      MonitorState state, SortedMap<String, Seen> now, ClusterEvent.@Nullable Source source) {
    HealthEvents events = new HealthEvents(state, source);
    SortedMap<String, Seen> before = state.health().seen();
    now.forEach((code, check) -> events.onRaised(before.get(code), check));
    before.forEach((code, check) -> {
      if (!now.containsKey(code)) {
        events.say(code + " cleared; it was: " + check.summary());
      }
    });
    if (now.isEmpty() && !before.isEmpty()) {
      events.say("the cluster is healthy: no check is raised");
    }
    SortedMap<String, Health.Mute> mutes = events.mutesAfter(state, now);
    return events.state.withHealth(new HealthMemory(now, mutes));
  }

  /** Whether a note of these checks would change more than numbers and texts. */
  public static boolean isDue(MonitorState state, SortedMap<String, Seen> now) {
    MonitorState after = note(state, now, null);
    return after.events().last() != state.events().last()
        || !after.health().mutes().equals(state.health().mutes());
  }

  private void onRaised(@Nullable Seen before, Seen now) {
    if (before == null) {
      say("%s appeared (%s): %s".formatted(now.code(), word(now.severity()), now.summary()));
    } else if (before.severity() != now.severity()) {
      say("%s is now %s: %s".formatted(now.code(), word(now.severity()), now.summary()));
    }
  }

  private static String word(Health.Severity severity) {
    return severity == Health.Severity.ERROR ? "an error" : "a warning";
  }

  private SortedMap<String, Health.Mute> mutesAfter(
      MonitorState before, SortedMap<String, Seen> now) {
    SortedMap<String, Health.Mute> left = new TreeMap<>();
    before
        .health()
        .mutes()
        .forEach((code, mute) -> {
          Health.Mute after = after(mute, now.get(code), before.nowMillis());
          if (after != null) {
            left.put(code, after);
          }
        });
    return left;
  }

  /** The mute after this note; null if it ends. */
  private Health.@Nullable Mute after(Health.Mute mute, @Nullable Seen check, long nowMillis) {
    if (mute.isOver(nowMillis)) {
      return ended(mute, "its time is over");
    }
    if (mute.sticky()
        || HealthCode.named(mute.code()).filter(HealthCode::isOfOneMonitor).isPresent()) {
      return mute;
    }
    if (check == null) {
      return ended(mute, "the check cleared");
    }
    if (check.count() > mute.count()) {
      return ended(
          mute, "the check got worse, from %d to %d".formatted(mute.count(), check.count()));
    }
    return new Health.Mute(mute.code(), mute.untilMillis(), false, check.count());
  }

  private Health.@Nullable Mute ended(Health.Mute mute, String reason) {
    say("the mute of " + mute.code() + " ended: " + reason);
    return null;
  }

  private void say(String text) {
    EventLog log =
        state.events().plus(state, ClusterEvent.Kind.HEALTH, source, ClusterEvent.What.of(text));
    state = state.withEvents(log);
  }
}
