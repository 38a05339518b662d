package io.pando.mon;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import java.util.ArrayList;
import java.util.List;

/**
 * An OSD does not answer. One that says so is not enough, since it may be the one that is cut off:
 * as many as the settings demand must say it of the same incarnation within the life of a report,
 * or all others that are up where there are fewer. After a while {@code down} becomes {@code out},
 * so that the data is copied elsewhere; but not when too many are out already, since then it is
 * rather the network that failed, and what is left could not hold the data.
 */
final class FailureRules {
  private FailureRules() {}

  static Decision report(MonitorState state, Change.ReportFailure report, Terms terms) {
    ClusterMap map = state.map();
    OsdId failed = report.failed();
    if (failed.equals(report.reporter())) {
      return new Decision.Rejected(failed + " reports itself; to go down it sends a stop");
    }
    if (!map.isUp(report.reporter())) {
      return new Decision.Rejected(
          report.reporter() + " is not up and reports " + failed + ": it must boot first");
    }
    if (!map.osds().containsKey(failed)) {
      return new Decision.Rejected(failed + " is reported, but is not in the cluster map");
    }
    if (!map.isUp(failed, report.nonce())) {
      return new Decision.Accepted(state, "that incarnation of " + failed + " is down already");
    }
    FailureReports.Report heard = new FailureReports.Report(report.nonce(), terms.nowMillis());
    MonitorState noted =
        state.withFailures(state.failures().with(report.reporter(), failed, heard));
    return new Decision.Accepted(
        judge(noted, failed, terms), failed + " reported by " + report.reporter());
  }

  static Decision withdraw(MonitorState state, Change.WithdrawFailure withdrawal) {
    return new Decision.Accepted(
        state.withFailures(state.failures().without(withdrawal.reporter(), withdrawal.failed())),
        "");
  }

  static Decision markSilent(MonitorState state, Change.MarkSilent silent, Terms terms) {
    if (state.map().flags().contains(ClusterFlag.NODOWN)) {
      return new Decision.Accepted(state, "the flag nodown is set");
    }
    return new Decision.Accepted(
        OsdEdits.takeDown(state, silent.osds(), terms), "silent: " + silent.osds());
  }

  static Decision tick(MonitorState state, Terms terms) {
    long oldest = terms.nowMillis() - terms.settings().reportLifeMillis();
    MonitorState now = state.withFailures(state.failures().since(oldest));
    for (OsdId failed : now.failures().byFailed().keySet()) {
      now = judge(now, failed, terms);
    }
    return new Decision.Accepted(markLongDownOut(now, terms), "");
  }

  private static MonitorState judge(MonitorState state, OsdId failed, Terms terms) {
    ClusterMap map = state.map();
    if (!map.isUp(failed) || map.flags().contains(ClusterFlag.NODOWN)) {
      return state;
    }
    OsdInfo osd = OsdEdits.known(map, failed);
    long nonce = osd.address() == null ? 0 : osd.address().nonce();
    long oldest = terms.nowMillis() - terms.settings().reportLifeMillis();
    int reporters = state.failures().since(oldest).reporters(failed, nonce).size();
    return reporters < reportersNeeded(map, terms)
        ? state
        : OsdEdits.takeDown(state, List.of(failed), terms);
  }

  private static long reportersNeeded(ClusterMap map, Terms terms) {
    long othersUp = map.osds().values().stream().filter(OsdInfo::up).count() - 1;
    return Math.max(1, Math.min(terms.settings().minReporters(), othersUp));
  }

  private static MonitorState markLongDownOut(MonitorState state, Terms terms) {
    ClusterMap map = state.map();
    if (map.flags().contains(ClusterFlag.NOOUT)) {
      return state;
    }
    long latest = terms.nowMillis() - terms.settings().downOutMillis();
    int in = (int) map.osds().values().stream().filter(OsdInfo::in).count();
    List<Incremental.Edit> edits = new ArrayList<>();
    for (OsdInfo osd : map.osds().values()) {
      boolean enoughIn = in * 100L >= (long) terms.settings().minInPercent() * map.osds().size();
      if (!osd.up() && osd.in() && osd.downSinceMillis() <= latest && enoughIn && in > 1) {
        edits.add(new Incremental.PutOsd(OsdEdits.withIn(osd, false)));
        in--;
      }
    }
    return state.advance(edits, terms);
  }
}
