package io.pando.message;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.id.OsdId;
import io.pando.report.ClusterStatus;
import io.pando.report.GroupStats;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import java.util.List;

/** Between a monitor and everybody else. */
public sealed interface MonitorMessage extends Message {
  /**
   * Send me maps from now on: {@link MapUpdate}s, the first at once if there is a newer one.
   * Repeated, it is a sign of life.
   *
   * @param haveEpoch newest epoch the sender has, 0 for none
   */
  record Subscribe(long haveEpoch) implements MonitorMessage {}

  /**
   * Please change the map.
   *
   * <p>A copy may arrive after the sender has sent the request to another monitor and has its
   * answer: the monitors carry out a request once, whoever passes it on.
   *
   * @param request number that the reply repeats; unlike those of all other requests of the sender
   *     and its incarnation
   * @param oldest smallest number of a request of the sender that has no answer yet, at most {@code
   *     request}: the sender wants nothing of older ones any more
   */
  record RequestChange(long request, Change change, long oldest) implements MonitorMessage {}

  /** How it went. */
  record ChangeReply(long request, ChangeOutcome outcome) implements MonitorMessage {}

  /** Please tell. */
  record Ask(long request, Question question) implements MonitorMessage {}

  /** What can be asked of a monitor beyond the map. */
  enum Question {
    /** {@link StatusAnswer}. */
    STATUS,
    /** {@link GroupsAnswer}. */
    GROUPS,
    /** {@link OsdsAnswer}. */
    OSDS,
    /** {@link MonitorsAnswer}: needs no quorum. */
    MONITORS
  }

  /** An answer. */
  sealed interface Answer extends MonitorMessage {
    long request();
  }

  record StatusAnswer(long request, ClusterStatus status) implements Answer {}

  record GroupsAnswer(long request, List<GroupStats> groups) implements Answer {}

  record OsdsAnswer(long request, List<OsdStats> osds) implements Answer {}

  record MonitorsAnswer(long request, MonitorStatus monitors) implements Answer {}

  /** The question could not be answered: no quorum, say. */
  record NoAnswer(long request, String reason) implements Answer {}

  /**
   * An OSD lives; sent to every monitor from time to time. Statistics are soft state: they are in
   * no log.
   */
  record Beacon(OsdId osd, long nonce, OsdStats stats, List<GroupStats> groups)
      implements MonitorMessage {}
}
