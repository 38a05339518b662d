package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo.History;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** What active primaries of the model do. */
final class ModelService {
  private final PeeringWorld world;

  ModelService(PeeringWorld world) {
    this.world = world;
  }

  /** The active primary, by whatever map it knows, writes, fills, trims or calls it clean. */
  void lead(ModelNode primary) {
    Membership membership = world.at(primary.told);
    SortedSet<MemberId> others = membership.others(primary.member());
    switch (world.random.nextInt(5)) {
      case 0 -> others.forEach(member -> fill(world.node(member.osd())));
      case 1 -> trim(primary, others);
      case 2 -> declareClean(primary, membership, others);
      default -> write(primary, membership, others);
    }
  }

  private static void fill(ModelNode other) {
    if (other.isServing()) {
      other.info = other.held().withBackfill(null);
    }
  }

  private void write(ModelNode primary, Membership membership, SortedSet<MemberId> others) {
    long whole = 1 + others.stream().filter(member -> world.node(member.osd()).isWhole()).count();
    if (whole < membership.pool().minSize()) {
      return;
    }
    Version head = primary.last();
    Version version = head.next(primary.told);
    primary.append(version);
    boolean everywhere = true;
    for (MemberId member : others) {
      ModelNode other = world.node(member.osd());
      boolean takes = other.isServing() && other.last().equals(head) && !world.random.oneIn(6);
      if (takes) {
        other.append(version);
      }
      everywhere &= takes;
    }
    if (everywhere) {
      world.acknowledged.put(version, primary.interval());
      world.story.add(version + " is acknowledged by " + primary.id);
    } else {
      // What follows would wait for this one: nothing more is acknowledged.
      primary.leads = false;
      world.story.add(version + " of " + primary.id + " is given up");
    }
  }

  private void trim(ModelNode primary, SortedSet<MemberId> others) {
    if (world.acknowledged.isEmpty()) {
      return;
    }
    Version to =
        List.copyOf(world.acknowledged.keySet())
            .get(world.random.nextInt(world.acknowledged.size()));
    if (!primary.log.contains(to) || !to.isAfter(primary.held().logTail())) {
      return;
    }
    primary.trimTo(to);
    for (MemberId member : others) {
      ModelNode other = world.node(member.osd());
      if (other.isServing() && other.log.contains(to)) {
        other.trimTo(to);
      }
    }
  }

  private void declareClean(ModelNode primary, Membership membership, SortedSet<MemberId> others) {
    boolean large = membership.members().size() >= membership.pool().minSize();
    boolean whole =
        large
            && others.stream()
                .allMatch(member ->
                    world.node(member.osd()).isWhole() && world.node(member.osd()).isServing());
    if (!whole || !membership.mapping().acting().equals(membership.mapping().up())) {
      return;
    }
    History clean = Intervals.clean(primary.held().history());
    primary.info = primary.held().withHistory(clean);
    world.story.add(primary.id + " is clean");
    for (MemberId member : others) {
      if (world.random.nextBoolean()) {
        world.node(member.osd()).info = world.node(member.osd()).held().withHistory(clean);
      }
    }
    for (ModelNode stray : world.nodes.values()) {
      boolean needed = membership.osds().contains(stray.id);
      if (stray.alive && !needed && stray.told == primary.told && world.random.nextBoolean()) {
        stray.info = null;
        stray.log = new ArrayList<>();
      }
    }
  }
}
