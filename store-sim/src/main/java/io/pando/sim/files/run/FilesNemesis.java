package io.pando.sim.files.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.files.SimMds;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Begins and ends troubles at random, a few at a time. */
final class FilesNemesis {
  private static final Nodes SERVERS = new Nodes.OfRole(NodeId.Role.MDS);
  private static final Nodes OSDS = new Nodes.OfRole(NodeId.Role.OSD);
  private static final Nodes MONITORS = new Nodes.OfRole(NodeId.Role.MON);
  private static final Nodes CLIENTS = new Nodes.OfRole(NodeId.Role.CLIENT);

  /** How a trouble ends. */
  private record End(long dueNanos, Runnable action) {}

  private final FilesSite site;
  private final SimCluster cluster;
  private final Random64 random;
  private final Consumer<FilesSite.Client> onOpened;
  private final List<End> ends = new ArrayList<>();

  /**
   * No troubles.
   *
   * @param onOpened takes clients that replace those that were killed
   */
  FilesNemesis(FilesSite site, Consumer<FilesSite.Client> onOpened) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random().split();
    this.onOpened = onOpened;
  }

  /** Runs for the time of the plan, and ends all troubles. */
  void run() {
    FilesPlan.Events events = site.plan().events();
    long until = site.nowNanos() + events.seconds() * SECOND;
    while (site.nowNanos() < until) {
      endUntil(site.nowNanos());
      if (!events.troubles().isEmpty() && ends.size() < events.atATime()) {
        make(events.troubles().get(random.nextInt(events.troubles().size())));
      }
      cluster.world().runFor(random.between(SECOND / 100, SECOND));
    }
    endUntil(Long.MAX_VALUE);
  }

  private void endUntil(long nanos) {
    List<End> due = ends.stream().filter(it -> it.dueNanos() <= nanos).toList();
    ends.removeAll(due);
    due.forEach(it -> it.action().run());
  }

  private void later(long nanos, Runnable action) {
    ends.add(new End(site.nowNanos() + nanos, action));
  }

  private void fault(Fault fault, long nanos) {
    cluster.apply(fault);
    later(nanos, () -> cluster.lift(fault));
  }

  private void cut(Nodes from, Nodes to, long nanos) {
    fault(new Fault.Link(new LinkFault.Cut(from, to)), nanos);
  }

  private void make(FilesTrouble trouble) {
    cluster.world().note("trouble: " + trouble.label());
    SimMds server = server();
    switch (trouble) {
      case SERVER_KILL -> {
        server.crash();
        restart(server);
      }
      case SERVER_POWER_LOSS -> {
        server.losePower();
        restart(server);
      }
      case UNWRITTEN_JOURNAL -> loseUnwritten(server);
      case SERVER_PAUSE -> {
        server.pause();
        later(shortly(), server::resume);
      }
      case SERVER_STOP -> {
        if (server.isAlive()) {
          server.stop();
          restart(server);
        }
      }
      case SERVER_CUT -> {
        Nodes others = List.of(MONITORS, OSDS, CLIENTS).get(random.nextInt(3));
        one(Nodes.of(server.node()), others, shortly());
      }
      case RESET -> reset();
      case SLOW_LINKS -> {
        long extra = random.between(SECOND / 100, SECOND);
        boolean towards = random.nextBoolean();
        Nodes from = towards ? CLIENTS : SERVERS;
        Nodes to = towards ? SERVERS : CLIENTS;
        fault(new Fault.Link(new LinkFault.Slow(from, to, extra)), shortly());
      }
      case CLIENT_CUT -> cutOff(client(), SERVERS);
      case CLIENT_ISOLATED -> cutOff(client(), Nodes.all());
      case CLIENT_PAUSE -> {
        FilesSite.Client paused = client();
        paused.files().process().pause();
        later(lease() + shortly() / 2, paused.files().process()::resume);
      }
      case CLIENT_KILL -> kill(client());
      case EVICTION -> evict(client());
      case OSD_CRASH -> {
        int osd = random.nextInt(cluster.size());
        if (cluster.isAlive(osd) && alive() == cluster.size()) {
          cluster.crashOsd(osd);
          later(shortly(), () -> cluster.startOsd(osd));
        }
      }
      case SLOW_DISKS -> {
        long nanos = shortly();
        long most = random.between(SECOND / 100, SECOND / 4);
        for (int osd = 0; osd < cluster.size(); osd++) {
          fault(new Fault.Disk(new OsdId(osd), new DiskFault.Slow(most)), nanos);
        }
      }
      case MONITOR_CRASH -> {
        int monitor = random.nextInt(site.plan().shape().monitors());
        cluster.crashMonitor(monitor);
        later(shortly() / 2, () -> cluster.restartMonitor(monitor));
      }
    }
  }

  private long shortly() {
    return random.between(SECOND / 20, 3 * SECOND);
  }

  private long lease() {
    return site.plan().mds().limits().sessions().leaseNanos();
  }

  private long alive() {
    long alive = 0;
    for (int osd = 0; osd < cluster.size(); osd++) {
      alive += cluster.isAlive(osd) ? 1 : 0;
    }
    return alive;
  }

  /** The server that serves, or any. */
  private SimMds server() {
    List<SimMds> all = site.servers();
    List<SimMds> serving = all.stream().filter(it -> it.serves().isPresent()).toList();
    return serving.isEmpty() || random.oneIn(4)
        ? all.get(random.nextInt(all.size()))
        : serving.getFirst();
  }

  private FilesSite.Client client() {
    List<FilesSite.Client> living = site.living();
    return living.get(random.nextInt(living.size()));
  }

  private void restart(SimMds server) {
    later(
        shortly(),
        () -> {
          if (server.isAlive()) {
            server.crash();
          }
          server.start();
        });
  }

  /** What the server orders meanwhile is in no object when it loses power. */
  private void loseUnwritten(SimMds server) {
    Fault unwritten = new Fault.Link(new LinkFault.Cut(Nodes.of(server.node()), OSDS));
    cluster.apply(unwritten);
    later(
        shortly(),
        () -> {
          server.losePower();
          cluster.lift(unwritten);
          restart(server);
        });
  }

  /** Cuts one direction, or both. */
  private void one(Nodes some, Nodes others, long nanos) {
    int which = random.nextInt(3);
    if (which != 0) {
      cut(some, others, nanos);
    }
    if (which != 1) {
      cut(others, some, nanos);
    }
  }

  private void reset() {
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      Nodes client = random.nextBoolean() ? CLIENTS : Nodes.of(client().files().node());
      int _ = cluster.fabric().reset(SERVERS, client);
      cluster.world().runFor(random.between(0, SECOND / 10));
    }
  }

  /** A client that does not reach some nodes; it may learn of its fence late. */
  private void cutOff(FilesSite.Client client, Nodes from) {
    Nodes it = Nodes.of(client.files().node());
    long nanos = lease() + random.between(0, 2 * SECOND);
    one(it, from, nanos);
    slowAndUntold(it, nanos);
  }

  private void slowAndUntold(Nodes it, long nanos) {
    if (random.nextBoolean()) {
      cut(MONITORS, it, nanos + random.between(0, SECOND));
    }
    if (random.nextBoolean()) {
      long extra = random.between(SECOND / 10, 2 * SECOND);
      fault(new Fault.Link(new LinkFault.Slow(it, OSDS, extra)), nanos);
    }
  }

  private void kill(FilesSite.Client client) {
    if (random.nextBoolean()) {
      client.files().process().kill();
    } else {
      client.files().process().losePower();
    }
    site.history().lost(client.number(), site.nowNanos());
    // Opening needs a monitor.
    endUntil(Long.MAX_VALUE);
    onOpened.accept(site.open());
  }

  private void evict(FilesSite.Client client) {
    long session = client.files().sessions().getLast();
    slowAndUntold(Nodes.of(client.files().node()), shortly());
    var _ = site.operator().admin().files().evictAsync(FilesSite.FILES, 0, session);
  }
}
