package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.state.FailureDomains;
import io.pando.mon.state.FailureReports;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules for OSDs that do not answer. One report is not enough, since its reporter may be the one
 * that is cut off: within the life of a report, OSDs of {@code minReporters} different hosts must
 * report the same incarnation, or of all other hosts where there are fewer. The leading monitor,
 * which receives the beacons of all OSDs, counts as one more reporter. A laggy OSD gets a longer
 * grace; an OSD that refuses connections gets none.
 *
 * <p>No OSD is marked down if too few would stay up. After {@code downOutMillis}, {@code down}
 * becomes {@code out}, so that the data is copied elsewhere; but not when too many OSDs are out
 * already. In both cases a network failure is more likely, and the remaining OSDs could not hold
 * the data.
 */
final class FailureRules {
  private FailureRules() {}

  static Decision report(MonitorState state, Change.ReportFailure report, Terms terms) {
    ClusterMap map = state.map();
    OsdId failed = report.failed();
    if (failed.equals(report.reporter())) {
      return new Decision.Rejected(failed + " reports itself; to go down it must send a stop");
    }
    if (!map.isUp(report.reporter())) {
      Probe.reached("monitor: a report by an OSD that is down");
      return new Decision.Rejected(
          report.reporter() + " is not up and reports " + failed + ": it must boot first");
    }
    if (!map.osds().containsKey(failed)) {
      return new Decision.Rejected(failed + " is reported, but is not in the cluster map");
    }
    if (!map.isUp(failed, report.nonce())) {
      Probe.reached("monitor: a report of an incarnation that is down");
      return new Decision.Accepted(state, "that incarnation of " + failed + " is down already");
    }
    FailureReports.Report heard =
        new FailureReports.Report(
            report.nonce(), terms.nowMillis(), terms.nowMillis(), report.refused());
    MonitorState noted =
        state.withFailures(state.failures().with(report.reporter(), failed, heard));
    return new Decision.Accepted(
        judge(noted, failed, terms), failed + " reported by " + report.reporter());
  }

  static Decision withdraw(MonitorState state, Change.WithdrawFailure withdrawal) {
    Probe.reached("monitor: a report is withdrawn");
    return new Decision.Accepted(
        state.withFailures(state.failures().without(withdrawal.reporter(), withdrawal.failed())),
        "");
  }

  static Decision markSilent(MonitorState state, Change.MarkSilent silent, Terms terms) {
    if (state.map().flags().contains(ClusterFlag.NODOWN)) {
      return new Decision.Accepted(state, "the flag nodown is set");
    }
    return new Decision.Accepted(
        takeDownUnasked(state, silent.osds(), terms), "silent: " + silent.osds());
  }

  static Decision tick(MonitorState state, Terms terms) {
    long oldest = terms.nowMillis() - terms.settings().failures().reportLifeMillis();
    MonitorState now = state.withFailures(state.failures().since(oldest));
    for (OsdId failed : now.failures().byFailed().keySet()) {
      now = judge(now, failed, terms);
    }
    return new Decision.Accepted(markLongDownOut(now, terms), "");
  }

  /** Whether one more report is enough to mark an OSD down: that of the leading monitor. */
  static boolean isDoubted(MonitorState state, OsdId failed, Terms terms) {
    int words = reporterCount(state, failed, terms);
    return words > 0 && words + 1 >= reportersNeeded(state.map(), failed, terms);
  }

  private static MonitorState judge(MonitorState state, OsdId failed, Terms terms) {
    ClusterMap map = state.map();
    if (!map.isUp(failed) || map.flags().contains(ClusterFlag.NODOWN)) {
      return state;
    }
    int words = reporterCount(state, failed, terms);
    if (words >= reportersNeeded(map, failed, terms)) {
      return takeDownUnasked(state, List.of(failed), terms);
    }
    Probe.reachedIf(words > 0, "monitor: reports of too few OSDs");
    return state;
  }

  private static int reporterCount(MonitorState state, OsdId failed, Terms terms) {
    long nonce = nonce(OsdEdits.known(state.map(), failed));
    long oldest = terms.nowMillis() - terms.settings().failures().reportLifeMillis();
    List<OsdId> credible = new ArrayList<>();
    state
        .failures()
        .of(failed)
        .forEach((reporter, report) -> {
          long heardMillis = terms.nowMillis() - report.sinceMillis();
          boolean late = heardMillis >= extraGrace(state, failed, reporter, terms);
          if (report.nonce() == nonce
              && report.atMillis() >= oldest
              && (report.refused() || late)) {
            credible.add(reporter);
          }
        });
    return FailureDomains.about(failed, state.map()).count(credible);
  }

  /** Extra grace: a laggy OSD may answer late, and a laggy reporter may hear late. */
  private static long extraGrace(MonitorState state, OsdId failed, OsdId reporter, Terms terms) {
    FlapSettings settings = terms.settings().flapping();
    return state.flapHistoryOf(failed).extraGraceMillis(terms.nowMillis(), settings)
        + state.flapHistoryOf(reporter).extraGraceMillis(terms.nowMillis(), settings);
  }

  private static int reportersNeeded(ClusterMap map, OsdId failed, Terms terms) {
    int all = FailureDomains.about(failed, map).count(FailureDomains.reporters(failed, map));
    return Math.max(1, Math.min(terms.settings().failures().minReporters(), all));
  }

  private static long nonce(OsdInfo osd) {
    return osd.address() == null ? 0 : osd.address().nonce();
  }

  /** Marks the OSDs down as long as enough others stay up, and records it in their flap history. */
  private static MonitorState takeDownUnasked(MonitorState state, List<OsdId> osds, Terms terms) {
    ClusterMap map = state.map();
    long started = map.osds().values().stream().filter(osd -> osd.address() != null).count();
    long up = map.osds().values().stream().filter(OsdInfo::up).count();
    List<OsdId> falling = new ArrayList<>();
    for (OsdId osd : osds) {
      long left = up - falling.size() - 1;
      boolean enough = left >= started * terms.settings().marking().minUpPercent() / 100;
      Probe.reachedIf(map.isUp(osd) && !enough, "monitor: too few would be up");
      if (map.isUp(osd) && !falling.contains(osd) && enough) {
        falling.add(osd);
      }
    }
    MonitorState after = OsdEdits.takeDown(state, falling, terms);
    for (OsdId osd : falling) {
      long nonce = nonce(OsdEdits.known(map, osd));
      after =
          after.withFlapHistory(
              osd,
              state
                  .flapHistoryOf(osd)
                  .markedDown(nonce, terms.nowMillis(), terms.settings().flapping()));
    }
    return after;
  }

  private static MonitorState markLongDownOut(MonitorState state, Terms terms) {
    ClusterMap map = state.map();
    if (map.flags().contains(ClusterFlag.NOOUT)) {
      return state;
    }
    long latest = terms.nowMillis() - terms.settings().marking().downOutMillis();
    int in = (int) map.osds().values().stream().filter(OsdInfo::in).count();
    List<Incremental.Edit> edits = new ArrayList<>();
    for (OsdInfo osd : map.osds().values()) {
      boolean due = !osd.up() && osd.in() && osd.history().downSinceMillis() <= latest && in > 1;
      Probe.reachedIf(due, "monitor: an OSD that is down long is marked out");
      boolean enoughIn =
          in * 100L >= (long) terms.settings().marking().minInPercent() * map.osds().size();
      if (due && enoughIn) {
        edits.add(new Incremental.PutOsd(OsdEdits.withIn(osd, false)));
        in--;
      }
    }
    return state.advance(edits, terms);
  }
}
