package io.pando.mon.state;

import io.pando.mon.config.FlapSettings;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.List;

/**
 * History of an OSD that was marked down without an operator's command. An OSD that returns as the
 * same incarnation was alive all the time: it is <em>laggy</em>, and the monitors wait longer
 * before they mark it down again. An OSD that is marked down too often <em>flaps</em>, and is kept
 * down for a while, since each change of its state disturbs all its groups. Immutable.
 *
 * @param nonce incarnation that was marked down last
 * @param marksMillis times of these marks, the newest last; at most {@link #KEPT}
 * @param laggyMillis smoothed time that it was down although alive
 * @param laggyPermille smoothed share of marks after which it was found alive, per thousand
 * @param judgedMillis when these two were updated last
 */
public record FlapHistory(
    long nonce, List<Long> marksMillis, long laggyMillis, int laggyPermille, long judgedMillis) {
  public static final FlapHistory UNKNOWN = new FlapHistory(0, List.of(), 0, 0, 0);

  /** Most marks that are remembered. */
  private static final Limit KEPT =
      Limit.of("monitor: failures of an OSD that are remembered", 1, 40);

  private static final long LONGEST_LAG_MILLIS = 60_000;
  private static final int NEW_TENTHS = 3;

  public FlapHistory {
    marksMillis = List.copyOf(marksMillis);
  }

  /** The history after the incarnation was marked down. */
  public FlapHistory markedDown(long incarnation, long nowMillis, FlapSettings settings) {
    List<Long> marks = new ArrayList<>();
    if (incarnation == nonce) {
      marks.addAll(recent(nowMillis, settings));
    }
    marks.add(nowMillis);
    int from = Math.max(0, marks.size() - KEPT.value());
    return new FlapHistory(
        incarnation, marks.subList(from, marks.size()), laggyMillis, laggyPermille, judgedMillis);
  }

  /**
   * The history after an incarnation came up that was down for {@code awayMillis}. If the
   * incarnation is another one, the old one had really died, which makes the OSD less laggy.
   */
  public FlapHistory cameUp(long incarnation, long awayMillis, long nowMillis) {
    if (marksMillis.isEmpty()) {
      return this;
    }
    boolean lived = incarnation == nonce;
    long lag = lived ? Math.min(awayMillis, LONGEST_LAG_MILLIS) : 0;
    return new FlapHistory(
        incarnation,
        lived ? marksMillis : List.of(),
        smooth(laggyMillis, lag),
        (int) smooth(laggyPermille, lived ? 1_000 : 0),
        nowMillis);
  }

  private static long smooth(long before, long observed) {
    return (before * (10 - NEW_TENTHS) + observed * NEW_TENTHS) / 10;
  }

  /** Grace of this OSD beyond the usual one. */
  public long extraGraceMillis(long nowMillis, FlapSettings settings) {
    long lives = Math.max(0, nowMillis - judgedMillis) / settings.laggyLifeMillis();
    return lives > 40 ? 0 : (laggyMillis * laggyPermille / 1_000) >> lives;
  }

  /** Earliest time at which this incarnation may come up; in the past if it need not wait. */
  public long mayComeUpMillis(long incarnation, long nowMillis, FlapSettings settings) {
    if (incarnation != nonce) {
      return 0;
    }
    List<Long> marks = recent(nowMillis, settings);
    int tooMany = marks.size() - settings.maxMarks();
    if (tooMany <= 0) {
      return 0;
    }
    long doubled = settings.holdMillis() << Math.min(20, tooMany - 1);
    return marks.getLast() + Math.min(doubled, settings.windowMillis());
  }

  /** Number of marks within the window. */
  public int marks(long nowMillis, FlapSettings settings) {
    return recent(nowMillis, settings).size();
  }

  private List<Long> recent(long nowMillis, FlapSettings settings) {
    return marksMillis.stream().filter(at -> at > nowMillis - settings.windowMillis()).toList();
  }
}
