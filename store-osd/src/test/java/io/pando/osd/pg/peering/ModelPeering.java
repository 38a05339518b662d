package io.pando.osd.pg.peering;

import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.redundancy.WholeCopies;
import io.pando.osd.pg.replica.StoredGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Peering in the model, by the histories, prior sets and authorities of production. */
final class ModelPeering {
  private final PeeringWorld world;
  private int activations;
  private int losses;

  ModelPeering(PeeringWorld world) {
    this.world = world;
  }

  int activations() {
    return activations;
  }

  /** How often a group said that it may have lost something. */
  int losses() {
    return losses;
  }

  /** The primary by the newest map tries to become active. */
  void peer() {
    List<OsdId> acting = world.now().mapping().acting().osds();
    if (acting.isEmpty()) {
      return;
    }
    ModelNode primary = world.node(acting.getFirst());
    if (!primary.alive) {
      return;
    }
    world.tell(primary);
    if (primary.isServing()) {
      return;
    }
    SortedMap<MemberId, GroupInfo> heard = new TreeMap<>();
    if (!gather(primary, heard)) {
      return;
    }
    Optional<Authority> chosen = Authority.choose(heard, primary.member(), new WholeCopies());
    if (chosen.isEmpty()) {
      world.story.add(primary.id + ": no replica is whole of " + heard);
      onNobodyWhole(primary, heard);
      return;
    }
    Authority authority = chosen.get();
    check(primary, authority, heard);
    if (!authority.canLead(primary.held())) {
      world.override = List.of(authority.member().osd());
      world.publish("temporary acting set " + world.override);
      return;
    }
    if (!authority.member().equals(primary.member())) {
      primary.log = new ArrayList<>(world.node(authority.member().osd()).log);
      primary.trimTo(primary.held().logTail());
    }
    if (prove(primary)) {
      activate(primary);
    }
  }

  private boolean gather(ModelNode primary, SortedMap<MemberId, GroupInfo> heard) {
    heard.put(primary.member(), primary.held());
    while (true) {
      PriorSet prior =
          PriorSet.of(
              primary.held().history(), world.now(), primary.member(), heard, new WholeCopies());
      Optional<MemberId> next =
          prior.probe().stream().filter(member -> !heard.containsKey(member)).findFirst();
      if (next.isEmpty() && hearStray(primary, heard)) {
        continue;
      }
      if (next.isEmpty()) {
        if (!prior.blocked().isEmpty()) {
          world.story.add(primary.id + ": waits for " + prior.blocked());
        }
        if (prior.blocked().isEmpty() && !prior.lost().isEmpty()) {
          lost(primary, prior.lost());
          return false;
        }
        return prior.blocked().isEmpty();
      }
      ModelNode other = world.node(next.get().osd());
      if (!other.alive) {
        return false;
      }
      hear(primary, other, heard);
    }
  }

  private void onNobodyWhole(ModelNode primary, SortedMap<MemberId, GroupInfo> heard) {
    long started = Authority.lastStarted(heard);
    boolean accepted = Losses.isAccepted(started, world.now());
    boolean away =
        !PriorSet.away(accepted ? 0 : started, primary.held().history(), world.now()).isEmpty();
    if (away || !Losses.mayHaveTaken(started, world.now())) {
      return;
    }
    if (!accepted) {
      lost(primary, "no replica is whole");
      return;
    }
    Authority best = Authority.leastLost(heard, primary.member());
    if (best.member().equals(primary.member())) {
      primary.info = primary.held().withBackfill(null).startedIn(started);
    } else {
      world.override = List.of(best.member().osd());
      world.publish(best.member().osd() + " lost less");
    }
  }

  private void lost(ModelNode primary, String what) {
    world.story.add(primary.id + ": lost: " + what);
    if (world.calm || world.random.nextBoolean()) {
      losses++;
      world.acceptLoss();
    }
  }

  private void hear(ModelNode primary, ModelNode other, SortedMap<MemberId, GroupInfo> heard) {
    world.tell(other);
    GroupInfo told =
        other.info == null
            ? StoredGroup.emptyInfo(PeeringWorld.GROUP, PeeringWorld.CREATED, world.now().epoch())
            : other.info;
    heard.put(other.member(), told);
    History merged = Intervals.merge(primary.held().history(), told.history());
    primary.info = primary.held().withHistory(merged);
    heard.put(primary.member(), primary.held());
  }

  /** Whether an OSD that was not asked spoke up. */
  private boolean hearStray(ModelNode primary, SortedMap<MemberId, GroupInfo> heard) {
    for (ModelNode other : world.nodes.values()) {
      boolean speaks = other.alive && other.info != null && world.known(other.id).up();
      if (speaks
          && !heard.containsKey(other.member())
          && (world.calm || world.random.nextBoolean())) {
        hear(primary, other, heard);
        return true;
      }
    }
    return false;
  }

  private void check(ModelNode primary, Authority authority, SortedMap<MemberId, GroupInfo> heard) {
    List<Version> log = world.node(authority.member().osd()).log;
    for (Version version : world.acknowledged.keySet()) {
      if (!log.contains(version)) {
        throw new AssertionError(
            "%s takes the log of %s, which lacks %s; heard %s\n%s"
                .formatted(
                    primary.id,
                    authority.member().osd(),
                    version,
                    heard,
                    String.join("\n", world.story)));
      }
    }
  }

  private boolean prove(ModelNode primary) {
    OsdInfo self = world.known(primary.id);
    if (self.upThru() < primary.interval()) {
      if (!world.calm && world.random.oneIn(4)) {
        return false;
      }
      world.osds.put(
          primary.id,
          PeeringWorld.info(primary.id, true, self.upFrom(), world.now().epoch(), self.downAt()));
      long interval = primary.interval();
      world.publish("up_thru of " + primary.id);
      world.tell(primary);
      if (primary.interval() != interval) {
        return false;
      }
    }
    return world.calm || !world.random.oneIn(8);
  }

  private void activate(ModelNode primary) {
    boolean starts = world.now().members().size() >= world.now().pool().minSize();
    if (starts) {
      primary.info = primary.held().startedIn(primary.interval());
    }
    SortedSet<MemberId> others = world.now().others(primary.member());
    for (MemberId member : others) {
      ModelNode other = world.node(member.osd());
      if (!other.alive || (!world.calm && world.random.oneIn(8))) {
        return;
      }
      world.tell(other);
      GroupInfo before = other.held();
      boolean reached = before.lastUpdate().compareTo(primary.held().logTail()) >= 0;
      other.log = new ArrayList<>(primary.log);
      History history = Intervals.merge(before.history(), primary.held().history());
      long started =
          starts
              ? Math.max(other.interval(), primary.held().lastEpochStarted())
              : before.lastEpochStarted();
      other.info = reached ? before : before.withBackfill(GroupInfo.NOTHING);
      other.trimTo(primary.held().logTail());
      other.info = other.held().withHistory(history).startedIn(started);
      other.serves = other.interval();
    }
    primary.serves = primary.interval();
    primary.leads = true;
    if (starts) {
      primary.info = primary.held().withHistory(Intervals.started(primary.held().history()));
    }
    activations++;
    world.story.add(primary.id + " is active with " + others);
    share(primary, others);
  }

  private void share(ModelNode primary, SortedSet<MemberId> others) {
    for (MemberId member : others) {
      ModelNode other = world.node(member.osd());
      if (other.isServing() && world.random.nextBoolean()) {
        other.info =
            other
                .held()
                .withHistory(Intervals.merge(other.held().history(), primary.held().history()));
      }
    }
  }
}
