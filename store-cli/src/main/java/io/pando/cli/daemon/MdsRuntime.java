package io.pando.cli.daemon;

import io.pando.cli.config.MdsEntry;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.cli.socket.DaemonSocket;
import io.pando.client.engine.DaemonEngine;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.mds.MdsDaemon;
import io.pando.mds.MdsHost;
import io.pando.mds.life.LifeEnd;
import io.pando.mds.life.MdsConfig;
import io.pando.mds.metrics.MdsMeters;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;
import io.pando.time.Backoff;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running metadata server, through its lives: after one was lost, another begins under a new
 * number and on a new network node, so that no peer takes the two for one.
 */
public final class MdsRuntime implements AutoCloseable {
  private static final Backoff AGAIN =
      new Backoff(TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.SECONDS.toNanos(10));

  /** A life of this length was no failure to start. */
  private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final DaemonContext daemonContext;
  private final MdsEntry entry;
  private final EventLoop loop;
  private final DaemonMetrics metrics;
  private final MdsMeters meters;
  private final Random64 random = DaemonContext.random();
  private final Object lock = new Object();
  private @Nullable DaemonSocket socket;
  private @Nullable Life life;
  private int failures;
  private boolean closed;

  /** One life. */
  private record Life(
      Network.Node node, MdsDaemon daemon, long sinceNanos, CompletableFuture<LifeEnd> end) {}

  private MdsRuntime(DaemonContext daemonContext, MdsEntry entry, DaemonMetrics metrics) {
    this.daemonContext = daemonContext;
    this.entry = entry;
    this.loop = daemonContext.loops(entry.id(), 1).getFirst();
    this.metrics = metrics;
    this.meters = new MdsMeters(metrics.registry());
  }

  /** Starts a metadata server; {@link DaemonException} names the cause of a failure. */
  public static MdsRuntime start(DaemonContext daemonContext, MdsEntry entry)
      throws DaemonException {
    DaemonMetrics metrics = daemonContext.metrics(entry.node(), entry.host());
    MdsRuntime runtime = new MdsRuntime(daemonContext, entry, metrics);
    boolean started = false;
    try {
      runtime.begin();
      started = true;
    } finally {
      if (!started) {
        metrics.close();
      }
    }
    runtime.socket =
        daemonContext.socket(
            entry.node(),
            new DaemonQuestions(entry.node().toString(), daemonContext.config(), metrics));
    runtime.note(metrics.describe());
    return runtime;
  }

  private void begin() throws DaemonException {
    long number = DaemonContext.nonce();
    Network.Node node =
        daemonContext.attach(
            entry.node(), number, List.of(loop), new Network.Listen(entry.host(), entry.port()));
    boolean begun = false;
    try {
      metrics.removeNode();
      node.bind(metrics.registry());
      CompletableFuture<LifeEnd> end = new CompletableFuture<>();
      MdsDaemon daemon = OnLoop.get(loop, () -> open(node, number, end));
      Life opened = new Life(node, daemon, System.nanoTime(), end);
      life = opened;
      var _ = end.thenAccept(why -> onEnd(opened, why));
      begun = true;
    } finally {
      if (!begun) {
        node.close();
      }
    }
  }

  private MdsDaemon open(Network.Node node, long number, CompletableFuture<LifeEnd> end) {
    Address address = Objects.requireNonNull(node.address(), "a metadata server listens");
    DaemonEngine engine =
        DaemonEngine.open(
            new MonitorSession.Link(loop, node.endpoints().getFirst()),
            new DaemonEngine.Contacts(daemonContext.monitors(), daemonContext.config().cluster()),
            number,
            random.split(),
            metrics.registry());
    MdsDaemon daemon =
        new MdsDaemon(
            settings(),
            new MdsIncarnation(number),
            address,
            new MdsDaemon.Ports(loop, engine.endpoint(), engine.calls()),
            new Host(end));
    daemon.start();
    return daemon;
  }

  /** Its grace is shorter than that of the monitors, since clocks run differently fast. */
  private MdsConfig settings() {
    MdsConfig usual = MdsConfig.usual(entry.prefers());
    long monitorsNanos =
        TimeUnit.MILLISECONDS.toNanos(daemonContext.config().settings().monitor().mdsGraceMillis());
    return usual.withGrace(monitorsNanos);
  }

  /** A life has ended; on the loop, so what follows is done on a thread of its own. */
  private void onEnd(Life ended, LifeEnd why) {
    note("ends: " + why.why());
    if (why instanceof LifeEnd.Lost) {
      boolean calm = loop.nanoTime() - ended.sinceNanos() > CALM_NANOS;
      failures = calm ? 1 : failures + 1;
      loop.schedule(
          AGAIN.delayNanos(failures, random),
          () -> Thread.ofVirtual().name("begin-" + entry.node()).start(() -> again(ended)));
    }
  }

  private void again(Life ended) {
    synchronized (lock) {
      if (closed) {
        return;
      }
      ended.node().close();
      try {
        begin();
      } catch (DaemonException failure) {
        daemonContext.log().fatal(entry.node().toString(), String.valueOf(failure.getMessage()));
      }
    }
  }

  private void note(String sentence) {
    daemonContext.log().note(entry.node().toString(), sentence);
  }

  /** Name of the server. */
  NodeId node() {
    return entry.node();
  }

  /** Ends the server at once, as {@code kill -9} does: no peer is told. */
  void kill() throws DaemonException {
    synchronized (lock) {
      closed = true;
      Life last = life;
      if (last != null) {
        boolean _ =
            OnLoop.get(
                loop,
                () -> {
                  last.daemon().abandon();
                  return true;
                });
        last.node().close();
      }
      closeDoors();
    }
  }

  private void closeDoors() {
    if (socket != null) {
      socket.close();
    }
    metrics.close();
  }

  /** Stops the server cleanly: its rank goes to another one. */
  @Override
  public void close() throws DaemonException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      Life last = life;
      if (last != null) {
        loop.execute(last.daemon()::stop);
        try {
          OnLoop.await(last.end(), "stopping " + entry.node());
        } finally {
          last.node().close();
        }
      }
      closeDoors();
    }
  }

  private final class Host implements MdsHost {
    private final CompletableFuture<LifeEnd> end;

    Host(CompletableFuture<LifeEnd> end) {
      this.end = end;
    }

    @Override
    public void note(String sentence) {
      MdsRuntime.this.note(sentence);
    }

    @Override
    public MdsMeters meters() {
      return meters;
    }

    @Override
    public void ended(LifeEnd why) {
      end.complete(why);
    }
  }
}
