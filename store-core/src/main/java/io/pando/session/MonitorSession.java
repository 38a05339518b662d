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
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A party's link to the monitors: keeps the newest cluster map, has changes made and questions
 * answered. It speaks with one monitor at a time:
 *
 * <pre>
 *            start                     reset, silence, no leader, declined
 *  Stopped ─────────▶ Conversation ──────────────────────────────────────▶ Resting
 *     ▲                    ▲                                                  │ back-off, none
 *     │ stop (from any)    └──────────────────────────────────────────────────┘ in the first round
 * </pre>
 *
 * <p>In a conversation it subscribes, and does so again at every keep-alive; with it goes a
 * question that any monitor answers, so that one which says nothing is dead, and one that has no
 * leader twice running is cut off from the others. Changes and questions outlive conversations:
 * they are sent to each new monitor until one serves them or their time is over. A change is made
 * once, also if two monitors pass it on.
 *
 * <p>Lives on one event loop: everything is called there, and consumers are. Its owner hands it
 * what the transport hears.
 */
public final class MonitorSession {
  private static final int LEADERLESS_ANSWERS = 2;

  /** A monitor waits for the others before it gives a first map; it is to be given that time. */
  private static final int LEADERLESS_ANSWERS_BEFORE_FIRST_MAP = 3;

  /** Hears of newer maps. */
  public interface Listener {
    /**
     * There is a newer map.
     *
     * @param incrementals that make it from the map told before; empty if it came whole, because
     *     there was none before or too much is missing between
     */
    void onMap(ClusterMap map, List<Incremental> incrementals);
  }

  private sealed interface Phase permits Stopped, Resting, Conversation {}

  private record Stopped() implements Phase {}

  private record Resting(EventLoop.Timer timer) implements Phase {}

  private static final class Conversation implements Phase {
    final Peer.Dialed monitor;
    long lastHeardNanos;
    boolean heard;
    boolean gapReported;
    int leaderless;
    EventLoop.@Nullable Timer tick;

    Conversation(Peer.Dialed monitor, long nowNanos) {
      this.monitor = monitor;
      this.lastHeardNanos = nowNanos;
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
  private Phase phase = new Stopped();
  private int failures;
  private int vainHints;
  private long hintsFromNanos = Long.MIN_VALUE;

  /**
   * A session that is not started yet.
   *
   * @param monitors at least one; nonce 0 for whichever incarnation listens there
   * @param cluster maps of another are refused; null takes that of the first map for good
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

  /** The loop on which a session lives, and its way to others. */
  public record Link(EventLoop loop, Transport transport) {}

  /** Begins. Harmless if it has. */
  public void start() {
    if (phase instanceof Stopped) {
      dial();
    }
  }

  /**
   * Ends. What is under way ends as {@link ChangeOutcome.Unavailable} or {@link
   * MonitorMessage.NoAnswer}. It may be started again.
   */
  public void stop() {
    leave();
    phase = new Stopped();
    requests.abandon("the session with the monitors was closed");
  }

  /** The newest map; null until the first came. */
  public @Nullable ClusterMap map() {
    return chain.newest();
  }

  /**
   * Has the map changed. The consumer is told once, after {@link
   * MonitorSessionConfig#requestTimeoutNanos} at the latest, then with {@link
   * ChangeOutcome.Unavailable}.
   */
  public void request(Change change, Consumer<ChangeOutcome> consumer) {
    send(requests.change(change, consumer));
  }

  /**
   * Asks. The consumer is told once, after {@link MonitorSessionConfig#requestTimeoutNanos} at the
   * latest, then with {@link MonitorMessage.NoAnswer}.
   */
  public void ask(MonitorMessage.Question question, Consumer<MonitorMessage.Answer> consumer) {
    send(requests.question(question, consumer));
  }

  /**
   * Somebody claims that there is a map of this epoch: asks the monitor for it now, not at the next
   * keep-alive. A claim proves nothing, so it never changes the map, and after claims that bring no
   * newer map the session waits longer and longer before it believes another.
   */
  public void onHint(long epoch) {
    long nowNanos = loop.nanoTime();
    if (epoch > chain.epoch() && phase instanceof Conversation talk && nowNanos >= hintsFromNanos) {
      vainHints++;
      hintsFromNanos = nowNanos + config.hunting().delayNanos(vainHints, random);
      transport.send(talk.monitor, new MonitorMessage.Subscribe(chain.epoch()));
    }
  }

  /** Begins with a map that this party had before and stored itself. */
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
   * Whether the message was for the session; then it is dealt with. Maps and answers count only on
   * the stream that the session itself dialled to a monitor: whoever dials us may call himself one.
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

  /** Whether the stream was the session's; then it turns to another monitor. */
  public boolean onReset(Peer peer, String reason) {
    if (!(phase instanceof Conversation talk) || !talk.monitor.equals(peer)) {
      return false;
    }
    hunt(reason);
    return true;
  }

  /** A sentence for people: whom it speaks with, or why it cannot. */
  public String describe() {
    String with =
        phase instanceof Conversation talk && talk.heard
            ? "speaking with " + talk.monitor.address()
            : "looking for a monitor";
    return with + ", map " + chain.epoch() + troublesClause();
  }

  private void dial() {
    Conversation talk = new Conversation(new Peer.Dialed(choice.next(), 0), loop.nanoTime());
    phase = talk;
    showLife(talk);
    requests.all().forEach(this::send);
    long firstTick = Math.min(config.dialTimeoutNanos(), config.keepAliveNanos());
    talk.tick = loop.schedule(firstTick, () -> onTick(talk));
  }

  private void showLife(Conversation talk) {
    transport.send(talk.monitor, new MonitorMessage.Subscribe(chain.epoch()));
    transport.send(
        talk.monitor,
        new MonitorMessage.Ask(Requests.SIGN_OF_LIFE, MonitorMessage.Question.MONITORS));
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
    long silentNanos = loop.nanoTime() - talk.lastHeardNanos;
    if (silentNanos >= (talk.heard ? config.silenceNanos() : config.dialTimeoutNanos())) {
      hunt("silent for " + silentNanos / 1_000_000 + " ms");
      return;
    }
    if (talk.heard) {
      failures = 0;
    }
    talk.gapReported = false;
    showLife(talk);
    talk.tick = loop.schedule(config.keepAliveNanos(), () -> onTick(talk));
  }

  private void hunt(String reason) {
    if (phase instanceof Conversation talk) {
      troubles.put(talk.monitor.node(), talk.monitor.address() + " " + reason);
    }
    leave();
    failures++;
    int roundsOfFailures = failures - choice.size() + 1;
    long delayNanos =
        roundsOfFailures < 1 ? 0 : config.hunting().delayNanos(roundsOfFailures, random);
    phase = new Resting(loop.schedule(delayNanos, this::onRested));
  }

  private void onRested() {
    if (phase instanceof Resting) {
      dial();
    }
  }

  private void leave() {
    switch (phase) {
      case Stopped _ -> {}
      case Resting resting -> resting.timer().cancel();
      case Conversation talk -> {
        if (talk.tick != null) {
          talk.tick.cancel();
        }
        transport.disconnect(talk.monitor);
      }
    }
  }

  private void onHeard(Peer from) {
    if (phase instanceof Conversation talk && talk.monitor.equals(from)) {
      talk.heard = true;
      talk.lastHeardNanos = loop.nanoTime();
      troubles.remove(from.node());
    }
  }

  private void onMonitorsMap(MapUpdate update) {
    if (update.full() != null && chain.isForeign(update.full().cluster())) {
      hunt("belongs to another cluster, " + update.full().cluster());
      return;
    }
    take(update);
  }

  private void onAnswer(Peer from, MonitorMessage.Answer answer) {
    if (answer.request() != Requests.SIGN_OF_LIFE) {
      if (requests.onAnswer(from.node(), answer, choice.size())) {
        onDeclined(from);
      }
      return;
    }
    if (phase instanceof Conversation talk
        && talk.monitor.equals(from)
        && answer instanceof MonitorMessage.MonitorsAnswer monitors) {
      talk.leaderless = monitors.monitors().leader() == null ? talk.leaderless + 1 : 0;
      int patience =
          chain.newest() == null ? LEADERLESS_ANSWERS_BEFORE_FIRST_MAP : LEADERLESS_ANSWERS;
      if (talk.leaderless >= patience) {
        hunt("knows no leading monitor");
      }
    }
  }

  private void onDeclined(Peer from) {
    if (phase instanceof Conversation talk && talk.monitor.equals(from)) {
      hunt("could not serve a request");
    }
  }

  private void onGap() {
    if (phase instanceof Conversation talk && !talk.gapReported) {
      talk.gapReported = true;
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
    vainHints = 0;
    if (phase instanceof Conversation talk) {
      talk.gapReported = false;
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
