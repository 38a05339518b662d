package io.pando.mds.life;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.RankId;
import io.pando.id.PoolId;
import io.pando.mds.follow.FollowEffect;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.follow.JournalFollower;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.work.ServerRole;
import io.pando.port.ClusterCalls;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A standby that follows the journal of a rank. Its calls only read; answers that come when it is
 * the holder are ignored, and it reads the end of the journal again with the map that fences the
 * holder before.
 */
final class RankFollower {
  private final RankId rank;
  private final String system;
  private final PoolId metadata;
  private final Consumer<MdsEffect> out;
  private final JournalFollower journal;

  /**
   * Begins to follow.
   *
   * @param out takes effects from now on
   */
  RankFollower(MdsConfig config, RankId rank, ClusterMap map, Consumer<MdsEffect> out) {
    FileSystem files = RankHolder.systemOf(map, rank);
    this.rank = rank;
    this.system = files.name();
    this.metadata = files.pools().metadata();
    this.out = out;
    this.journal =
        new JournalFollower(
            new JournalLayout(rank.rank(), config.journalObjectBytes()), this::onEffect);
  }

  RankId rank() {
    return rank;
  }

  /** What the standby is for. */
  ServerRole role() {
    return new ServerRole("following", system, Integer.toString(rank.rank()));
  }

  String describe() {
    return "rank %d of file system '%s'".formatted(rank.rank(), system);
  }

  /** Whether a call is one of a follower: those of holders have positive numbers. */
  static boolean isOfFollower(long token) {
    return token < 0;
  }

  private void onEffect(FollowEffect effect) {
    switch (effect) {
      case FollowEffect.Call it ->
          out.accept(new MdsEffect.Call(-it.token(), metadata, it.object(), it.operations()));
      case FollowEffect.Note it ->
          out.accept(new MdsEffect.Note(describe() + ": " + it.sentence()));
    }
  }

  void onTime(long nowNanos) {
    journal.onTime(nowNanos);
  }

  long nextNanos(long nowNanos) {
    return journal.nextNanos(nowNanos);
  }

  void onCall(long token, ClusterCalls.Outcome outcome) {
    switch (outcome) {
      case ClusterCalls.Outcome.Unanswered _ -> journal.onUnanswered(-token);
      case ClusterCalls.Outcome.Answered it -> journal.onAnswer(-token, it.outcome());
    }
  }

  /** The journal as far as it is known; null if nothing is. */
  @Nullable FollowedJournal handOver() {
    return journal.handOver();
  }
}
