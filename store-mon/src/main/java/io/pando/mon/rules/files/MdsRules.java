package io.pando.mon.rules.files;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankId;
import io.pando.cluster.files.RankState;
import io.pando.id.NodeId;
import io.pando.mon.state.Ruling;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;

/** Rules for metadata servers: they start, step from state to state, fail, and find damage. */
public final class MdsRules {
  /** Maximum length of the description of damage. */
  static final int MAX_DAMAGE = 500;

  private MdsRules() {}

  /** A metadata server has started: it stands by, or takes a rank that waits for one. */
  public static Ruling boot(ClusterMap map, Change.BootMds boot, Terms terms) {
    FileMap files = map.files();
    MdsInfo known = files.daemons().get(boot.incarnation());
    MdsInfo daemon =
        new MdsInfo(
            boot.incarnation(), boot.address(), boot.prefers(), map.epoch() + 1, boot.release());
    if (known != null && known.address().equals(boot.address())) {
      return new Ruling.Accepted(List.of(), known + " is in the map already");
    }
    Optional<String> objection = objection(map, daemon);
    if (known != null || objection.isPresent()) {
      return new Ruling.Refused(
          objection.orElseGet(() ->
              "%s has the number of another daemon, %s: start it again, with another number"
                  .formatted(daemon, known)));
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    files.daemon(daemon.node()).ifPresent(earlier -> draft.fail(earlier, "it started again"));
    draft.put(daemon);
    draft.note(daemon + " started");
    draft.assign();
    return draft.finish();
  }

  private static Optional<String> objection(ClusterMap map, MdsInfo daemon) {
    FileMap files = map.files();
    if (daemon.node().role() != NodeId.Role.MDS || daemon.incarnation().number() == 0) {
      return Optional.of(daemon + " is no metadata server with a number of its own");
    }
    if (map.fences().contains(daemon.incarnation().number())) {
      return Optional.of(
          "%s is fenced: start it again, with another number (a supervisor does that)"
              .formatted(daemon));
    }
    return files.daemons().size() < FileMap.MOST_DAEMONS || files.daemon(daemon.node()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "%d metadata servers run already, no more are possible: stop some"
                .formatted(FileMap.MOST_DAEMONS));
  }

  /** The holder of a rank steps to the next state. */
  public static Ruling step(ClusterMap map, Change.StepRank step, Terms terms) {
    Optional<RankId> held = map.files().heldBy(step.daemon());
    if (held.isEmpty()) {
      return notHeld(step.daemon());
    }
    FileSystem system = system(map, held.get());
    int number = held.get().rank();
    Rank rank = rank(system, number);
    if (rank.state() == step.next()) {
      return new Ruling.Accepted(
          List.of(), "rank %d is %s".formatted(number, rank.state().label()));
    }
    Optional<String> objection = objectionToStep(system, number, rank.state(), step.next());
    if (objection.isPresent()) {
      return new Ruling.Refused(objection.get());
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    draft.setRank(system, number, rank.stepped(step.next(), draft.epoch()));
    draft.note("rank %d of %s is %s".formatted(number, system, step.next().label()));
    draft.assign();
    return draft.finish();
  }

  private static Optional<String> objectionToStep(
      FileSystem system, int number, RankState from, RankState next) {
    boolean alone = system.ranks().size() == 1;
    boolean needed = number < system.settings().maxRanks();
    boolean allowed =
        from.mayStepTo(next)
            && (next != RankState.RECONNECT || from == RankState.RESOLVE || alone)
            && (next != RankState.REQUESTS || from == RankState.REJOIN || alone)
            && (next != RankState.STOPPING || !needed);
    return allowed
        ? Optional.empty()
        : Optional.of(
            "rank %d of %s is %s, and cannot step from there to %s"
                .formatted(number, system, from.label(), next.label()));
  }

  private static Ruling notHeld(MdsIncarnation daemon) {
    return new Ruling.Refused(
        daemon + " holds no rank: another daemon has taken over, or it was marked as failed");
  }

  private static FileSystem system(ClusterMap map, RankId rank) {
    return Optional.ofNullable(map.files().systems().get(rank.system())).orElseThrow();
  }

  private static Rank rank(FileSystem system, int number) {
    return Optional.ofNullable(system.ranks().get(number)).orElseThrow();
  }

  /** Daemons have failed: each is fenced if it held a rank, and the rank goes to another one. */
  public static Ruling fail(ClusterMap map, Change.FailMds fail, Terms terms) {
    FileMapDraft draft = new FileMapDraft(map, terms);
    boolean any = false;
    for (MdsIncarnation daemon : fail.daemons()) {
      MdsInfo known = map.files().daemons().get(daemon);
      if (known != null) {
        draft.fail(known, fail.reason());
        any = true;
      }
    }
    if (!any) {
      return new Ruling.Accepted(List.of(), "no such metadata server runs (fs status shows all)");
    }
    draft.assign();
    return draft.finish();
  }

  /** The holder of a rank has found damage: no daemon takes the rank until it is repaired. */
  public static Ruling damage(ClusterMap map, Change.DamageRank damage, Terms terms) {
    Optional<RankId> held = map.files().heldBy(damage.daemon());
    MdsInfo daemon = map.files().daemons().get(damage.daemon());
    if (held.isEmpty() || daemon == null) {
      return notHeld(damage.daemon());
    }
    String what = damage.what().substring(0, Math.min(damage.what().length(), MAX_DAMAGE));
    FileSystem system = system(map, held.get());
    int number = held.get().rank();
    FileMapDraft draft = new FileMapDraft(map, terms);
    draft.setRank(system, number, rank(system, number).damaged(what, draft.epoch()));
    draft.remove(daemon, "rank %d of %s is damaged: %s".formatted(number, system, what));
    draft.assign();
    return draft.finish();
  }

  /** An operator has repaired a rank: a standby takes it. */
  public static Ruling repaired(ClusterMap map, Change.RepairRank repair, Terms terms) {
    Optional<FileSystem> system = map.files().named(repair.system());
    Rank rank = system.isPresent() ? system.get().ranks().get(repair.rank()) : null;
    if (system.isEmpty() || rank == null) {
      return new Ruling.Refused(
          "there is no rank %d of a file system '%s' (fs status shows all)"
              .formatted(repair.rank(), repair.system()));
    }
    if (rank.state() != RankState.DAMAGED) {
      return new Ruling.Accepted(
          List.of(), "rank %d of %s is not damaged".formatted(repair.rank(), system.get()));
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    draft.setRank(system.get(), repair.rank(), rank.failed(draft.epoch()));
    draft.note("rank %d of %s counts as repaired".formatted(repair.rank(), system.get()));
    draft.assign();
    return draft.finish();
  }
}
