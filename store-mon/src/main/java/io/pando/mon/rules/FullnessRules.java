package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.fullness.OsdFullness;
import io.pando.id.OsdId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.report.OsdStats;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which OSDs are nearly full or full. The leading monitor derives it from the OSDs' statistics, and
 * the map records it.
 *
 * <p>An OSD has a level from the level's ratio on, and keeps it until it is clearly below, so that
 * updates and removals that alternate do not make a new map each. An OSD without statistics keeps
 * its level too: a new leader has none at first, nor has an OSD that starts.
 */
public final class FullnessRules {
  /** Thousandths below a ratio down to which an OSD keeps the level. */
  private static final int SLACK = 10;

  private FullnessRules() {}

  static Decision setRatio(MonitorState state, Change.SetFullRatio set, Terms terms) {
    Fullness fullness = state.map().fullness();
    FullRatios ratios = fullness.ratios().with(set.ratio(), set.thousandths());
    String note = "%s ratio is %s".formatted(set.ratio().label(), text(ratios, set.ratio()));
    if (ratios.equals(fullness.ratios())) {
      return new Decision.Accepted(state, note);
    }
    Optional<String> objection = ratios.objection();
    if (objection.isPresent()) {
      return new Decision.Rejected(
          objection.get() + ": set the ratios in another order, or choose another value");
    }
    // Levels by the new ratios follow from the next statistics. A level that stayed would be kept
    // a little below its new ratio, which an operator who raises it does not expect.
    return put(state, fullness.withRatios(ratios).withLevels(new TreeMap<>()), terms, note);
  }

  private static String text(FullRatios ratios, FullRatio ratio) {
    return FullRatios.text(ratios.of(ratio));
  }

  static Decision mark(MonitorState state, Change.MarkFullness mark, Terms terms) {
    ClusterMap map = state.map();
    SortedMap<OsdId, FullnessLevel> levels = new TreeMap<>();
    for (OsdFullness osd : mark.osds()) {
      if (map.osds().containsKey(osd.osd())) {
        levels.put(osd.osd(), osd.level());
      }
    }
    return levels.equals(map.fullness().levels())
        ? new Decision.Accepted(state, "")
        : put(state, map.fullness().withLevels(levels), terms, "marked fullness " + levels);
  }

  private static Decision put(MonitorState state, Fullness fullness, Terms terms, String note) {
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutFullness(fullness)), terms), note);
  }

  /** The change that is due by the statistics of the OSDs, if any. */
  public static Optional<Change> due(ClusterMap map, List<OsdStats> osds) {
    Fullness fullness = map.fullness();
    SortedMap<OsdId, FullnessLevel> levels = new TreeMap<>(fullness.levels());
    for (OsdStats osd : osds) {
      FullnessLevel level = level(fullness, osd);
      if (level == null || !map.osds().containsKey(osd.osd())) {
        levels.remove(osd.osd());
      } else {
        levels.put(osd.osd(), level);
      }
    }
    return levels.equals(fullness.levels())
        ? Optional.empty()
        : Optional.of(
            new Change.MarkFullness(
                levels.entrySet().stream()
                    .map(entry -> new OsdFullness(entry.getKey(), entry.getValue()))
                    .toList()));
  }

  private static @Nullable FullnessLevel level(Fullness fullness, OsdStats osd) {
    long filled = FullRatios.filled(osd.usedBytes(), osd.capacityBytes());
    FullnessLevel reached = fullness.ratios().level(filled);
    FullnessLevel had = fullness.levels().get(osd.osd());
    for (FullnessLevel level : FullnessLevel.values()) {
      boolean kept =
          had != null && had.reaches(level) && filled >= keptFrom(fullness.ratios().of(level));
      reached = kept && (reached == null || level.reaches(reached)) ? level : reached;
    }
    return reached;
  }

  private static int keptFrom(int ratio) {
    return ratio - Math.min(SLACK, ratio / 20);
  }
}
