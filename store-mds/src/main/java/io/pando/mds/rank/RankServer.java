package io.pando.mds.rank;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fences;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.names.Names;
import io.pando.mds.serve.Moment;
import io.pando.mds.serve.RankService;
import io.pando.mds.serve.ServiceEffect;
import io.pando.mds.session.SessionEffect;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.tree.Tree;
import io.pando.mds.work.RankFigures;
import io.pando.message.FileMessage;
import io.pando.op.OpOutcome;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a rank.
 *
 * <pre>
 *  replaying ─ the journal was read ─▶ loading ─ sessions, totals, root ─▶ serving
 * </pre>
 *
 * <p>While it serves, sessions of a former holder first reconnect and repeat their changes ({@link
 * #isReconnecting}, {@link #isStarting}). Effects go to the sink, which must not call the machine.
 */
public final class RankServer {
  private final RankConfig config;
  private final Consumer<RankEffect> out;
  private final Tree tree;
  private final Names names;
  private final JournalReplay replay;
  private final Deque<StoreEffect> stored = new ArrayDeque<>();
  private final Deque<ServiceEffect> served = new ArrayDeque<>();
  private final Deque<SessionEffect> sessionEffects = new ArrayDeque<>();
  private final Evictions evictions;
  private final BatchTimes batchTimes = new BatchTimes();
  private @Nullable RankLoading loading;
  private @Nullable Serving serving;

  /** What there is once all is loaded. */
  private record Serving(Sessions sessions, RankService service, SessionFront front) {}

  /**
   * Begins to replay.
   *
   * @param fences of the map that gave it the rank
   * @param begun whether the rank was active before, so that it must have a journal
   * @param followed the journal as it was followed before; null if it was not
   */
  public RankServer(
      RankConfig config,
      Fences fences,
      boolean begun,
      @Nullable FollowedJournal followed,
      Consumer<RankEffect> out) {
    this.config = config;
    this.out = out;
    this.evictions = new Evictions(fences);
    RankMetadata metadata = new RankMetadata(config.hash(), config.id().rank());
    this.tree = new Tree(metadata, config.hash());
    this.names = new Names(config.names(), tree);
    this.replay =
        new JournalReplay(
            config.limits().store(), config.journal(), metadata, begun, followed, this::onStore);
  }

  private void onStore(StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Call it ->
          out.accept(new RankEffect.Call(it.token() * 2, null, it.object(), it.operations()));
      case StoreEffect.Damaged it ->
          out.accept(
              new RankEffect.Damaged(
                  "object %s, byte %d: %s".formatted(it.object(), it.offset(), it.what())));
      case StoreEffect.Failed it -> out.accept(new RankEffect.Failed(it.why()));
      case StoreEffect.Durable _, StoreEffect.Loaded _, StoreEffect.LoadFailed _ ->
          stored.add(effect);
    }
  }

  // Inputs

  /** A call of an object was answered. */
  public void onAnswer(Moment now, long token, OpOutcome outcome) {
    begin();
    if (token % 2 == 0) {
      MetadataStore store = replay.store();
      if (store == null) {
        replay.onAnswer(token / 2, outcome);
      } else {
        store.onAnswer(token / 2, outcome);
      }
    } else if (serving != null) {
      serving.service().onAnswer(now, token / 2, outcome);
    }
    proceed(now);
  }

  /** A client sent a message; before the rank {@link #isLoaded} it is ignored. */
  public void onMessage(Moment now, long connection, FileMessage message) {
    begin();
    if (serving == null) {
      out.accept(new RankEffect.Disconnect(connection));
    } else {
      serving.front().onMessage(now, connection, message);
    }
    proceed(now);
  }

  /** A connection of a client ended. */
  public void onClosed(long connection) {
    if (serving != null) {
      serving.front().onClosed(connection);
    }
  }

  /** There is a newer map: sessions that it fences end. */
  public void onMap(Moment now, ClusterMap map) {
    begin();
    evictions.onFences(map.fences());
    if (serving != null) {
      serving.front().onFences(now);
    }
    proceed(now);
  }

  /** Time has passed. */
  public void onTime(Moment now) {
    begin();
    MetadataStore store = replay.store();
    if (store == null) {
      replay.advance();
    } else {
      store.retry();
    }
    if (serving != null) {
      serving.sessions().onTime(now.nanos());
      serving.front().onTime(now);
      serving.service().onTime(now);
    }
    proceed(now);
  }

  private void begin() {
    MetadataStore store = replay.store();
    if (store != null) {
      store.beginStep();
    }
  }

  /** Does what is left to do, and ends the step. */
  private void proceed(Moment now) {
    boolean more = true;
    while (more) {
      more = false;
      while (!stored.isEmpty()) {
        more = true;
        onStored(now, stored.removeFirst());
      }
      if (serving == null) {
        load(now);
        more |= !stored.isEmpty();
      }
      while (!sessionEffects.isEmpty() && serving != null) {
        more = true;
        serving.front().on(now, sessionEffects.removeFirst());
      }
      while (!served.isEmpty()) {
        more = true;
        onServed(served.removeFirst());
      }
    }
    MetadataStore store = replay.store();
    if (store != null) {
      store.endStep(now.nanos(), isAwaited(store));
      batchTimes
          .look(now.nanos(), store)
          .ifPresent(nanos -> out.accept(new RankEffect.BatchEnded(nanos)));
    }
    String problem = serving == null ? null : serving.service().problem();
    if (problem != null) {
      out.accept(new RankEffect.Failed(problem));
    }
  }

  /** Whether a session or a client waits for records that are not durable. */
  private boolean isAwaited(MetadataStore store) {
    return serving == null
        || serving.sessions().awaitsJournal()
        || serving.service().outboxes().awaits(store.durable());
  }

  private void onStored(Moment now, StoreEffect effect) {
    if (loading != null && effect instanceof StoreEffect.Loaded it) {
      loading.onLoaded(it.read());
    } else if (loading != null && effect instanceof StoreEffect.LoadFailed it) {
      out.accept(new RankEffect.Failed(it.why()));
    }
    if (serving != null) {
      if (effect instanceof StoreEffect.LoadFailed it) {
        out.accept(new RankEffect.Note(it.why()));
      }
      if (effect instanceof StoreEffect.Durable it) {
        serving.sessions().onDurable(it.number());
      }
      serving.service().onStore(now, effect);
    }
  }

  private void load(Moment now) {
    MetadataStore store = replay.store();
    if (store == null) {
      return;
    }
    RankLoading of = loading == null ? new RankLoading(store, tree, names) : loading;
    loading = of;
    if (of.advance(now)) {
      loading = null;
      Sessions sessions =
          new Sessions(
              now.nanos(),
              config.limits().sessions(),
              store.metadata().sessions(),
              sessionEffects::add);
      RankService service =
          new RankService(
              new RankService.Rows(store, tree, names),
              sessions,
              config.limits().service(),
              config.start(),
              served::add);
      SessionFront front =
          new SessionFront(
              new SessionFront.Parts(store, sessions, service, evictions),
              config.id(),
              config.limits().sessions(),
              out);
      serving = new Serving(sessions, service, front);
      front.onFences(now);
    }
  }

  private void onServed(ServiceEffect effect) {
    switch (effect) {
      case ServiceEffect.Send it -> {
        if (serving != null) {
          serving.front().send(it.session(), it.message());
        }
      }
      case ServiceEffect.Evict it -> {
        out.accept(
            new RankEffect.Note(
                "session %d breaks the rules: it %s".formatted(it.session(), it.clause())));
        evictions.add(it.session(), "it " + it.clause());
      }
      case ServiceEffect.Call it -> {
        out.accept(
            new RankEffect.Call(it.token() * 2 + 1, it.pool(), it.object(), it.operations()));
      }
      case ServiceEffect.Answered it ->
          out.accept(new RankEffect.Answered(it.request(), it.failed(), it.nanos()));
    }
  }

  // State

  /** Whether {@link #onTime} continues with work that was begun. */
  public boolean isWorking() {
    return replay.isAdvancing();
  }

  /** When {@link #onTime} has to be called so that records of the journal are written. */
  public OptionalLong nextNanos() {
    MetadataStore store = replay.store();
    return store == null ? OptionalLong.empty() : store.nextStepNanos();
  }

  /** Whether {@link #onTime} should be called again soon, to drop rows from memory. */
  public boolean isShortOfMemory() {
    return serving != null && serving.service().isShortOfMemory();
  }

  /** Whether the journal was read, and all is in memory that it takes to serve. */
  public boolean isLoaded() {
    return serving != null;
  }

  /** Whether sessions of a former holder have not told yet what they have. */
  public boolean isReconnecting() {
    return serving == null || serving.front().isReconnecting();
  }

  /** Whether sessions repeat changes that a former holder had answered. */
  public boolean isStarting() {
    return serving == null || serving.service().isStarting();
  }

  /** Begins to evict a session; returns why not, as a sentence, or an empty one. */
  public String evict(long session) {
    if (serving == null) {
      return "the rank is being loaded";
    }
    if (!serving.sessions().contains(session)) {
      return "there is no session %d".formatted(session);
    }
    evictions.add(session, "an operator evicted it");
    return "";
  }

  /** The rank for operators; null before it {@link #isLoaded}. */
  public @Nullable RankReport report(Moment now) {
    MetadataStore store = replay.store();
    return serving == null || store == null
        ? null
        : RankReporting.of(
            now, store, config.limits().store(), serving.sessions(), serving.service());
  }

  /** The figures of the rank; null before it {@link #isLoaded}. */
  public @Nullable RankFigures figures(Moment now) {
    MetadataStore store = replay.store();
    return serving == null || store == null
        ? null
        : RankReporting.figures(now, store, tree, serving.sessions(), serving.service(), evictions);
  }

  /** What monitors are told of the rank. */
  public RankLoad currentLoad(Moment now) {
    MetadataStore store = replay.store();
    return serving == null || store == null
        ? RankLoad.NONE
        : RankReporting.load(store, config.limits().store(), serving.service().waiting(now));
  }

  /** Number of rows in memory; costs time by the number of directories. */
  public long rowsInMemory() {
    MetadataStore store = replay.store();
    return store == null ? 0 : store.metadata().rowsInMemory();
  }

  /** A session that the monitors have to fence now; empty if there is none. */
  public Optional<Eviction> toBeFenced() {
    return evictions.next();
  }
}
