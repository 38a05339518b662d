package io.pando.mon.service;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.OsdInfo;
import io.pando.mon.state.MonitorState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Combines requests to raise up_thru. After a failure every group of an OSD asks at once for the
 * same epoch. One request goes to the log for all of them, and none if up_thru is already there:
 * up_thru only grows while an incarnation lives, so an earlier answer stays valid.
 */
final class UpThruRequests {
  private final Map<Change.RaiseUpThru, List<Consumer<ChangeOutcome>>> underWay =
      new LinkedHashMap<>();

  /** The answer to a request that is already done. */
  static Optional<ChangeOutcome> done(Optional<MonitorState> state, Change.RaiseUpThru raise) {
    return state
        .map(MonitorState::map)
        .filter(map -> map.isUp(raise.osd(), raise.nonce()))
        .filter(map -> {
          OsdInfo osd = map.osds().get(raise.osd());
          return osd != null && osd.upThru() >= raise.epoch();
        })
        .map(map -> new ChangeOutcome.Accepted(map.epoch(), ""));
  }

  /** Adds a waiting request; returns whether it is the first, so that it must be proposed. */
  boolean isFirst(Change.RaiseUpThru raise, Consumer<ChangeOutcome> reply) {
    List<Consumer<ChangeOutcome>> waiting =
        underWay.computeIfAbsent(raise, first -> new ArrayList<>());
    waiting.add(reply);
    return waiting.size() == 1;
  }

  /** Answers all waiting requests. */
  void onOutcome(Change.RaiseUpThru raise, ChangeOutcome outcome) {
    List<Consumer<ChangeOutcome>> waiting = underWay.remove(raise);
    if (waiting != null) {
      waiting.forEach(reply -> reply.accept(outcome));
    }
  }
}
