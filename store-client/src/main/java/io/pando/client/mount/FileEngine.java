package io.pando.client.mount;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.check.Invariant;
import io.pando.client.engine.DaemonEngine;
import io.pando.client.fs.open.At;
import io.pando.client.fs.open.OpenFiles;
import io.pando.client.fs.open.OpenFilesConfig;
import io.pando.client.fs.open.OpenFilesEffect;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import io.pando.op.OpOutcome;
import io.pando.port.ClusterCalls;
import io.pando.port.EventLoop;
import io.pando.port.FileCalls;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A client of a file system on its event loop: gives inputs to {@link OpenFiles} and executes its
 * effects. Each session has a number and a node of its own; a session that was lost is followed by
 * another one.
 */
public final class FileEngine implements FileCalls {
  /** Delay before a node is attached once more. */
  private static final long ATTACH_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long the end of a session waits for its server. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Settings settings;
  private final EventLoop loop;
  private final FileNodes nodes;
  private final Random64 random;
  private final CompletableFuture<Opening> opening = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final SortedMap<Long, OpenCall> calls = new TreeMap<>();
  private final FileCallMeters meters;
  private final HeldSends sends;
  private long lastCall;

  /** The call for which the machine takes a step; 0 if it is for none. */
  private long cause;

  private @Nullable FileLife life;
  private @Nullable FileSystem system;
  private volatile @Nullable NameHash hash;
  private @Nullable OpenFiles machine;
  private @Nullable OuterCache cache;
  private EventLoop.@Nullable Timer wake;
  private boolean closing;
  private boolean synced;

  /**
   * What a client of files is opened with.
   *
   * @param system name of the file system
   * @param contacts how the cluster is found
   * @param files settings of the machine for a file system
   * @param note takes sentences for the log; called on the loop
   * @param registry registry of the client's meters
   */
  public record Settings(
      String system,
      DaemonEngine.Contacts contacts,
      Function<FileSystemId, OpenFilesConfig> files,
      Consumer<String> note,
      MeterRegistry registry) {}

  /** A call that is not answered. */
  private record OpenCall(FileCall call, long sinceNanos, Consumer<FileOutcome> done) {}

  /** How opening ended. */
  public sealed interface Opening {
    /** It can be used. */
    record Opened(FileEngine files) implements Opening {}

    /**
     * It cannot be used, and was closed.
     *
     * @param why a sentence
     */
    record Refused(String why) implements Opening {}
  }

  private FileEngine(Settings settings, EventLoop loop, FileNodes nodes, Random64 random) {
    this.settings = settings;
    this.meters = new FileCallMeters(settings.registry());
    this.loop = loop;
    this.nodes = nodes;
    this.random = random;
    this.sends = new HeldSends(loop, this::send);
  }

  /**
   * Opens a file system; completes on the loop, never with an exception, once there is a map. A
   * caller that gives up completes it with {@link Opening.Refused}.
   *
   * @param seed of random numbers: session numbers and delays
   */
  public static CompletableFuture<Opening> open(
      Settings settings, EventLoop loop, FileNodes nodes, long seed) {
    FileEngine engine = new FileEngine(settings, loop, nodes, new Random64(seed));
    loop.execute(() -> engine.attach(engine.newNumber()));
    var _ = engine.opening.thenAccept(engine::onOpeningEnded);
    return engine.opening;
  }

  /** Releases everything of a client that was refused, also by a caller that gave up waiting. */
  private void onOpeningEnded(Opening how) {
    if (how instanceof Opening.Refused) {
      boolean _ =
          execute(() -> {
            closing = true;
            releaseLife();
          });
    }
  }

  private long newNumber() {
    return random.between(1, Long.MAX_VALUE);
  }

  /** Of the names of the file system. */
  public NameHash hash() {
    return Invariant.present(hash, () -> "a client of files that is not open");
  }

  // Lives

  private void attach(long session) {
    var _ =
        nodes
            .attach(loop, session)
            .whenComplete((node, failure) -> execute(() -> onAttached(session, node, failure)));
  }

  private void onAttached(long session, Network.@Nullable Node node, @Nullable Throwable failure) {
    if (node == null) {
      String why = failure == null ? "no reason was given" : String.valueOf(failure.getMessage());
      settings.note().accept("cannot join the network: " + why);
      if (!opening.isDone()) {
        opening.complete(new Opening.Refused("the client cannot join the network: " + why));
      } else if (!closing) {
        var _ = loop.schedule(ATTACH_AGAIN_NANOS, () -> attach(session));
      }
      return;
    }
    if (closing && machine == null) {
      nodes.release(node);
      return;
    }
    FileLife before = life;
    sends.dropAll();
    if (before != null) {
      nodes.release(before.end());
    }
    FileLife next = new FileLife(node, session, engine(node, session), this::onEvent);
    life = next;
    if (machine != null) {
      machine.begin(now(), session);
    }
    next.start();
  }

  private DaemonEngine engine(Network.Node node, long session) {
    return DaemonEngine.open(
        new MonitorSession.Link(loop, node.endpoints().getFirst()),
        settings.contacts(),
        session,
        random.split(),
        new SimpleMeterRegistry());
  }

  private void onEvent(FileLife.Event event) {
    switch (event) {
      case FileLife.Event.MapChanged it -> onMap(it.map());
      case FileLife.Event.MessageArrived it -> {
        if (machine != null) {
          machine.onMessage(now(), it.from(), it.message());
        }
        if (it.message() instanceof FileMessage.Revoke) {
          // Capabilities are given up behind the answers to what is held.
          sends.release();
        }
      }
      case FileLife.Event.PeerReset it -> {
        sends.drop(it.peer());
        if (machine != null) {
          machine.onReset(now(), it.peer());
        }
      }
    }
  }

  private void onMap(ClusterMap map) {
    if (opening.isDone() && machine == null) {
      return;
    }
    if (machine == null) {
      open(map);
    } else {
      map.files().named(settings.system()).ifPresent(found -> system = found);
    }
    if (machine != null) {
      machine.onMap(now(), map);
    }
  }

  private void open(ClusterMap map) {
    FileSystem found = map.files().named(settings.system()).orElse(null);
    if (found == null) {
      refuse("file system '%s' does not exist; %s".formatted(settings.system(), known(map)));
      return;
    }
    long key =
        Invariant.present(
                map.pools().get(found.pools().metadata()),
                () -> "no metadata pool of file system " + found.name())
            .treeKey();
    system = found;
    NameHash names = new NameHash(key);
    hash = names;
    machine =
        new OpenFiles(
            settings.files().apply(found.id()),
            of().session(),
            names,
            random.split(),
            this::carryOut);
    opening.complete(new Opening.Opened(this));
  }

  private static String known(ClusterMap map) {
    String names =
        String.join(
            ", ", map.files().systems().values().stream().map(FileSystem::name).sorted().toList());
    return names.isEmpty()
        ? "there are none: pando fs create makes one"
        : "the file systems are " + names;
  }

  private void refuse(String why) {
    closing = true;
    releaseLife();
    opening.complete(new Opening.Refused(why));
  }

  private FileLife of() {
    return Invariant.present(life, () -> "a client of files without a node");
  }

  private void releaseLife() {
    FileLife last = life;
    life = null;
    sends.dropAll();
    if (last != null) {
      nodes.release(last.end());
    }
    if (wake != null) {
      wake.cancel();
      wake = null;
    }
  }

  private At now() {
    return new At(loop.nanoTime(), Timestamp.ofMillis(loop.wallMillis()));
  }

  // Calls

  @Override
  public void submit(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    if (!execute(() -> submitOnLoop(caller, call, done))) {
      done.accept(FileOutcome.failed(FsError.EIO));
    }
  }

  private void submitOnLoop(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    OpenFiles files = machine;
    if (closing || files == null || life == null || system == null) {
      done.accept(FileOutcome.failed(FsError.EIO));
    } else if (call instanceof FileCall.GetSpace) {
      var _ = life.space(system).thenAccept(done);
    } else {
      lastCall++;
      At now = now();
      calls.put(lastCall, new OpenCall(call, now.nanos(), done));
      step(lastCall, () -> files.submit(now, lastCall, caller, call));
    }
  }

  /** Takes a step whose messages are held if its call is answered. */
  private void step(long call, Runnable step) {
    cause = call;
    step.run();
    cause = 0;
    if (call == 0 || calls.containsKey(call)) {
      sends.release();
    } else {
      sends.linger();
    }
  }

  private void send(Peer to, FileMessage message) {
    if (life != null) {
      meters.onSent(message);
      life.send(to, message);
    }
  }

  @Override
  public CachePermit permit(Ino ino) {
    return Invariant.present(machine, () -> "a client of files that is not open")
        .permit(now(), ino);
  }

  @Override
  public Optional<EventLoop> loop() {
    return Optional.of(loop);
  }

  @Override
  public void attach(OuterCache outer) {
    boolean _ = execute(() -> cache = outer);
  }

  /**
   * Writes what is dirty, and ends the session; completes on the loop with whether all is durable.
   * Calls that have not ended fail.
   */
  public CompletableFuture<Boolean> close() {
    if (!execute(this::closeOnLoop)) {
      ended.complete(false);
    }
    return ended;
  }

  private void closeOnLoop() {
    OpenFiles files = machine;
    if (files == null || closing) {
      finish(false);
      return;
    }
    submitOnLoop(
        Caller.ROOT,
        new FileCall.SyncAll(),
        outcome ->
            execute(() -> {
              closing = true;
              settings.note().accept("closes the session");
              var _ = loop.schedule(CLOSE_NANOS, () -> finish(false));
              synced = outcome.equals(FileOutcome.DONE);
              files.shutDown(now());
            }));
  }

  private void finish(boolean clean) {
    releaseLife();
    calls.values().forEach(each -> each.done().accept(FileOutcome.failed(FsError.EIO)));
    calls.clear();
    ended.complete(clean);
  }

  // Effects

  private void carryOut(OpenFilesEffect effect) {
    switch (effect) {
      case OpenFilesEffect.Send it -> {
        sends.hold(it.to(), it.message());
        if (cause == 0) {
          sends.release();
        }
      }
      case OpenFilesEffect.Call it -> call(it);
      case OpenFilesEffect.Complete it -> {
        OpenCall open = calls.remove(it.call());
        if (open != null) {
          meters.onAnswered(open.call(), it.outcome(), loop.nanoTime() - open.sinceNanos());
          open.done().accept(it.outcome());
        }
      }
      case OpenFilesEffect.Drop it -> {
        if (cache == null) {
          dropped(cause, it.token());
        } else {
          long of = cause;
          cache.drop(it.ino(), it.caches(), () -> dropped(of, it.token()));
        }
      }
      case OpenFilesEffect.DropAll _ -> {
        if (cache != null) {
          cache.dropAll();
        }
      }
      case OpenFilesEffect.SessionLost it -> {
        settings
            .note()
            .accept(
                "the session is lost: %s. Files with unwritten bytes fail until they are closed"
                    .formatted(it.reason()));
        if (it.needsNumber()) {
          attach(newNumber());
        }
      }
      case OpenFilesEffect.Closed _ -> execute(() -> finish(synced));
      case OpenFilesEffect.WakeAt it -> wakeAt(it.nanos());
    }
  }

  private void call(OpenFilesEffect.Call it) {
    FileLife from = life;
    if (from == null) {
      return;
    }
    from.calls()
        .call(
            it.pool(),
            it.object(),
            it.ops(),
            outcome -> {
              OpenFiles files = machine;
              if (files != null && from == life) {
                onCall(files, it.number(), outcome);
              }
            });
  }

  private void onCall(OpenFiles files, long number, ClusterCalls.Outcome outcome) {
    switch (outcome) {
      case ClusterCalls.Outcome.Answered(OpOutcome answer) ->
          files.onCallAnswered(now(), number, answer);
      case ClusterCalls.Outcome.Unanswered(String why) -> {
        settings.note().accept(why);
        files.onCallUnanswered(now(), number, FsError.EIO);
      }
    }
  }

  private void dropped(long call, long token) {
    boolean _ =
        execute(() -> {
          OpenFiles files = machine;
          if (files != null) {
            step(call, () -> files.onDropped(now(), token));
          }
        });
  }

  private void wakeAt(long nanos) {
    if (wake != null) {
      wake.cancel();
    }
    long delayNanos = Math.max(0, nanos - loop.nanoTime());
    wake =
        loop.schedule(
            delayNanos,
            () -> {
              if (machine != null) {
                machine.onWoken(now());
              }
            });
  }

  /** For people who look for a fault; to be called on the loop. */
  @Override
  public String toString() {
    return "session %s, %d calls: %s"
        .formatted(life == null ? "-" : life.session(), calls.size(), machine);
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
}
