package io.pando.sim.fence;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.ClientCall;
import io.pando.sim.check.History;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.workload.ClientSessions;
import io.pando.sim.workload.RecordedPool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * Fences sessions of clients while they work, as a metadata server does that takes over from
 * another: the change is requested until it is accepted, and then the fencing client executes an
 * operation on each object that the session may still change. After that operation no update of the
 * session may become visible in the object; the check of the history knows it as a {@link
 * io.pando.sim.check.FencePoint}.
 *
 * <p>Some of the fenced clients do not get maps for a while, so that they send requests after the
 * fence; requests of some are slow, or wait for a link that is cut.
 */
public final class SessionFences {
  private static final int MOST_AT_ONCE = 4;
  private static final int MOST_OBJECTS = 12;
  private static final long ENDS_WITHIN = 60 * SECOND;
  private static final List<ObjectOp> CREATE = List.of(new ObjectOp.Create(false));
  private static final Nodes MONITORS = new Nodes.OfRole(NodeId.Role.MON);
  private static final Nodes OSDS = new Nodes.OfRole(NodeId.Role.OSD);

  private final SimCluster cluster;
  private final Cluster fencer;
  private final String pool;
  private final RecordedPool prober;
  private final History history;
  private final List<ObjectOp> everything;
  private final FenceTraffic traffic = new FenceTraffic();
  private final SortedMap<Long, RecordedPool> fenced = new TreeMap<>();
  private final List<CompletableFuture<Void>> open = new ArrayList<>();

  /**
   * Fences no session yet.
   *
   * @param fencer client that requests the fences
   * @param pool name of the pool
   * @param prober the pool, as this client uses it
   * @param everything vector that reads a whole object
   */
  public SessionFences(
      SimCluster cluster,
      Cluster fencer,
      String pool,
      RecordedPool prober,
      History history,
      List<ObjectOp> everything) {
    this.cluster = cluster;
    this.fencer = fencer;
    this.pool = pool;
    this.prober = prober;
    this.history = history;
    this.everything = everything;
  }

  /**
   * Begins to fence the sessions of one or several clients.
   *
   * @param apply begins a fault that ends after a number of nanoseconds
   */
  public void strike(List<ClientSessions> clients, Random64 random, BiConsumer<Fault, Long> apply) {
    if (random.oneIn(3)) {
      // Bytes are being read before updates when the fence comes.
      for (int osd = 0; osd < cluster.size(); osd++) {
        apply.accept(new Fault.Disk(new OsdId(osd), new DiskFault.Slow(SECOND / 4)), 2 * SECOND);
      }
    }
    for (int some = 1 + random.nextInt(MOST_AT_ONCE); some > 0; some--) {
      strike(clients.get(random.nextInt(clients.size())).current(), random, apply);
    }
  }

  private void strike(
      ClientSessions.Session session, Random64 random, BiConsumer<Fault, Long> apply) {
    long number = session.cluster().session();
    if (fenced.putIfAbsent(number, session.pool()) != null) {
      return;
    }
    if (fenced.size() == 1) {
      cluster.fabric().watch(traffic);
    }
    traffic.observe(number);
    Nodes client = Nodes.of(new NodeId(NodeId.Role.CLIENT, number));
    if (random.nextBoolean()) {
      cut(MONITORS, client, random, apply);
    }
    switch (random.nextInt(4)) {
      case 0 -> cut(client, OSDS, random, apply);
      case 1 -> cut(OSDS, client, random, apply);
      case 2 ->
          apply.accept(
              new Fault.Link(new LinkFault.Slow(client, OSDS, 2 * SECOND)),
              random.between(SECOND, 4 * SECOND));
      default -> {
        // The links are sound.
      }
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    open.add(done);
    cluster
        .world()
        .at(
            cluster.world().nowNanos() + random.between(0, SECOND / 2),
            () -> request(number, session.pool().client(), done));
  }

  private static void cut(Nodes from, Nodes to, Random64 random, BiConsumer<Fault, Long> apply) {
    apply.accept(
        new Fault.Link(new LinkFault.Cut(from, to)), random.between(SECOND / 10, 3 * SECOND));
  }

  private void request(long number, String session, CompletableFuture<Void> done) {
    cluster.world().note("fence " + session);
    var _ =
        fencer
            .admin()
            .changeAsync(new Change.AddFence(number, 0, "simulated"))
            .whenComplete((_, failure) -> {
              if (failure instanceof PandoException.Rejected) {
                done.completeExceptionally(failure);
              } else if (failure == null && fencer.admin().map().fences().contains(number)) {
                prove(session, done);
              } else {
                later(() -> request(number, session, done));
              }
            });
  }

  private void later(Runnable action) {
    cluster.world().at(cluster.world().nowNanos() + SECOND / 20, action);
  }

  /** Reads what the session may have changed, and may not change any more. */
  private void prove(String session, CompletableFuture<Void> done) {
    cluster.world().note(session + " is fenced");
    Set<String> objects = new LinkedHashSet<>();
    for (ClientCall call : history.operations().reversed()) {
      boolean open = call.mutates() && call.ending() instanceof CallOutcome.Unknown;
      if (open && call.client().equals(session) && objects.size() < MOST_OBJECTS) {
        objects.add(call.object());
      }
    }
    CompletableFuture<?>[] reads =
        objects.stream()
            .map(object -> prober.operateAfterFence(session, object, everything))
            .toArray(CompletableFuture<?>[]::new);
    var _ = CompletableFuture.allOf(reads).whenComplete((_, _) -> done.complete(null));
  }

  /** Waits until all fences are made. */
  public void await() {
    open.forEach(cluster::await);
  }

  /**
   * Checks that every fenced session has ended, and that its client's next session works; without
   * troubles. Sentences about each that is not so.
   */
  public List<String> checkSessions(List<ClientSessions> clients) {
    if (fenced.isEmpty()) {
      return List.of();
    }
    List<String> findings = new ArrayList<>();
    fenced.forEach((number, pool) -> {
      CallOutcome outcome = cluster.await(pool.operate("fenced", everything));
      if (!pool.isFenced()) {
        findings.add("fenced session " + pool.client() + " got " + outcome);
      }
    });
    for (ClientSessions client : clients) {
      if (!isServed(client)) {
        findings.add("session " + client.current().pool().client() + " is not served");
      }
    }
    return findings;
  }

  private boolean isServed(ClientSessions client) {
    long deadline = cluster.world().nowNanos() + ENDS_WITHIN;
    while (cluster.world().nowNanos() < deadline) {
      CompletableFuture<CallOutcome> created =
          client.usable().thenCompose(_ -> patient(client).operate("unfenced", CREATE));
      boolean done = cluster.world().runUntil(created::isDone, deadline);
      if (done && created.join() instanceof CallOutcome.Succeeded) {
        return true;
      }
    }
    return false;
  }

  /** The pool in the newest session of a client, with the default time-out. */
  private RecordedPool patient(ClientSessions client) {
    return new RecordedPool(
        client.current().cluster().pool(pool),
        client.current().pool().client() + " at rest",
        history,
        cluster.world()::nowNanos);
  }

  /** What OSDs did for fenced sessions although they knew the fence, as sentences. */
  public List<String> wrongServices() {
    return fenced.isEmpty() ? List.of() : traffic.findings(cluster.maps());
  }
}
