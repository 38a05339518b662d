package io.pando.mds.life;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankId;
import io.pando.cluster.files.RankState;
import io.pando.fs.FileLayout;
import io.pando.fs.NameHash;
import io.pando.fs.inode.Permissions;
import io.pando.id.PoolId;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.names.NamesConfig;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.rank.RankEffect;
import io.pando.mds.rank.RankServer;
import io.pando.mds.serve.Moment;
import io.pando.mds.work.RankFigures;
import io.pando.mds.work.ServerRole;
import io.pando.message.FileMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.ClusterCalls;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a rank, from replay to active. With one rank there is nothing to resolve, and no
 * other rank to rejoin.
 *
 * <p>Operations on objects are sent by the map that gave it the rank, or a newer one, in which the
 * earlier holder is fenced. So after its first operation on an object, none of the earlier holder
 * is executed there.
 */
final class RankHolder {
  private static final int EPOCH_SHIFT = 24;
  private static final Permissions ROOT = new Permissions(0755, 0, 0);

  private final MdsIncarnation self;
  private final RankId rank;
  private final String system;
  private final PoolId metadata;
  private final Consumer<MdsEffect> out;
  private final RankServer server;
  private RankState state;
  private @Nullable String damage;
  private @Nullable LifeEnd end;

  /**
   * Takes the rank that a map gives to this server, and begins to replay.
   *
   * @param followed its journal as this server followed it; null if it did not
   * @param out takes effects from now on
   */
  RankHolder(
      MdsConfig config,
      MdsIncarnation self,
      RankId rank,
      ClusterMap map,
      @Nullable FollowedJournal followed,
      Consumer<MdsEffect> out) {
    FileSystem files = systemOf(map, rank);
    Rank held = rankOf(files, rank);
    this.self = self;
    this.rank = rank;
    this.system = files.name();
    this.metadata = files.pools().metadata();
    this.out = out;
    this.state = held.state();
    this.server =
        new RankServer(
            new RankConfig(
                rank,
                nameHash(map, metadata),
                new NamesConfig(
                    FileLayout.usual(files.pools().data().getFirst()),
                    files.pools().data(),
                    ROOT,
                    rank.rank()),
                new JournalLayout(rank.rank(), config.journalObjectBytes()),
                held.sinceEpoch() << EPOCH_SHIFT,
                config.limits()),
            map.fences(),
            held.begun(),
            followed,
            this::onServer);
  }

  static FileSystem systemOf(ClusterMap map, RankId rank) {
    return Invariant.present(
        map.files().systems().get(rank.system()), () -> "no file system of rank " + rank);
  }

  private static Rank rankOf(FileSystem system, RankId rank) {
    return Invariant.present(system.ranks().get(rank.rank()), () -> "no rank " + rank);
  }

  /** The secret of the metadata pool is that of the names in it. */
  private static NameHash nameHash(ClusterMap map, PoolId metadata) {
    return new NameHash(
        Invariant.present(map.pools().get(metadata), () -> "no metadata pool " + metadata)
            .treeKey());
  }

  RankId rank() {
    return rank;
  }

  /** The rank as people name it. */
  String describe() {
    return "rank %d of file system '%s'".formatted(rank.rank(), system);
  }

  /** How the life has ended because of the rank; empty while it has not. */
  Optional<LifeEnd> ended() {
    return Optional.ofNullable(end);
  }

  /** A map in which this server still holds the rank. */
  void onMap(Moment now, ClusterMap map) {
    RankState next = rankOf(systemOf(map, rank), rank).state();
    if (next != state) {
      state = next;
      out.accept(new MdsEffect.Note("%s is %s".formatted(describe(), state.label())));
    }
    server.onMap(now, map);
  }

  /** The change of the map that it wants now: what is damaged, whom to fence, or the next step. */
  Optional<Change> wanted() {
    if (damage != null) {
      return Optional.of(new Change.DamageRank(self, damage));
    }
    Optional<Change> fence =
        server.toBeFenced().map(each -> new Change.AddFence(each.session(), 0, reason(each.why())));
    return fence.isPresent() ? fence : next().map(step -> new Change.StepRank(self, step));
  }

  private String reason(String why) {
    String reason = "evicted by %s: %s".formatted(self, why);
    return reason.substring(0, Math.min(reason.length(), Fence.MAX_REASON));
  }

  private Optional<RankState> next() {
    return switch (state) {
      case REPLAY -> when(server.isLoaded(), RankState.RECONNECT);
      case RESOLVE -> Optional.of(RankState.RECONNECT);
      case RECONNECT -> when(!server.isReconnecting(), RankState.REQUESTS);
      case REJOIN -> Optional.of(RankState.REQUESTS);
      case REQUESTS -> when(!server.isStarting(), RankState.ACTIVE);
      case ACTIVE, STOPPING, EMPTY, FAILED, DAMAGED -> Optional.empty();
    };
  }

  private static Optional<RankState> when(boolean reached, RankState next) {
    return reached ? Optional.of(next) : Optional.empty();
  }

  /** A call of an object has ended. */
  void onCall(Moment now, long token, ClusterCalls.Outcome outcome) {
    switch (outcome) {
      case ClusterCalls.Outcome.Unanswered it -> lose(it.why());
      case ClusterCalls.Outcome.Answered it -> {
        if (it.outcome() instanceof OpOutcome.Failed failed && failed.error() == OpError.FENCED) {
          lose("it is fenced: " + failed.detail());
        } else {
          server.onAnswer(now, token, it.outcome());
        }
      }
    }
  }

  void onMessage(Moment now, long connection, FileMessage message) {
    server.onMessage(now, connection, message);
  }

  /** Begins to evict a session; returns why not, as a sentence, or an empty one. */
  String evict(long session) {
    return server.evict(session);
  }

  /** The rank for operators; null before it is loaded. */
  @Nullable RankReport report(Moment now) {
    return server.report(now);
  }

  /** What monitors are told of the rank. */
  RankLoad load(Moment now) {
    return server.currentLoad(now);
  }

  /** The figures of the rank; null before it is loaded. */
  @Nullable RankFigures figures(Moment now) {
    return server.figures(now);
  }

  /** What it is for. */
  ServerRole role() {
    return new ServerRole(state.label(), system, Integer.toString(rank.rank()));
  }

  void onClosed(long connection) {
    server.onClosed(connection);
  }

  void onTime(Moment now) {
    server.onTime(now);
  }

  /** When {@link #onTime} has to be called at the latest; empty if that need not be soon. */
  OptionalLong nextNanos() {
    return server.nextNanos();
  }

  /** Whether {@link #onTime} should be called again soon, to drop rows from memory. */
  boolean isShortOfMemory() {
    return server.isShortOfMemory();
  }

  /** Whether {@link #onTime} continues with work that was begun. */
  boolean isWorking() {
    return server.isWorking();
  }

  private void onServer(RankEffect effect) {
    switch (effect) {
      case RankEffect.Call it -> {
        PoolId pool = it.pool() == null ? metadata : it.pool();
        out.accept(new MdsEffect.Call(it.token(), pool, it.object(), it.operations()));
      }
      case RankEffect.Send it -> out.accept(new MdsEffect.Send(it.connection(), it.message()));
      case RankEffect.Disconnect it -> out.accept(new MdsEffect.Disconnect(it.connection()));
      case RankEffect.Damaged it -> {
        damage = it.what();
        out.accept(new MdsEffect.Note(describe() + " is damaged: " + damage));
      }
      case RankEffect.Failed it -> lose(it.why());
      case RankEffect.Answered it ->
          out.accept(new MdsEffect.Answered(it.request(), it.failed(), it.nanos()));
      case RankEffect.BatchEnded it -> out.accept(new MdsEffect.BatchEnded(it.nanos()));
      case RankEffect.Note it -> out.accept(new MdsEffect.Note(it.sentence()));
    }
  }

  private void lose(String why) {
    if (end == null) {
      end = new LifeEnd.Lost("%s cannot be served: %s".formatted(describe(), why));
    }
  }

  void invariants() {
    Invariant.check(
        state.isHeld(), () -> "%s is held in state %s".formatted(describe(), state.label()));
  }
}
