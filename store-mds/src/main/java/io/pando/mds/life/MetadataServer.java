package io.pando.mds.life;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankId;
import io.pando.cluster.release.Release;
import io.pando.id.Address;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.serve.Moment;
import io.pando.mds.work.RankFigures;
import io.pando.mds.work.ServerRole;
import io.pando.message.MdsMessage;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One life of a metadata server (paper 003, 4.4.3). A machine.
 *
 * <pre>
 *  booting ─ in the map ─▶ standby ─ the map gives it a rank ─▶ holder ─▶ over
 *     └──────────────────────┴─ removed from the map, fenced, or told to stop ─▲
 * </pre>
 *
 * <p>A standby follows the journal of a rank if the map says so, and takes that rank with what it
 * has read.
 *
 * <p>While it holds a rank, it serves only within the grace after a beacon that the leading monitor
 * has confirmed. Without that its life is over, since another server may have the rank.
 */
public final class MetadataServer {
  /** Time between two steps that drop rows from memory; monotonic nanoseconds. */
  public static final long SHORT_OF_MEMORY_NANOS = 50_000_000L;

  private final MdsConfig config;
  private final MdsIncarnation self;
  private final Address address;
  private final ConfirmedBeacons beacons;
  private final Proposals proposals;
  private final Consumer<MdsEffect> out;
  private @Nullable ClusterMap map;
  private boolean known;
  private @Nullable RankHolder holder;
  private @Nullable RankFollower follower;
  private boolean stopping;
  private @Nullable LifeEnd end;

  /**
   * A server that begins.
   *
   * @param self number of this life, also that of its session of operations on objects
   * @param address where it listens
   * @param out takes its effects during {@link #step}
   */
  public MetadataServer(
      MdsConfig config, MdsIncarnation self, Address address, Consumer<MdsEffect> out) {
    this.config = config;
    this.self = self;
    this.address = address;
    this.out = out;
    this.beacons = new ConfirmedBeacons(config.beaconNanos(), config.graceNanos());
    this.proposals = new Proposals(config.retryNanos());
  }

  /** Handles an input. */
  public void step(Moment now, MdsInput input) {
    if (end != null) {
      return;
    }
    if (input instanceof MdsInput.BeaconAnswered answer) {
      beacons.onAnswer(answer.sequence());
    }
    checkAuthority(now.nanos());
    if (end == null) {
      handle(now, input);
    }
    if (end == null) {
      proceed(now);
    }
    if (end == null) {
      invariants();
    }
  }

  /**
   * Whether its effects may be carried out: it holds no rank, or no other server can have that
   * rank.
   */
  public boolean mayServe(long nowNanos) {
    return end == null && (holder == null || beacons.mayServe(nowNanos));
  }

  /** The rank that it holds; empty for a standby. */
  public Optional<RankId> rank() {
    return Optional.ofNullable(holder).map(RankHolder::rank);
  }

  /** What it is for now. */
  public ServerRole role() {
    if (holder != null) {
      return holder.role();
    }
    return follower != null ? follower.role() : ServerRole.without(known ? "standby" : "booting");
  }

  /** The figures of the rank that it holds; null while it holds none, or is loading it. */
  public @Nullable RankFigures figures(Moment now) {
    return holder == null ? null : holder.figures(now);
  }

  private void handle(Moment now, MdsInput input) {
    switch (input) {
      case MdsInput.MapChanged it -> onMap(now, it.map());
      case MdsInput.BeaconAnswered _ -> {}
      case MdsInput.ChangeEnded it -> onChange(now.nanos(), it.outcome());
      case MdsInput.CallEnded it -> onCall(now, it);
      case MdsInput.MessageArrived it -> {
        if (holder == null) {
          out.accept(new MdsEffect.Disconnect(it.connection()));
        } else {
          holder.onMessage(now, it.connection(), it.message());
        }
      }
      case MdsInput.QuestionArrived it -> answer(now, it);
      case MdsInput.ConnectionLost it -> {
        if (holder != null) {
          holder.onClosed(it.connection());
        }
      }
      case MdsInput.Woken _ -> {
        if (holder != null) {
          holder.onTime(now);
        }
      }
      case MdsInput.StopRequested _ -> {
        stopping = true;
        if (!known) {
          over(new LifeEnd.Stopped("it was told to stop"));
        }
      }
    }
  }

  private void onCall(Moment now, MdsInput.CallEnded call) {
    if (RankFollower.isOfFollower(call.token())) {
      if (follower != null) {
        follower.onCall(call.token(), call.outcome());
      }
      return;
    }
    RankHolder of = Invariant.present(holder, () -> "a call of no rank has ended");
    of.onCall(now, call.token(), call.outcome());
  }

  private void answer(Moment now, MdsInput.QuestionArrived asked) {
    switch (asked.question()) {
      case MdsMessage.AskRank it ->
          out.accept(new MdsEffect.Send(asked.connection(), report(now, it.question(), it.rank())));
      case MdsMessage.EvictClient it -> {
        String refused =
            holder != null && holder.rank().equals(it.rank()) ? holder.evict(it.session()) : "";
        out.accept(
            new MdsEffect.Send(
                asked.connection(),
                refused.isEmpty()
                    ? report(now, it.question(), it.rank())
                    : new MdsMessage.RankAnswer(it.question(), null, refused)));
      }
      case MdsMessage.MdsBeacon _, MdsMessage.MdsBeaconAnswer _, MdsMessage.RankAnswer _ ->
          out.accept(new MdsEffect.Disconnect(asked.connection()));
    }
  }

  private MdsMessage.RankAnswer report(Moment now, long question, RankId rank) {
    if (holder == null || !holder.rank().equals(rank)) {
      return new MdsMessage.RankAnswer(question, null, "it does not hold rank " + rank.rank());
    }
    RankReport report = holder.report(now);
    return new MdsMessage.RankAnswer(
        question, report, report == null ? holder.describe() + " is being loaded" : "");
  }

  private void checkAuthority(long nowNanos) {
    if (holder != null && !beacons.mayServe(nowNanos)) {
      over(
          new LifeEnd.Lost(
              "no monitor has confirmed for %d ms that it holds %s"
                  .formatted(config.graceNanos() / 1_000_000, holder.describe())));
    }
  }

  private void onMap(Moment now, ClusterMap newer) {
    map = newer;
    FileMap files = newer.files();
    boolean listed = files.daemons().containsKey(self);
    if (newer.fences().contains(self.number()) || (known && !listed)) {
      String why =
          holder == null ? "the monitors removed it" : holder.describe() + " was taken from it";
      over(stopping ? new LifeEnd.Stopped("it has stopped") : new LifeEnd.Lost(why));
      return;
    }
    if (listed && !known) {
      known = true;
      out.accept(new MdsEffect.Note("stands by, as " + self));
    }
    if (holder != null) {
      holder.onMap(now, newer);
    }
  }

  private void onChange(long nowNanos, ChangeOutcome outcome) {
    switch (proposals.onEnded(nowNanos, outcome)) {
      case ChangeOutcome.Accepted _ -> {}
      case ChangeOutcome.Unavailable _ -> {}
      case ChangeOutcome.Rejected it -> {
        out.accept(new MdsEffect.Note("the monitors refuse: " + it.reason()));
        if (stopping) {
          over(new LifeEnd.Stopped("it has stopped"));
        }
      }
    }
  }

  /** Whatever is due by now. */
  private void proceed(Moment moment) {
    long nowNanos = moment.nanos();
    ClusterMap now = map;
    if (now == null) {
      return;
    }
    if (known && beacons.isDue(nowNanos)) {
      RankLoad load = holder == null ? null : holder.load(moment);
      out.accept(
          new MdsEffect.SendBeacon(new MdsMessage.MdsBeacon(self, beacons.send(nowNanos), load)));
    }
    takeRank(nowNanos, now);
    follow(nowNanos, now);
    if (holder != null) {
      holder.ended().ifPresent(end -> over(end));
    }
    if (end == null) {
      wanted().ifPresent(change -> proposals.propose(nowNanos, change).ifPresent(out));
      out.accept(new MdsEffect.WakeAt(nextNanos(nowNanos)));
    }
  }

  private void takeRank(long nowNanos, ClusterMap now) {
    Optional<RankId> held = now.files().heldBy(self);
    if (holder == null && held.isPresent() && beacons.mayServe(nowNanos)) {
      FollowedJournal followed =
          follower != null && follower.rank().equals(held.get()) ? follower.handOver() : null;
      follower = null;
      holder = new RankHolder(config, self, held.get(), now, followed, out);
      out.accept(
          new MdsEffect.Note(
              "takes %s: replay%s"
                  .formatted(
                      holder.describe(), followed == null ? "" : ", from " + followed.describe())));
    }
  }

  private void follow(long nowNanos, ClusterMap now) {
    if (now.files().heldBy(self).isPresent()) {
      return;
    }
    Optional<RankId> followed = now.files().followedBy(self);
    if (follower != null && !Optional.of(follower.rank()).equals(followed)) {
      follower = null;
    }
    if (follower == null && followed.isPresent()) {
      follower = new RankFollower(config, followed.get(), now, out);
      out.accept(new MdsEffect.Note("follows the journal of " + follower.describe()));
    }
    if (follower != null) {
      follower.onTime(nowNanos);
    }
  }

  /** The change of the map that it wants now. */
  private Optional<Change> wanted() {
    if (stopping) {
      return Optional.of(new Change.FailMds(List.of(self), "it stopped"));
    }
    if (!known) {
      return Optional.of(
          new Change.BootMds(self, address, config.prefers(), Release.current().number()));
    }
    return holder == null ? Optional.empty() : holder.wanted();
  }

  private long nextNanos(long nowNanos) {
    if (!known) {
      return nowNanos + config.retryNanos();
    }
    if (holder != null && holder.isWorking()) {
      return nowNanos;
    }
    long beacon = beacons.nextNanos();
    long look = follower == null ? beacon : follower.nextNanos(nowNanos);
    long soon =
        holder != null && holder.isShortOfMemory() ? nowNanos + SHORT_OF_MEMORY_NANOS : look;
    return earlier(journalNanos(soon), earlier(soon, earlier(look, beacon)));
  }

  private long journalNanos(long otherwise) {
    return holder == null ? otherwise : holder.nextNanos().orElse(otherwise);
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  private void over(LifeEnd why) {
    end = why;
    out.accept(new MdsEffect.Ended(why));
  }

  private void invariants() {
    Invariant.check(holder == null || known, () -> self + " holds a rank and is not in the map");
    if (holder != null) {
      holder.invariants();
    }
  }
}
