package io.pando.session;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.report.EventQuery;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node's link to the monitors: keeps the newest cluster map, requests changes and asks questions.
 * It is connected to one monitor at a time:
 *
 * <pre>
 *            start                     reset, silence, no leader, declined
 *  Stopped ─────────▶ Conversation ──────────────────────────────────────▶ Resting
 *     ▲                    ▲                                                  │ back-off, none
 *     │ stop (from any)    └──────────────────────────────────────────────────┘ in the first round
 * </pre>
 *
 * <p>In a conversation it subscribes, and repeats this at every keep-alive. With it the session
 * sends a question that any monitor can answer. A monitor that does not answer is dead; one that
 * reports twice in a row that it has no leader is cut off from the others. An owner that is calm
 * needs neither discovery soon: its session leaves out most keep-alives, since the monitors of a
 * cluster may have many clients. Changes and questions outlive conversations: they are sent to each
 * new monitor until one serves them or they time out. A change is made only once, even if two
 * monitors pass it on.
 *
 * <p>Runs on one event loop: its methods and all consumers are called there. Its owner passes
 * messages and resets from the transport to it.
 */
public final class MonitorSession {
  /** Receives newer maps. */
  public interface Listener {
    /**
     * Called when there is a newer map.
     *
     * @param incrementals differences to the map of the previous call; empty if the map was
     *     received whole, because there was none before or too many epochs are missing
     */
    void onMap(ClusterMap map, List<Incremental> incrementals);

    /**
     * Whether nothing waits that a newer map could help. While the owner is calm, most keep-alives
     * are left out.
     */
    default boolean isCalm() {
      return false;
    }
  }

  private final MonitorSessionConfig config;
  private final EventLoop loop;
  private final Transport transport;
  private final Random64 random;
  private final Listener listener;
  private final MonitorChoice choice;
  private final MapChain chain;
  private final Requests requests;
  private final SortedMap<NodeId, String> troubles = new TreeMap<>();
  private SessionPhase phase = new SessionPhase.Stopped();
  private int failures;
  private int fruitlessHints;
  private long hintsFromNanos = Long.MIN_VALUE;

  /**
   * A session, not yet started.
   *
   * @param monitors addresses of monitors, at least one; nonce 0 means any incarnation that listens
   *     there
   * @param cluster cluster whose maps are accepted; null to accept the cluster of the first map
   *     from then on
   */
  public MonitorSession(
      MonitorSessionConfig config,
      Link link,
      List<Address> monitors,
      @Nullable ClusterId cluster,
      Random64 random,
      Listener listener) {
    this.config = config;
    this.loop = link.loop();
    this.transport = link.transport();
    this.random = random;
    this.listener = listener;
    this.choice = new MonitorChoice(monitors, random);
    this.chain = new MapChain(cluster);
    this.requests = new Requests(config, loop, this::troublesClause);
  }

  /** The event loop and the transport of a session. */
  public record Link(EventLoop loop, Transport transport) {}

  /** Starts the session. Harmless if it is started. */
  public void start() {
    if (phase instanceof SessionPhase.Stopped) {
      dial();
    }
  }

  /**
   * Stops the session. Pending changes and questions end as {@link ChangeOutcome.Unavailable} or
   * {@link MonitorMessage.NoAnswer}. The session can be started again.
   */
  public void stop() {
    leave();
    phase = new SessionPhase.Stopped();
    requests.abandon("the session with the monitors was closed");
  }

  /** The newest map; null before the first one. */
  public @Nullable ClusterMap map() {
    return chain.newest();
  }

  /**
   * Requests a change of the map. The consumer is called once, after {@link
   * MonitorSessionConfig#requestTimeoutNanos} at the latest, then with {@link
   * ChangeOutcome.Unavailable}.
   */
  public void request(Change change, Consumer<ChangeOutcome> consumer) {
    send(requests.change(change, consumer));
  }

  /**
   * Asks a question. The consumer is called once, after {@link
   * MonitorSessionConfig#requestTimeoutNanos} at the latest, then with {@link
   * MonitorMessage.NoAnswer}.
   */
  public void ask(MonitorMessage.Question question, Consumer<MonitorMessage.Answer> consumer) {
    send(requests.question(number -> new MonitorMessage.Ask(number, question), consumer));
  }

  /** Asks for a page of the cluster log, as {@link #ask}. */
  public void askEvents(EventQuery query, Consumer<MonitorMessage.Answer> consumer) {
    send(requests.question(number -> new MonitorMessage.AskEvents(number, query), consumer));
  }

  /**
   * Reports that another node claims that a map of this epoch exists. The session asks the monitor
   * for it now instead of at the next keep-alive. A claim proves nothing, so it never changes the
   * map. After claims that led to no newer map, the session waits longer and longer before it acts
   * on another one.
   */
  public void onHint(long epoch) {
    long nowNanos = loop.nanoTime();
    if (epoch > chain.epoch() && phase instanceof Conversation talk && nowNanos >= hintsFromNanos) {
      fruitlessHints++;
      hintsFromNanos = nowNanos + config.hunting().delayNanos(fruitlessHints, random);
      transport.send(talk.monitor, new MonitorMessage.Subscribe(chain.epoch()));
    }
  }

  /** Takes over a map that this node stored earlier. */
  public void adopt(ClusterMap saved) {
    take(new MapUpdate(saved, List.of()));
  }

  private void take(MapUpdate update) {
    switch (chain.offer(update)) {
      case MapChain.Step.Known _ -> {}
      case MapChain.Step.Foreign _ -> {}
      case MapChain.Step.Gap _ -> onGap();
      case MapChain.Step.Advanced advanced -> onAdvanced(advanced);
    }
  }

  /**
   * Handles a message if it is for the session; returns whether it is. Maps and answers are
   * accepted only on the stream that the session itself dialled to a monitor, since a peer that
   * dials this node can claim to be a monitor.
   */
  public boolean onMessage(Peer from, Message message) {
    if (!isMonitor(from)) {
      return false;
    }
    switch (message) {
      case MapUpdate update -> {
        onHeard(from);
        onMonitorsMap(update);
      }
      case MonitorMessage.ChangeReply reply -> {
        onHeard(from);
        if (requests.onChangeReply(from.node(), reply)) {
          onDeclined(from);
        }
      }
      case MonitorMessage.Answer answer -> {
        onHeard(from);
        onAnswer(from, answer);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isMonitor(Peer from) {
    return phase instanceof Conversation talk && talk.monitor.equals(from);
  }

  /**
   * Handles the reset of the session's stream by turning to another monitor; returns whether the
   * stream was the session's.
   */
  public boolean onReset(Peer peer, String reason) {
    if (!(phase instanceof Conversation talk) || !talk.monitor.equals(peer)) {
      return false;
    }
    tryNextMonitor(reason);
    return true;
  }

  /** A sentence for people: the monitor to which it is connected, or why it is not connected. */
  public String describe() {
    String with =
        phase instanceof Conversation talk && talk.isHeard()
            ? "speaking with " + talk.monitor.address()
            : "looking for a monitor";
    return with + ", map " + chain.epoch() + troublesClause();
  }

  private void dial() {
    Conversation talk = new Conversation(new Peer.Dialed(choice.next(), 0), loop.nanoTime());
    phase = talk;
    sendKeepAlive(talk);
    requests.all().forEach(this::send);
    long firstTick = Math.min(config.dialTimeoutNanos(), config.keepAliveNanos());
    talk.tickWith(loop.schedule(firstTick, () -> onTick(talk)));
  }

  private void sendKeepAlive(Conversation talk) {
    talk.onKeepAliveSent();
    transport.send(talk.monitor, new MonitorMessage.Subscribe(chain.epoch()));
    transport.send(
        talk.monitor,
        new MonitorMessage.Ask(Requests.KEEP_ALIVE, MonitorMessage.Question.MONITORS));
  }

  private void send(@Nullable Pending request) {
    if (request != null && phase instanceof Conversation talk) {
      request.tried().putIfAbsent(talk.monitor.node(), "no reply");
      transport.send(talk.monitor, request.message());
    }
  }

  private void onTick(Conversation talk) {
    if (phase != talk) {
      return;
    }
    long nowNanos = loop.nanoTime();
    if (talk.canLeaveOut() && requests.isEmpty() && listener.isCalm()) {
      talk.onKeepAliveLeftOut(nowNanos);
    } else {
      long silentNanos = talk.silentNanos(nowNanos);
      if (silentNanos >= (talk.isHeard() ? config.silenceNanos() : config.dialTimeoutNanos())) {
        tryNextMonitor("silent for " + silentNanos / 1_000_000 + " ms");
        return;
      }
      if (talk.isHeard()) {
        failures = 0;
      }
      talk.onGapClosed();
      sendKeepAlive(talk);
    }
    talk.tickWith(loop.schedule(config.keepAliveNanos(), () -> onTick(talk)));
  }

  private void tryNextMonitor(String reason) {
    if (phase instanceof Conversation talk) {
      troubles.put(talk.monitor.node(), talk.monitor.address() + " " + reason);
    }
    leave();
    failures++;
    int roundsOfFailures = failures - choice.size() + 1;
    long delayNanos =
        roundsOfFailures < 1 ? 0 : config.hunting().delayNanos(roundsOfFailures, random);
    phase = new SessionPhase.Resting(loop.schedule(delayNanos, this::onRested));
  }

  private void onRested() {
    if (phase instanceof SessionPhase.Resting) {
      dial();
    }
  }

  private void leave() {
    switch (phase) {
      case SessionPhase.Stopped _ -> {}
      case SessionPhase.Resting resting -> resting.timer().cancel();
      case Conversation talk -> {
        talk.cancelTick();
        transport.disconnect(talk.monitor);
      }
    }
  }

  private void onHeard(Peer from) {
    if (phase instanceof Conversation talk && talk.monitor.equals(from)) {
      talk.onHeard(loop.nanoTime());
      troubles.remove(from.node());
    }
  }

  private void onMonitorsMap(MapUpdate update) {
    if (update.full() != null && chain.isForeign(update.full().cluster())) {
      tryNextMonitor("belongs to another cluster, " + update.full().cluster());
      return;
    }
    take(update);
  }

  private void onAnswer(Peer from, MonitorMessage.Answer answer) {
    if (answer.request() != Requests.KEEP_ALIVE) {
      if (requests.onAnswer(from.node(), answer, choice.size())) {
        onDeclined(from);
      }
      return;
    }
    if (phase instanceof Conversation talk
        && talk.monitor.equals(from)
        && answer instanceof MonitorMessage.MonitorsAnswer monitors
        && talk.onAnswered(monitors.monitors().leader() != null, chain.newest() != null)) {
      tryNextMonitor("knows no leading monitor");
    }
  }

  private void onDeclined(Peer from) {
    if (phase instanceof Conversation talk && talk.monitor.equals(from)) {
      tryNextMonitor("could not serve a request");
    }
  }

  private void onGap() {
    if (phase instanceof Conversation talk && talk.onGap()) {
      transport.send(talk.monitor, new MonitorMessage.Subscribe(chain.epoch()));
    }
  }

  private void onAdvanced(MapChain.Step.Advanced advanced) {
    ClusterMap newest = chain.newest();
    if (newest == null) {
      return;
    }
    choice.learn(newest.monitors());
    transport.join(newest.cluster());
    fruitlessHints = 0;
    if (phase instanceof Conversation talk) {
      talk.onGapClosed();
    }
    if (advanced.whole() != null) {
      listener.onMap(advanced.whole(), List.of());
    }
    if (!advanced.incrementals().isEmpty()) {
      listener.onMap(newest, advanced.incrementals());
    }
  }

  private String troublesClause() {
    return troubles.isEmpty() ? "" : " (" + String.join("; ", troubles.values()) + ")";
  }
}
