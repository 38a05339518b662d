package io.pando.osd.pg.peering;

import java.util.List;

/**
 * One group in a cluster where anything may happen between any two steps of peering, and an
 * observer that remembers all acknowledged updates. Histories, prior sets and authorities are those
 * of production; logs are lists of versions.
 */
final class PeeringModel {
  private final PeeringWorld world;
  private final ModelPeering peering;
  private final ModelService service;

  PeeringModel(long seed) {
    this.world = new PeeringWorld(seed);
    this.peering = new ModelPeering(world);
    this.service = new ModelService(world);
  }

  int activations() {
    return peering.activations();
  }

  int losses() {
    return peering.losses();
  }

  int acknowledged() {
    return world.acknowledged.size();
  }

  List<String> story() {
    return world.story;
  }

  /** Lets anything happen. */
  void step() {
    switch (world.random.nextInt(20)) {
      case 0 -> world.crash(world.anyOsd());
      case 1 -> world.markDown(world.anyOsd());
      case 2 -> world.restart(world.anyOsd());
      case 3 -> {
        world.remap();
        world.publish("moved");
      }
      case 4 -> world.overrideAny();
      case 5 -> {
        world.minSize = 1 + world.random.nextInt(3);
        world.publish("min_size " + world.minSize);
      }
      case 6 -> world.purge(world.anyOsd());
      case 7 ->
          world
              .nodes
              .values()
              .forEach(node -> {
                if (node.alive && world.random.nextBoolean()) {
                  world.tell(node);
                }
              });
      case 8, 9, 10, 11, 12 -> peering.peer();
      default -> world.nodes.values().stream().filter(n -> n.leads).toList().forEach(service::lead);
    }
  }

  /** All OSDs return, and nothing happens any more: the group must be served. */
  boolean heals() {
    world.calm = true;
    world
        .nodes
        .keySet()
        .forEach(osd -> {
          world.crash(osd);
          world.markDown(osd);
        });
    world.nodes.keySet().forEach(world::restart);
    world.override = List.of();
    world.publish("all are back");
    for (int i = 0; i < 20; i++) {
      int before = peering.activations();
      peering.peer();
      if (peering.activations() > before) {
        return true;
      }
    }
    return false;
  }
}
