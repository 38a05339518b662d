package io.pando.cluster.fullness;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How full the OSDs of a cluster are. The monitors keep it in the map, so that all nodes agree.
 *
 * @param setRatios ratios that an operator set; null means the defaults
 * @param levels levels of the OSDs that have one
 */
public record Fullness(@Nullable FullRatios setRatios, SortedMap<OsdId, FullnessLevel> levels) {
  /** The default ratios, and no OSD that has reached one. */
  public static final Fullness NONE = new Fullness(null, new TreeMap<>());

  public Fullness {
    levels = Collections.unmodifiableSortedMap(new TreeMap<>(levels));
  }

  /** The ratios that apply. */
  public FullRatios ratios() {
    return setRatios == null ? FullRatios.DEFAULT : setRatios;
  }

  /** Whether an OSD has reached a level. */
  public boolean hasReached(OsdId osd, FullnessLevel level) {
    FullnessLevel its = levels.get(osd);
    return its != null && its.reaches(level);
  }

  /** The same levels with other ratios. */
  public Fullness withRatios(FullRatios ratios) {
    return new Fullness(ratios, levels);
  }

  /** The same ratios with other levels. */
  public Fullness withLevels(SortedMap<OsdId, FullnessLevel> others) {
    return new Fullness(setRatios, others);
  }

  /** The same without an OSD that is removed. */
  public Fullness without(OsdId osd) {
    if (!levels.containsKey(osd)) {
      return this;
    }
    SortedMap<OsdId, FullnessLevel> left = new TreeMap<>(levels);
    left.remove(osd);
    return withLevels(left);
  }
}
