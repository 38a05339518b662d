package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.PositionedMessage;
import io.pando.message.RecoveryMessage;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.net.SimFabric;
import java.util.ArrayList;
import java.util.List;

/** Faults of the network and of clocks. */
final class LinkTroubles {
  private static final long LONGEST_FLAPPING = 15 * SECOND;

  private final Site site;
  private final Random64 random;

  LinkTroubles(Site site) {
    this.site = site;
    this.random = site.random();
  }

  void reset() {
    if (random.oneIn(3)) {
      loseClients(site.drawOsd());
      return;
    }
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      site.cluster().cutConnections(site.drawOsd());
      site.cluster().world().runFor(random.between(0, SECOND / 2));
    }
  }

  /**
   * Resets the connections of clients to an OSD several times, possibly while answers wait to be
   * sent.
   */
  private void loseClients(int osd) {
    Nodes it = Nodes.of(Site.osd(osd));
    Nodes clients = new Nodes.OfRole(NodeId.Role.CLIENT);
    if (random.nextBoolean()) {
      begin(new LinkFault.Slow(it, clients, random.between(SECOND / 10, SECOND)));
    }
    for (int times = 1 + random.nextInt(10); times > 0; times--) {
      site.cluster().world().runFor(random.between(0, SECOND / 10));
      int _ = site.cluster().fabric().reset(it, clients);
    }
  }

  /**
   * Resets streams in the middle of an exchange: some of its messages arrive and others do not.
   * Either the network resets the stream or its sender gives it up.
   */
  void cutShort() {
    List<Class<?>> kinds = drawKinds();
    boolean givenUp = random.nextBoolean();
    SimFabric fabric = site.cluster().fabric();
    int[] left = {1 + random.nextInt(8)};
    fabric.watch((from, to, message) -> {
      Object what = message instanceof PositionedMessage sent ? sent.message() : message;
      boolean meant = kinds.stream().anyMatch(kind -> kind.isInstance(what));
      if (meant && left[0] > 0 && random.nextBoolean()) {
        left[0]--;
        long now = fabric.world().nowNanos();
        if (givenUp) {
          fabric.giveUp(from, to);
        } else {
          fabric
              .world()
              .at(
                  now + random.between(0, (SECOND / 500) << random.nextInt(6)),
                  () -> fabric.reset(Nodes.of(from), Nodes.of(to)));
        }
      }
    });
    site.later(
        "do not cut " + kinds.stream().map(Class::getSimpleName).toList() + " short",
        2 * site.drawNanos(),
        () -> fabric.watch((_, _, _) -> {}));
    int osd = site.drawOsd();
    if (givenUp && random.nextBoolean()) {
      // Messages of an older stream may arrive after those of a newer one.
      begin(new LinkFault.Slow(Nodes.of(Site.osd(osd)), Nodes.all(), SECOND / 2));
    }
    switch (random.nextInt(3)) {
      case 0 -> site.crash(osd, site.drawNanos() / 4);
      case 1 -> {
        boolean _ = site.empty(osd);
      }
      default -> {
        // No further fault: ordinary messages are cut short.
      }
    }
  }

  /** A few kinds of messages, so that most of them occur while the watch is active. */
  private List<Class<?>> drawKinds() {
    List<Class<?>> all = new ArrayList<>();
    all.add(ObjectMessage.Operate.class);
    all.add(ObjectMessage.OperateReply.class);
    all.addAll(List.of(PeeringMessage.class.getPermittedSubclasses()));
    all.addAll(List.of(RecoveryMessage.class.getPermittedSubclasses()));
    List<Class<?>> kinds = new ArrayList<>();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      kinds.add(all.get(random.nextInt(all.size())));
    }
    return kinds;
  }

  void cut() {
    Nodes from = Nodes.of(site.drawNode());
    Nodes to =
        switch (random.nextInt(4)) {
          case 0 -> Nodes.all();
          case 1 -> new Nodes.OfRole(NodeId.Role.CLIENT);
          default -> Nodes.of(site.drawNode());
        };
    boolean reversed = random.nextBoolean();
    begin(reversed ? new LinkFault.Cut(to, from) : new LinkFault.Cut(from, to));
  }

  void partition() {
    List<NodeId> left = new ArrayList<>();
    List<NodeId> right = new ArrayList<>();
    for (int osd = 0; osd < site.cluster().size(); osd++) {
      (random.nextBoolean() ? left : right).add(Site.osd(osd));
    }
    if (random.nextBoolean()) {
      for (int monitor = 0; monitor < site.plan().shape().monitors(); monitor++) {
        (random.nextBoolean() ? left : right).add(Site.monitor(monitor));
      }
    }
    if (!left.isEmpty() && !right.isEmpty()) {
      begin(new LinkFault.Partition(List.of(new Nodes.Only(left), new Nodes.Only(right))));
    }
  }

  void isolate() {
    cutOff(someOsds());
  }

  /**
   * Cuts OSDs off and marks them down: the others go on at once, while clients still send requests
   * to the OSDs that were cut off.
   */
  void depose() {
    List<OsdId> deposed = someOsds();
    cutOff(deposed);
    site.cluster().world().runFor(random.between(0, SECOND / 2));
    site.order(new Change.MarkDown(deposed));
  }

  /**
   * An OSD stays up and misses more incrementals than the monitors keep for it. Its updates may be
   * in flight meanwhile: it is cut off from daemons, or from all nodes.
   */
  void missedMaps() {
    NodeId osd = Site.osd(site.drawOsd());
    boolean clientsToo = random.nextBoolean();
    Nodes daemons =
        new Nodes.Any(List.of(new Nodes.Only(othersThan(osd)), new Nodes.OfRole(NodeId.Role.MON)));
    Nodes away = clientsToo ? Nodes.allBut(osd) : daemons;
    Fault fault = new Fault.Link(new LinkFault.Partition(List.of(Nodes.of(osd), away)));
    site.fault(fault, random.between(SECOND / 2, 2 * SECOND));
    site.cluster().world().runFor(random.between(0, SECOND / 5));
    site.cluster().cutConnections(osd.osd().value());
    boolean set = true;
    for (int steps = 2 + random.nextInt(12); steps > 0; steps--) {
      site.order(new Change.SetFlag(ClusterFlag.NOIN, set));
      set = !set;
    }
    site.later("unset noin", SECOND, () -> site.order(new Change.SetFlag(ClusterFlag.NOIN, false)));
  }

  /**
   * Cuts an OSD off from other OSDs long enough that it is reported several times, and comes up
   * again each time.
   */
  void flap() {
    NodeId osd = Site.osd(site.drawOsd());
    long graceNanos = site.plan().knobs().settings().osd().liveness().graceNanos();
    long nanos = Math.min(random.between(2, 20) * graceNanos, LONGEST_FLAPPING);
    site.fault(
        new Fault.Link(
            new LinkFault.Partition(List.of(Nodes.of(osd), new Nodes.Only(othersThan(osd))))),
        nanos);
    site.cluster().world().runFor(random.between(0, nanos));
  }

  private List<NodeId> othersThan(NodeId osd) {
    List<NodeId> others = new ArrayList<>();
    for (int other = 0; other < site.cluster().size(); other++) {
      if (!Site.osd(other).equals(osd)) {
        others.add(Site.osd(other));
      }
    }
    return others;
  }

  private List<OsdId> someOsds() {
    List<OsdId> some = new ArrayList<>();
    some.add(new OsdId(site.drawOsd()));
    OsdId other = new OsdId(site.drawOsd());
    if (random.nextBoolean() && !some.contains(other)) {
      some.add(other);
    }
    return some;
  }

  private void cutOff(List<OsdId> osds) {
    long salt = random.nextLong();
    List<NodeId> inside = osds.stream().map(OsdId::node).toList();
    List<NodeId> outside = new ArrayList<>();
    for (int osd = 0; osd < site.cluster().size(); osd++) {
      if (!inside.contains(Site.osd(osd))) {
        outside.add(Site.osd(osd));
      }
    }
    begin(
        new LinkFault.Partition(
            List.of(
                new Nodes.Any(
                    List.of(
                        new Nodes.Only(inside), new Nodes.Half(NodeId.Role.CLIENT, salt, true))),
                new Nodes.Any(
                    List.of(
                        new Nodes.Only(outside),
                        new Nodes.OfRole(NodeId.Role.MON),
                        new Nodes.Half(NodeId.Role.CLIENT, salt, false))))));
  }

  void slowLinks() {
    Nodes from = Nodes.of(site.drawNode());
    Nodes to = random.nextBoolean() ? Nodes.all() : Nodes.of(site.drawNode());
    begin(new LinkFault.Slow(from, to, random.between(SECOND / 100, 2 * SECOND)));
  }

  void monitorCut() {
    int monitor = random.nextInt(site.plan().shape().monitors());
    NodeId node = Site.monitor(monitor);
    begin(new LinkFault.Partition(List.of(Nodes.of(node), Nodes.allBut(node))));
  }

  void drift() {
    int ppm = site.cluster().world().clocks().drawDrift(random);
    site.fault(new Fault.Drift(site.drawNode(), ppm), 2 * site.drawNanos());
  }

  private void begin(LinkFault fault) {
    site.fault(new Fault.Link(fault), site.drawNanos());
  }
}
