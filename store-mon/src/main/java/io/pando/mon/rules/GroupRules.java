package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Changes of the map that the primary of a group requests during peering (paper 003 §6.3). */
final class GroupRules {
  private GroupRules() {}

  static Decision raiseUpThru(MonitorState state, Change.RaiseUpThru raise, Terms terms) {
    ClusterMap map = state.map();
    if (!map.isUp(raise.osd(), raise.nonce())) {
      return new Decision.Rejected(
          "that incarnation of " + raise.osd() + " is not up: it must boot first");
    }
    if (raise.epoch() > map.epoch()) {
      return new Decision.Rejected(
          "%s wants to be up through epoch %s, which does not exist yet"
              .formatted(raise.osd(), raise.epoch()));
    }
    OsdInfo osd = OsdEdits.known(map, raise.osd());
    if (osd.upThru() >= raise.epoch()) {
      return new Decision.Accepted(state, "");
    }
    OsdInfo raised = osd.withUpThru(raise.epoch());
    return new Decision.Accepted(state.advance(List.of(new Incremental.PutOsd(raised)), terms), "");
  }

  static Decision overrideActing(MonitorState state, Change.OverrideActing change, Terms terms) {
    ClusterMap map = state.map();
    PgId group = change.group();
    PoolInfo pool = map.pools().get(group.pool());
    if (pool == null || group.seed() >= pool.groupCount()) {
      return new Decision.Rejected("there is no placement group " + group);
    }
    GroupMapping mapping = new Placement().locate(map, group);
    Optional<String> objection = objection(map, pool, mapping, change);
    if (objection.isPresent()) {
      return new Decision.Rejected(objection.get());
    }
    MemberList wanted = change.acting().equals(mapping.up()) ? MemberList.EMPTY : change.acting();
    if (wanted.equals(map.actingOverrides().getOrDefault(group, MemberList.EMPTY))) {
      return new Decision.Accepted(state, "");
    }
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.OverrideActing(group, wanted)), terms), "");
  }

  private static Optional<String> objection(
      ClusterMap map, PoolInfo pool, GroupMapping mapping, Change.OverrideActing change) {
    PgId group = change.group();
    OsdId requester = change.requester();
    List<OsdId> acting = change.acting().osds();
    boolean primary = mapping.primary().filter(requester::equals).isPresent();
    if (!map.isUp(requester) || !(primary || mapping.up().contains(requester))) {
      return Optional.of(
          requester + " may not choose the acting set of " + group + ", which it does not serve");
    }
    if (change.acting().positions().size() > pool.size()
        || new TreeSet<>(acting).size() != acting.size()) {
      return Optional.of(
          "acting set of %s must be at most %s different OSDs: %s"
              .formatted(group, pool.size(), change.acting()));
    }
    return acting.stream()
        .filter(osd -> !map.isUp(osd))
        .findFirst()
        .map(osd -> "acting set of " + group + " names " + osd + ", which is not up");
  }
}
