package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.osd.config.OsdConfig;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.plan.Plan;
import io.pando.sim.plan.Trouble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Troubles in which processes end, are paused, and return. */
final class ProcessTroubles {
  /** Troubles under which a group may legitimately need an OSD that is left dead. */
  private static final List<Trouble> ENDANGERING =
      List.of(
          Trouble.LOST_DISK,
          Trouble.BIT_FLIPS,
          Trouble.FAILING_READS,
          Trouble.FAILED_DISK,
          Trouble.FULL_DISK,
          Trouble.NO_ROOM,
          Trouble.RUINED_OBJECT,
          Trouble.ACCEPTED_LOSS,
          Trouble.SIZE);

  /** Distance of a pause from the interval that it is just shorter or just longer than. */
  private static final long NEAR = SECOND / 50;

  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;
  private final List<Long> terms;

  ProcessTroubles(Site site) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
    this.terms = terms(site.plan().knobs().settings().osd());
  }

  void crashSome(int count) {
    long together = site.drawNanos();
    for (int osd : chosen(count)) {
      site.crash(osd, random.nextBoolean() ? together : site.drawNanos());
    }
  }

  void crashAll() {
    crashSome(cluster.size());
  }

  /**
   * Makes some OSDs fall behind: messages to or from them are late. Then kills them, or the others,
   * or all.
   */
  void lagAndCrash() {
    List<Integer> behind = chosen(1 + random.nextInt(2));
    long lag = random.between(SECOND / 100, 3 * SECOND);
    behind.forEach(osd -> cluster.slowOsd(osd, lag));
    cluster.world().runFor(random.between(0, lag));
    List<Integer> victims = new ArrayList<>(site.alive());
    if (random.nextBoolean()) {
      victims.removeAll(behind);
    } else if (random.nextBoolean()) {
      victims.retainAll(behind);
    }
    long together = site.drawNanos();
    victims.forEach(osd -> site.crash(osd, random.nextBoolean() ? together : site.drawNanos()));
    behind.forEach(osd -> cluster.slowOsd(osd, 0));
  }

  /** Kills one OSD after the other, so that no OSD is alive all the time. */
  void relay() {
    List<Integer> order = chosen(cluster.size());
    for (int osd : order.subList(0, Math.max(1, order.size() - 1))) {
      site.crash(osd, random.between(SECOND / 2, 6 * SECOND));
      cluster.world().runFor(random.between(0, 2 * SECOND));
      site.putRight();
    }
  }

  /**
   * Leaves one OSD dead and marks it out, once in a run, if every group can go on without it: a
   * single remaining member accepts no updates, and no other disk is lost or has corrupted bytes.
   */
  void leaveDead() {
    Plan plan = site.plan();
    boolean goesOn =
        plan.shape().osds() > plan.pool().size()
            && plan.pool().minSize() >= 2
            && plan.pool().minSize() < plan.pool().size()
            && Collections.disjoint(plan.events().troubles(), ENDANGERING);
    if (goesOn && site.leftDead().isEmpty()) {
      int osd = site.drawOsd();
      site.leaveDead(osd);
      site.insist(new Change.MarkOut(List.of(new OsdId(osd))));
    }
  }

  void powerLoss() {
    int osd = site.drawOsd();
    site.awaitFlush(osd);
    if (cluster.isAlive(osd)) {
      cluster.losePower(osd);
      site.restartLater(osd, site.drawNanos());
    }
  }

  void stop() {
    site.stop(site.drawOsd(), site.drawNanos());
  }

  /** Pauses an OSD for any time, or for about as long as some wait in a daemon. */
  void pause() {
    long nanos =
        random.nextBoolean()
            ? site.drawNanos()
            : terms.get(random.nextInt(terms.size())) + random.between(-NEAR, NEAR);
    site.fault(new Fault.Paused(site.drawNode()), Math.max(0, nanos));
  }

  /** Waits of OSDs: until a peer is reported, a lease ends, a query is repeated. */
  private static List<Long> terms(OsdConfig config) {
    return List.of(
        config.liveness().heartbeatNanos(),
        config.liveness().graceNanos(),
        config.liveness().lease().nanos(),
        config.liveness().lease().keptNanos(),
        config.liveness().beaconNanos(),
        config.group().waits().retryNanos());
  }

  void monitorCrash() {
    int monitor = random.nextInt(site.plan().shape().monitors());
    cluster.crashMonitor(monitor);
    site.later(
        "restart mon." + monitor, site.drawNanos() / 2, () -> cluster.restartMonitor(monitor));
  }

  /** Different OSDs, in random order. */
  private List<Integer> chosen(int count) {
    List<Integer> all = new ArrayList<>();
    for (int osd = 0; osd < cluster.size(); osd++) {
      all.add(random.nextInt(all.size() + 1), osd);
    }
    return all.subList(0, Math.min(count, all.size()));
  }
}
