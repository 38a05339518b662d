package io.pando.mon.join;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.report.MonitorStatus;
import io.pando.session.MonitorSession;
import io.pando.session.MonitorSessionConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A monitor whose folder is empty, until it knows how it begins. Everything runs on its event loop.
 *
 * <pre>
 *   asking ──more than half are empty─────────────────────────────▶ Found
 *      └─────a monitor has a log─▶ joining ──it has a new life────▶ Joins
 *                                     └──────it is no monitor─────▶ Refused
 * </pre>
 */
public final class JoinService implements Transport.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(JoinService.class);
  private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Parts parts;
  private final NodeId self;
  private final List<Address> contacts;
  private final Consumer<Beginning> done;
  private final Founding founding;
  private @Nullable MonitorSession session;
  private @Nullable Long formerLife;
  private boolean requested;
  private boolean over;
  private long toldNanos;

  /** How a monitor begins. */
  public sealed interface Beginning {
    /** The cluster begins with the monitors of the configuration. */
    record Found() implements Beginning {}

    /** It joins the others, as the cluster map has it now. */
    record Joins(MonitorInfo self) implements Beginning {}

    /** It cannot begin. The reason names the way out. */
    record Refused(String reason) implements Beginning {}
  }

  /** What the service works with. */
  public record Parts(EventLoop loop, Transport transport, Random64 random, ClusterId cluster) {}

  private JoinService(Parts parts, NodeId self, List<Address> contacts, Consumer<Beginning> done) {
    this.parts = parts;
    this.self = self;
    this.contacts = contacts.stream().filter(it -> !it.node().equals(self)).toList();
    this.done = done;
    this.toldNanos = parts.loop().nanoTime();
    this.founding =
        new Founding(self, contacts.stream().map(Address::node).toList(), parts.loop().nanoTime());
  }

  /**
   * Starts; must be called on the loop.
   *
   * @param contacts the monitors of the configuration, this one included if it is one of them
   * @param done called once, on the loop
   */
  public static JoinService start(
      Parts parts, NodeId self, List<Address> contacts, Consumer<Beginning> done) {
    JoinService service = new JoinService(parts, self, contacts, done);
    parts.transport().listen(service);
    service.ask();
    return service;
  }

  /** Ends without a result; must be called on the loop. */
  public void close() {
    over = true;
    MonitorSession talking = session;
    if (talking != null) {
      talking.stop();
    }
  }

  private void ask() {
    if (over || session != null) {
      return;
    }
    for (Address contact : contacts) {
      parts
          .transport()
          .send(
              new Peer.Dialed(contact, 0),
              new MonitorMessage.Ask(1, MonitorMessage.Question.MONITORS));
    }
    if (parts.loop().nanoTime() - toldNanos > TELL_NANOS) {
      toldNanos = parts.loop().nanoTime();
      LOG.info("{} has an empty folder and {}", self, founding.waitsFor());
    }
    decide();
    parts.loop().schedule(ASK_NANOS, this::ask);
  }

  private void decide() {
    if (over || session != null) {
      return;
    }
    switch (founding.verdict(parts.loop().nanoTime())) {
      case WAIT -> {}
      case FOUND -> finish(new Beginning.Found());
      case JOIN -> join();
    }
  }

  private void finish(Beginning beginning) {
    if (!over) {
      close();
      done.accept(beginning);
    }
  }

  private void join() {
    LOG.info("{} has an empty folder and joins the cluster, which has begun", self);
    MonitorSession talking =
        new MonitorSession(
            MonitorSessionConfig.defaults(),
            new MonitorSession.Link(parts.loop(), parts.transport()),
            contacts,
            parts.cluster(),
            parts.random(),
            this::onMap);
    session = talking;
    talking.start();
  }

  private void onMap(ClusterMap map, List<Incremental> incrementals) {
    if (over) {
      return;
    }
    Optional<MonitorInfo> own =
        map.monitors().stream().filter(it -> it.node().equals(self)).findFirst();
    Long former = formerLife;
    if (own.isEmpty()) {
      finish(
          new Beginning.Refused(
              "%s is not a monitor of this cluster (map %d): add it first (pando mon add %d), or correct the number"
                  .formatted(self, map.epoch(), self.number())));
    } else if (former == null) {
      formerLife = own.get().life();
      rejoin();
    } else if (own.get().life() != former) {
      finish(new Beginning.Joins(own.get()));
    }
  }

  private void rejoin() {
    MonitorSession talking = session;
    Long former = formerLife;
    if (over || requested || talking == null || former == null) {
      return;
    }
    requested = true;
    talking.request(new Change.RejoinMonitor(self, former), this::onOutcome);
  }

  private void onOutcome(ChangeOutcome outcome) {
    requested = false;
    switch (outcome) {
      case ChangeOutcome.Accepted _ -> {
        // The map with the new life follows.
      }
      case ChangeOutcome.Unavailable _ -> parts.loop().schedule(RETRY_NANOS, this::rejoin);
      case ChangeOutcome.Rejected(String reason) -> finish(new Beginning.Refused(reason));
    }
  }

  @Override
  public void onMessage(Peer from, Message message) {
    MonitorSession talking = session;
    if (over || (talking != null && talking.onMessage(from, message))) {
      return;
    }
    switch (message) {
      case MonitorMessage.MonitorsAnswer answer when from instanceof Peer.Dialed -> {
        founding.onAnswer(from.node(), answer.monitors());
        decide();
      }
      case MonitorMessage.Ask ask -> parts.transport().send(from, answer(ask));
      case MonitorMessage.RequestChange request ->
          parts
              .transport()
              .send(
                  from,
                  new MonitorMessage.ChangeReply(
                      request.request(),
                      new ChangeOutcome.Unavailable(self + " has no cluster map yet")));
      default -> {
        // Without a map there is nothing to send to subscribers.
      }
    }
  }

  private MonitorMessage.Answer answer(MonitorMessage.Ask ask) {
    if (ask.question() == MonitorMessage.Question.MONITORS) {
      List<NodeId> all = new ArrayList<>(contacts.stream().map(Address::node).toList());
      all.add(self);
      return new MonitorMessage.MonitorsAnswer(
          ask.request(),
          new MonitorStatus(self, null, 0, List.of(), all.stream().sorted().toList()));
    }
    return new MonitorMessage.NoAnswer(ask.request(), self + " " + founding.waitsFor());
  }

  @Override
  public void onReset(Peer peer, String reason) {
    MonitorSession talking = session;
    if (talking != null) {
      boolean _ = talking.onReset(peer, reason);
    }
  }
}
