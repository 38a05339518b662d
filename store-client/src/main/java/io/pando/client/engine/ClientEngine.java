package io.pando.client.engine;

import io.pando.client.objecter.Objecter;
import io.pando.client.objecter.ObjecterEffect;
import io.pando.client.objecter.ObjecterInput;
import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.Placement;
import io.pando.cluster.release.Release;
import io.pando.message.DaemonMessage;
import io.pando.message.MapUpdate;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.report.EventQuery;
import io.pando.session.MonitorSession;
import io.pando.session.MonitorSessionConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client on its event loop: passes calls to the loop, gives inputs to the {@link Objecter} and
 * the {@link MonitorSession}, and executes their effects. Its methods may be called from any
 * thread. The returned futures complete on the loop, never with an exception, and are used in this
 * package and by the API only.
 */
public final class ClientEngine implements Transport.Listener, MonitorSession.Listener {
  private record Waiting(
      Operation operation, CompletableFuture<OperationOutcome> future, long sinceNanos) {}

  private record MapWaiter(
      long afterEpoch, CompletableFuture<Optional<ClusterMap>> future, EventLoop.Timer timer) {}

  /** An operation that has waited longer may wait for a newer map. */
  private static final long CALM_NANOS = 1_000_000_000;

  private final EventLoop loop;
  private final Transport transport;
  private final Duration adminTimeout;
  private final MonitorSession session;
  private final Objecter objecter;
  private final DaemonQueries questions;
  private final ClientMeters meters;
  private final SequencedMap<Long, Waiting> waiting = new LinkedHashMap<>();
  private final List<MapWaiter> mapWaiters = new ArrayList<>();
  private final long client;
  private final AtomicLong uploads = new AtomicLong();
  private long lastSequence;
  private EventLoop.@Nullable Timer wake;
  private volatile @Nullable ClusterMap map;
  private volatile boolean closed;

  /**
   * Creates an engine that is not started yet.
   *
   * @param client number of the session, unique in the cluster
   */
  public ClientEngine(EngineConfig config, MonitorSession.Link link, long client, Random64 random) {
    this.client = client;
    this.loop = link.loop();
    this.transport = link.transport();
    this.adminTimeout = config.adminTimeout();
    this.session =
        new MonitorSession(
            MonitorSessionConfig.defaults()
                .withRequestTimeoutNanos(config.adminTimeout().toNanos()),
            link,
            config.monitors(),
            config.cluster(),
            random.split(),
            this);
    this.meters = new ClientMeters(config.registry());
    this.questions = new DaemonQueries(loop, transport);
    Placement placement = new Placement();
    this.objecter = new Objecter(config.objecter(), client, random.split(), placement::locate);
  }

  /** Starts the search for a monitor and the first map. */
  public void start() {
    loop.execute(() -> {
      transport.listen(this);
      session.start();
    });
  }

  /** A name for an upload, unique among all uploads of all clients. */
  public String newUpload() {
    return Long.toHexString(client) + "." + uploads.incrementAndGet();
  }

  /** Number of the session in its request ids. */
  public long session() {
    return client;
  }

  /** The newest map; null before the first. */
  public @Nullable ClusterMap map() {
    return map;
  }

  public boolean isClosed() {
    return closed;
  }

  public long nanoTime() {
    return loop.nanoTime();
  }

  /** Submits work. Cancelling the future drops the work. */
  public CompletableFuture<OperationOutcome> submit(
      Operation operation, Duration timeout, boolean patient) {
    CompletableFuture<OperationOutcome> future = new CompletableFuture<>();
    long deadlineNanos = loop.nanoTime() + timeout.toNanos();
    if (closed || !execute(() -> submitOnLoop(operation, deadlineNanos, patient, future))) {
      future.complete(new OperationOutcome.Closed(false));
    }
    return future;
  }

  private void submitOnLoop(
      Operation operation,
      long deadlineNanos,
      boolean patient,
      CompletableFuture<OperationOutcome> future) {
    if (future.isDone()) {
      return;
    }
    long sequence = ++lastSequence;
    waiting.put(sequence, new Waiting(operation, future, loop.nanoTime()));
    meters.onSubmitted();
    step(new ObjecterInput.Submitted(sequence, operation, deadlineNanos, patient));
    var _ =
        future.whenComplete((_, _) -> {
          if (future.isCancelled()) {
            execute(() -> step(new ObjecterInput.Dropped(sequence)));
          }
        });
  }

  /** Requests a change of the map; after it was accepted, waits for the map with the change. */
  public CompletableFuture<ChangeOutcome> request(Change change) {
    CompletableFuture<ChangeOutcome> future = new CompletableFuture<>();
    boolean taken =
        !closed && execute(() -> session.request(change, outcome -> onChanged(outcome, future)));
    if (!taken) {
      future.complete(new ChangeOutcome.Unavailable("the cluster handle was closed"));
    }
    return future;
  }

  private void onChanged(ChangeOutcome outcome, CompletableFuture<ChangeOutcome> future) {
    if (outcome instanceof ChangeOutcome.Accepted accepted) {
      var _ =
          mapAfterOnLoop(accepted.epoch() - 1, adminTimeout)
              .thenRun(() -> future.complete(outcome));
    } else {
      future.complete(outcome);
    }
  }

  /** Sends a query to a monitor. */
  public CompletableFuture<MonitorMessage.Answer> ask(MonitorMessage.Question question) {
    return asked(consumer -> session.ask(question, consumer));
  }

  /** Asks a monitor for a page of the cluster log. */
  public CompletableFuture<MonitorMessage.Answer> askEvents(EventQuery query) {
    return asked(consumer -> session.askEvents(query, consumer));
  }

  private CompletableFuture<MonitorMessage.Answer> asked(
      Consumer<Consumer<MonitorMessage.Answer>> asking) {
    CompletableFuture<MonitorMessage.Answer> future = new CompletableFuture<>();
    if (closed || !execute(() -> asking.accept(future::complete))) {
      future.complete(new MonitorMessage.NoAnswer(0, "the cluster handle was closed"));
    }
    return future;
  }

  /** Sends a query to an OSD or to a metadata server. */
  public CompletableFuture<DaemonQueries.Answer> ask(DaemonQueries.Query query, Duration limit) {
    CompletableFuture<DaemonQueries.Answer> future = new CompletableFuture<>();
    if (closed || !execute(() -> questions.ask(map, query, limit.toNanos(), future))) {
      future.complete(new DaemonQueries.Answer(null, "the cluster handle was closed"));
    }
    return future;
  }

  /** The first map after an epoch; empty if there is none in time or the engine was closed. */
  public CompletableFuture<Optional<ClusterMap>> mapAfter(long epoch, Duration limit) {
    CompletableFuture<Optional<ClusterMap>> future = new CompletableFuture<>();
    boolean taken = !closed && execute(() -> relay(mapAfterOnLoop(epoch, limit), future));
    if (!taken) {
      future.complete(Optional.empty());
    }
    return future;
  }

  private static <T> void relay(CompletableFuture<T> from, CompletableFuture<T> to) {
    var _ = from.thenAccept(to::complete);
  }

  private CompletableFuture<Optional<ClusterMap>> mapAfterOnLoop(long epoch, Duration limit) {
    ClusterMap newest = map;
    if (closed || (newest != null && newest.epoch() > epoch)) {
      return CompletableFuture.completedFuture(Optional.ofNullable(newest));
    }
    CompletableFuture<Optional<ClusterMap>> future = new CompletableFuture<>();
    EventLoop.Timer timer = loop.schedule(limit.toNanos(), () -> future.complete(Optional.empty()));
    mapWaiters.removeIf(waiter -> waiter.future().isDone());
    mapWaiters.add(new MapWaiter(epoch, future, timer));
    return future;
  }

  /** A sentence about the session with the monitors. */
  public CompletableFuture<String> describe() {
    CompletableFuture<String> future = new CompletableFuture<>();
    if (closed || !execute(() -> future.complete(session.describe()))) {
      future.complete("closed");
    }
    return future;
  }

  /** Ends everything that waits; completes when nothing is left to end. */
  public CompletableFuture<Boolean> close() {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    boolean first = !closed;
    closed = true;
    if (!first || !execute(() -> done.complete(closeOnLoop()))) {
      done.complete(false);
    }
    return done;
  }

  private boolean closeOnLoop() {
    step(new ObjecterInput.Closed());
    session.stop();
    questions.close();
    if (wake != null) {
      wake.cancel();
      wake = null;
    }
    for (MapWaiter waiter : List.copyOf(mapWaiters)) {
      waiter.timer().cancel();
      waiter.future().complete(Optional.empty());
    }
    mapWaiters.clear();
    return true;
  }

  private boolean execute(Runnable task) {
    try {
      loop.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      // The loop has ended with its network, so the task cannot run.
      return false;
    }
  }

  @Override
  public void onMessage(Peer from, Message message) {
    if (session.onMessage(from, message)) {
      return;
    }
    switch (message) {
      case MapUpdate _ -> {
        // Maps count only if they come from the monitor that the session dialled.
      }
      case ObjectMessage.Reply reply -> {
        session.onHint(reply.epoch());
        step(new ObjecterInput.ReplyArrived(from, reply));
      }
      case ObjectMessage.Listening listening -> {
        session.onHint(listening.epoch());
        step(new ObjecterInput.Listening(from));
      }
      case DaemonMessage.PerformanceAnswer answer -> questions.onAnswer(answer.question(), answer);
      case MdsMessage.RankAnswer answer -> questions.onAnswer(answer.question(), answer);
      case ObjectMessage.Released released -> step(new ObjecterInput.HoldReleased(from, released));
      default -> transport.disconnect(from);
    }
  }

  @Override
  public void onReset(Peer peer, String reason) {
    questions.onReset(peer, reason);
    if (!session.onReset(peer, reason)) {
      step(new ObjecterInput.PeerReset(peer, reason));
    }
  }

  @Override
  public void onMap(ClusterMap newer, List<Incremental> incrementals) {
    map = newer;
    step(new ObjecterInput.MapChanged(newer));
    List<MapWaiter> served =
        mapWaiters.stream().filter(waiter -> newer.epoch() > waiter.afterEpoch()).toList();
    mapWaiters.removeAll(served);
    for (MapWaiter waiter : served) {
      waiter.timer().cancel();
      waiter.future().complete(Optional.of(newer));
    }
  }

  /**
   * Whether no operation has waited long, and no call waits for a map. Then the monitors need not
   * be asked often whether they are there: a newer map arrives by itself.
   */
  @Override
  public boolean isCalm() {
    Map.Entry<Long, Waiting> oldest = waiting.firstEntry();
    return mapWaiters.stream().allMatch(waiter -> waiter.future().isDone())
        && (oldest == null || loop.nanoTime() - oldest.getValue().sinceNanos() < CALM_NANOS);
  }

  private void step(ObjecterInput input) {
    objecter.step(loop.nanoTime(), input, this::carryOut);
  }

  private void carryOut(ObjecterEffect effect) {
    switch (effect) {
      case ObjecterEffect.Send send -> {
        meters.onSent();
        transport.send(send.to(), send.request());
      }
      case ObjecterEffect.Listen listen ->
          transport.send(listen.to(), new ObjectMessage.Listen(listen.epoch()));
      case ObjecterEffect.WakeAt at -> {
        if (wake != null) {
          wake.cancel();
        }
        long delayNanos = Math.max(0, at.nanos() - loop.nanoTime());
        wake = loop.schedule(delayNanos, () -> step(new ObjecterInput.Woken()));
      }
      case ObjecterEffect.Complete complete -> {
        Waiting ended = waiting.remove(complete.sequence());
        if (ended != null) {
          long nanos = loop.nanoTime() - ended.sinceNanos();
          meters.onCompleted(ended.operation(), complete.outcome(), nanos);
          ended.future().complete(withReach(complete.outcome()));
        }
      }
    }
  }

  /**
   * Without a map, the failure concerns the monitors. In a cluster of a newer release it may
   * concern what this client does not know.
   */
  private OperationOutcome withReach(OperationOutcome outcome) {
    if (!(outcome instanceof OperationOutcome.TimedOut late)) {
      return outcome;
    }
    ClusterMap known = map;
    if (known == null) {
      return new OperationOutcome.TimedOut(
          late.account() + "; " + session.describe(), late.mayHaveHappened());
    }
    int required = known.releases().required();
    return required <= Release.current().number()
        ? late
        : new OperationOutcome.TimedOut(
            "%s; the cluster requires %s, and this client is of %s: upgrade the client"
                .formatted(late.account(), Release.describe(required), Release.current().label()),
            late.mayHaveHappened());
  }
}
