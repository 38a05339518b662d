package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Where troubles happen: the cluster, its operator, chance, and what has begun and must be ended.
 */
final class Site {
  private final SimCluster cluster;
  private final Cluster operator;
  private final Plan plan;
  private final Random64 random;
  private final List<Remedy> remedies = new ArrayList<>();
  private final SortedSet<Integer> leftDead = new TreeSet<>();
  private CompletableFuture<?> ordered = CompletableFuture.completedFuture("nothing");

  Site(SimCluster cluster, Cluster operator, Plan plan, Random64 random) {
    this.cluster = cluster;
    this.operator = operator;
    this.plan = plan;
    this.random = random;
  }

  SimCluster cluster() {
    return cluster;
  }

  /** The operator's client. */
  Cluster client() {
    return operator;
  }

  Plan plan() {
    return plan;
  }

  Random64 random() {
    return random;
  }

  /** Seconds at most, drawn: most troubles are short, some are long. */
  long drawNanos() {
    return random.oneIn(4) ? random.between(0, 10 * SECOND) : random.between(0, 3 * SECOND);
  }

  int drawOsd() {
    return random.nextInt(cluster.size());
  }

  NodeId drawNode() {
    int monitors = plan.shape().monitors();
    return random.oneIn(5) ? monitor(random.nextInt(monitors)) : osd(drawOsd());
  }

  static NodeId osd(int osd) {
    return new OsdId(osd).node();
  }

  static NodeId monitor(int monitor) {
    return new NodeId(NodeId.Role.MON, monitor);
  }

  /** OSDs that live, in their order. */
  List<Integer> alive() {
    return IntStream.range(0, cluster.size()).filter(cluster::isAlive).boxed().toList();
  }

  /**
   * An operator wants something. What comes of it is not waited for here, but before anything else
   * is sent that the operator wants: monitors do not keep the order of what is asked at once, and
   * in the end everything must be put right.
   */
  void order(Change change) {
    cluster.world().note("operator: " + change);
    ordered =
        ordered.thenCompose(_ -> operator.admin().changeAsync(change).handle((_, _) -> change));
  }

  /** The same, again and again until the monitors have decided. */
  void insist(Change change) {
    cluster.world().note("operator insists: " + change);
    ordered = ordered.thenCompose(_ -> decided(change));
  }

  private CompletableFuture<Change> decided(Change change) {
    CompletableFuture<Change> done = new CompletableFuture<>();
    attempt(change, done);
    return done;
  }

  private void attempt(Change change, CompletableFuture<Change> done) {
    var _ =
        operator
            .admin()
            .changeAsync(change)
            .whenComplete((accepted, failure) -> {
              if (failure == null || failure instanceof PandoException.Rejected) {
                done.complete(change);
              } else {
                long again = cluster.world().nowNanos() + SECOND / 2;
                cluster.world().at(again, () -> attempt(change, done));
              }
            });
  }

  /** Waits until all that was ordered is done or was refused. */
  void awaitOrders() {
    cluster.await(ordered);
  }

  /** Begins a fault that ends after a while. */
  void fault(Fault fault, long nanos) {
    cluster.apply(fault);
    later(fault.toString(), nanos, () -> cluster.lift(fault));
  }

  /**
   * No client hears of a change of the map for so long. That is no remedy of the site: operators
   * are clients, too, and wait for what they ordered.
   */
  void leaveClientsUninformed(long nanos) {
    Nodes monitors = new Nodes.OfRole(NodeId.Role.MON);
    Nodes clients = new Nodes.OfRole(NodeId.Role.CLIENT);
    Fault cut = new Fault.Link(new LinkFault.Cut(monitors, clients));
    cluster.apply(cut);
    cluster.world().at(cluster.world().nowNanos() + nanos, () -> cluster.lift(cut));
  }

  /** Has something put right after a while, at the latest when all troubles end. */
  void later(String what, long nanos, Runnable action) {
    remedies.add(new Remedy(what, cluster.world().nowNanos() + nanos, action));
  }

  /** Troubles that have not ended. */
  int ongoing() {
    return remedies.size();
  }

  /** Ends what is due. */
  void putRight() {
    long now = cluster.world().nowNanos();
    List<Remedy> due = remedies.stream().filter(it -> it.dueNanos() <= now).toList();
    remedies.removeAll(due);
    due.forEach(Site::carryOut);
  }

  /** Ends everything. */
  void putAllRight() {
    List<Remedy> all = List.copyOf(remedies);
    remedies.clear();
    all.forEach(Site::carryOut);
  }

  private static void carryOut(Remedy remedy) {
    remedy.action().run();
  }

  /**
   * Has time pass until a disk of an OSD makes something durable, in a run in which OSDs end at
   * such moments.
   */
  void awaitFlush(int osd) {
    if (plan.knobs().hasCrashesAtWrites() && random.nextBoolean()) {
      long deadline = cluster.world().nowNanos() + SECOND / 2;
      boolean _ = cluster.world().runUntil(() -> cluster.isFlushing(osd), deadline);
    }
  }

  /** Kills an OSD that lives, and starts it again after a while. */
  void crash(int osd, long nanos) {
    awaitFlush(osd);
    if (cluster.isAlive(osd)) {
      cluster.crashOsd(osd);
      restartLater(osd, nanos);
    }
  }

  /** Stops an OSD that lives. It is killed if it takes too long, and then starts again. */
  void stop(int osd, long nanos) {
    if (cluster.isAlive(osd)) {
      cluster.stopOsd(osd);
      later(
          "restart osd." + osd,
          nanos,
          () -> {
            if (cluster.isAlive(osd)) {
              cluster.crashOsd(osd);
            }
            restart(osd);
          });
    }
  }

  void restartLater(int osd, long nanos) {
    later("restart osd." + osd, nanos, () -> restart(osd));
  }

  /** Kills an OSD, which is not started again as long as there is trouble. */
  void leaveDead(int osd) {
    leftDead.add(osd);
    if (cluster.isAlive(osd)) {
      cluster.crashOsd(osd);
    }
  }

  /**
   * Data of an OSD move elsewhere, and come back: what no log tells is looked for, and copied. Not
   * if too few would be left, for which this is false.
   */
  boolean empty(int osd) {
    if (alive().size() <= plan.pool().size()) {
      return false;
    }
    order(new Change.MarkOut(List.of(new OsdId(osd))));
    later("fill osd." + osd, drawNanos(), () -> fill(osd));
    return true;
  }

  /** The data of an OSD that was emptied come back. */
  void fill(int osd) {
    order(new Change.MarkIn(List.of(new OsdId(osd))));
  }

  /** OSDs that are not started again. */
  SortedSet<Integer> leftDead() {
    return leftDead;
  }

  /** Starts an OSD, if it is dead and not left so. */
  void restart(int osd) {
    if (!cluster.isAlive(osd) && !leftDead.contains(osd)) {
      cluster.startOsd(osd);
    }
  }
}
