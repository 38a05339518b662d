package io.pando.mds.life;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankId;
import io.pando.cluster.files.RankState;
import io.pando.fs.NameHash;
import io.pando.id.PoolId;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.ClusterCalls;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a rank, from replay to active. With one rank there is nothing to resolve.
 *
 * <p>Operations on objects are sent by the map that gave it the rank, or a newer one, in which the
 * earlier holder is fenced. So after its first operation on an object, none of the earlier holder
 * is executed there.
 */
final class RankHolder {
  private final MdsIncarnation self;
  private final RankId rank;
  private final String system;
  private final PoolId metadata;
  private final Consumer<MdsEffect> out;
  private final JournalReplay replay;
  private RankState state;
  private @Nullable String damage;
  private @Nullable LifeEnd end;

  /**
   * Takes the rank that a map gives to this server, and begins to replay.
   *
   * @param out takes effects from now on
   */
  RankHolder(
      MdsConfig config, MdsIncarnation self, RankId rank, ClusterMap map, Consumer<MdsEffect> out) {
    FileSystem files = systemOf(map, rank);
    Rank held = rankOf(files, rank);
    this.self = self;
    this.rank = rank;
    this.system = files.name();
    this.metadata = files.pools().metadata();
    this.out = out;
    this.state = held.state();
    this.replay =
        new JournalReplay(
            config.store(),
            new JournalLayout(rank.rank(), config.journalObjectBytes()),
            new RankMetadata(nameHash(map, metadata)),
            held.begun(),
            this::onStore);
  }

  private static FileSystem systemOf(ClusterMap map, RankId rank) {
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
  void onMap(ClusterMap map) {
    RankState next = rankOf(systemOf(map, rank), rank).state();
    if (next != state) {
      state = next;
      out.accept(new MdsEffect.Note("%s is %s".formatted(describe(), state.label())));
    }
  }

  /** The change of the map that it wants now: to say what is damaged, or to step on. */
  Optional<Change> wanted() {
    if (damage != null) {
      return Optional.of(new Change.DamageRank(self, damage));
    }
    return next().map(step -> new Change.StepRank(self, step));
  }

  private Optional<RankState> next() {
    return switch (state) {
      case REPLAY -> store().filter(MetadataStore::isReady).map(_ -> RankState.RECONNECT);
      case RESOLVE -> Optional.of(RankState.RECONNECT);
      case RECONNECT -> Optional.of(RankState.REJOIN);
      case REJOIN -> Optional.of(RankState.REQUESTS);
      case REQUESTS -> Optional.of(RankState.ACTIVE);
      case ACTIVE, STOPPING, EMPTY, FAILED, DAMAGED -> Optional.empty();
    };
  }

  private Optional<MetadataStore> store() {
    return Optional.ofNullable(replay.store());
  }

  /** A call of an object has ended. */
  void onCall(long token, ClusterCalls.Outcome outcome) {
    switch (outcome) {
      case ClusterCalls.Outcome.Unanswered it -> lose(it.why());
      case ClusterCalls.Outcome.Answered it -> {
        if (it.outcome() instanceof OpOutcome.Failed failed && failed.error() == OpError.FENCED) {
          lose("it is fenced: " + failed.detail());
        } else {
          onAnswer(token, it.outcome());
        }
      }
    }
  }

  private void onAnswer(long token, OpOutcome outcome) {
    Optional<MetadataStore> store = store();
    if (store.isPresent()) {
      store.get().onAnswer(token, outcome);
    } else {
      replay.onAnswer(token, outcome);
    }
  }

  /** Tries commits again that failed. */
  void retry() {
    store().ifPresent(MetadataStore::retry);
  }

  private void onStore(StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Call it ->
          out.accept(new MdsEffect.Call(it.token(), metadata, it.object(), it.operations()));
      case StoreEffect.Damaged it -> {
        damage = "object %s, byte %d: %s".formatted(it.object(), it.offset(), it.what());
        out.accept(new MdsEffect.Note(describe() + " is damaged: " + damage));
      }
      case StoreEffect.Failed it -> lose(it.why());
      case StoreEffect.Durable _, StoreEffect.Loaded _, StoreEffect.LoadFailed _ -> {}
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
