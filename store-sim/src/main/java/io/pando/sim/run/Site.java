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
import io.pando.sim.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Shared state of troubles: the cluster, its operator, random numbers, and the troubles that have
 * begun and must be ended.
 */
final class Site {
  private final SimCluster cluster;
  private final Cluster operator;
  private final Plan plan;
  private final Random64 random;
  private final List<TroubleEnd> remedies = new ArrayList<>();
  private final SortedSet<Integer> leftDead = new TreeSet<>();
  private CompletableFuture<?> ordered = CompletableFuture.completedFuture("nothing");

  /**
   * Action that ends a trouble.
   *
   * @param what description for the trace
   */
  private record TroubleEnd(String what, long dueNanos, Runnable action) {}

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

  /** Draws a duration of at most some seconds: most troubles are short, some are long. */
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

  /** Living OSDs, in order. */
  List<Integer> alive() {
    return IntStream.range(0, cluster.size()).filter(cluster::isAlive).boxed().toList();
  }

  /**
   * Requests a change as an operator. The outcome is not waited for here, but before the operator's
   * next change is sent: monitors do not keep the order of concurrent requests, and at the end all
   * changes must be undone.
   */
  void order(Change change) {
    cluster.world().note("operator: " + change);
    ordered =
        ordered.thenCompose(_ -> operator.admin().changeAsync(change).handle((_, _) -> change));
  }

  /** Requests a change repeatedly until the monitors have decided. */
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

  /** Waits until all requested changes are done or were refused. */
  void awaitOrders() {
    cluster.await(ordered);
  }

  /** Begins a fault that ends after {@code nanos}. */
  void fault(Fault fault, long nanos) {
    cluster.apply(fault);
    later(fault.toString(), nanos, () -> cluster.lift(fault));
  }

  /**
   * Hides changes of the map from all clients for that time. This is not a remedy of the site:
   * operators are clients too, and wait for their changes.
   */
  void leaveClientsUninformed(long nanos) {
    Nodes monitors = new Nodes.OfRole(NodeId.Role.MON);
    Nodes clients = new Nodes.OfRole(NodeId.Role.CLIENT);
    Fault cut = new Fault.Link(new LinkFault.Cut(monitors, clients));
    cluster.apply(cut);
    cluster.world().at(cluster.world().nowNanos() + nanos, () -> cluster.lift(cut));
  }

  /** Schedules the end of a trouble, at the latest when all troubles end. */
  void later(String what, long nanos, Runnable action) {
    remedies.add(new TroubleEnd(what, cluster.world().nowNanos() + nanos, action));
  }

  /** Number of troubles that have not ended. */
  int ongoing() {
    return remedies.size();
  }

  /** Ends the troubles that are due. */
  void putRight() {
    long now = cluster.world().nowNanos();
    List<TroubleEnd> due = remedies.stream().filter(it -> it.dueNanos() <= now).toList();
    remedies.removeAll(due);
    due.forEach(Site::carryOut);
  }

  /** Ends all troubles. */
  void putAllRight() {
    List<TroubleEnd> all = List.copyOf(remedies);
    remedies.clear();
    all.forEach(Site::carryOut);
  }

  private static void carryOut(TroubleEnd remedy) {
    remedy.action().run();
  }

  /**
   * Advances time until a disk of an OSD makes bytes durable, in a run in which OSDs end at such
   * moments.
   */
  void awaitFlush(int osd) {
    if (plan.knobs().hasCrashesAtWrites() && random.nextBoolean()) {
      long deadline = cluster.world().nowNanos() + SECOND / 2;
      boolean _ = cluster.world().runUntil(() -> cluster.disks().isFlushing(osd), deadline);
    }
  }

  /** Kills a living OSD, and starts it again after {@code nanos}. */
  void crash(int osd, long nanos) {
    awaitFlush(osd);
    if (cluster.isAlive(osd)) {
      cluster.crashOsd(osd);
      restartLater(osd, nanos);
    }
  }

  /** Stops a living OSD. It is killed if it takes too long, and then started again. */
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

  /** Kills an OSD that is not started again until all troubles are over. */
  void leaveDead(int osd) {
    leftDead.add(osd);
    if (cluster.isAlive(osd)) {
      cluster.crashOsd(osd);
    }
  }

  /**
   * Moves an OSD's data elsewhere, and later back, so that objects outside every log are found and
   * copied. Returns false, and does nothing, if too few OSDs would be left.
   */
  boolean empty(int osd) {
    if (alive().size() <= plan.pool().size()) {
      return false;
    }
    order(new Change.MarkOut(List.of(new OsdId(osd))));
    later("fill osd." + osd, drawNanos(), () -> fill(osd));
    return true;
  }

  /** Moves the data of an emptied OSD back. */
  void fill(int osd) {
    order(new Change.MarkIn(List.of(new OsdId(osd))));
  }

  /** OSDs that are not started again. */
  SortedSet<Integer> leftDead() {
    return leftDead;
  }

  /** Starts an OSD if it is dead and not left dead. */
  void restart(int osd) {
    if (!cluster.isAlive(osd) && !leftDead.contains(osd)) {
      cluster.startOsd(osd);
    }
  }
}
