package io.pando.message;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.id.OsdId;
import io.pando.report.ClusterStatus;
import io.pando.report.EventPage;
import io.pando.report.EventQuery;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupStats;
import java.util.List;

/** Messages between a monitor and all other nodes. */
public sealed interface MonitorMessage extends Message {
  /**
   * Subscribes to maps: the monitor sends {@link MapUpdate}s from now on, the first at once if it
   * has a newer map. Repetitions serve as keep-alives.
   *
   * @param haveEpoch newest epoch that the sender has, 0 for none
   */
  record Subscribe(long haveEpoch) implements MonitorMessage {}

  /**
   * Requests a change of the map.
   *
   * <p>A copy may arrive after the sender has sent the request to another monitor and received the
   * answer. The monitors carry out a request only once, whichever of them passes it on.
   *
   * @param request number that the reply repeats; unique among the requests of the sender's
   *     incarnation
   * @param oldest lowest number of a request of the sender without an answer, at most {@code
   *     request}; the sender does not need older requests any more
   */
  record RequestChange(long request, Change change, long oldest) implements MonitorMessage {}

  /** The outcome of a change. */
  record ChangeReply(long request, ChangeOutcome outcome) implements MonitorMessage {}

  /** Asks a question. */
  record Ask(long request, Question question) implements MonitorMessage {}

  /** A question to a monitor about something other than the map. */
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

  /** Asks for a page of the cluster log; {@link EventsAnswer}. */
  record AskEvents(long request, EventQuery query) implements MonitorMessage {}

  /** An answer to a question. */
  sealed interface Answer extends MonitorMessage {
    long request();
  }

  record StatusAnswer(long request, ClusterStatus status) implements Answer {}

  record GroupsAnswer(long request, List<GroupStats> groups) implements Answer {}

  record OsdsAnswer(long request, List<OsdStats> osds) implements Answer {}

  record MonitorsAnswer(long request, MonitorStatus monitors) implements Answer {}

  record EventsAnswer(long request, EventPage page) implements Answer {}

  /** The question could not be answered, for instance because there is no quorum. */
  record NoAnswer(long request, String reason) implements Answer {}

  /**
   * A beacon: shows that an OSD is alive; sent to every monitor periodically. Its statistics are
   * soft state and are not stored in any log.
   */
  record Beacon(OsdId osd, long nonce, OsdStats stats, List<GroupStats> groups)
      implements MonitorMessage {}
}
