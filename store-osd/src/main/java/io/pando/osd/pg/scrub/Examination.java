package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.Bad;
import io.pando.message.ScrubMessage.Examine;
import io.pando.message.ScrubMessage.Examined;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.message.ScrubMessage.Recorded;
import io.pando.message.ScrubMessage.Repair;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.Sound;
import io.pando.message.ScrubMessage.TellRecords;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.report.group.InconsistentObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Examines suspect objects. A few at a time are blocked for updates, and once no update of them is
 * under way every member reads its copies. Most copies do not differ any more: they were updated
 * during the comparison. A member with a provably bad copy adds the object to its missing set, so
 * that recovery copies it; the next primary learns of that as well.
 *
 * <pre>
 *   block updates ▶ all committed ──▶ Examine ──▶ judge ──▶ Mend ──▶ recovery informed ─▶ unblock
 *                                       └─▶ TellRecords ─▶┘
 * </pre>
 *
 * <p>If the primary's log does not have the version of an object whose copies differ, all members
 * are asked for their records: a store that lost an object still has it in its log or version
 * index.
 */
final class Examination {
  private static final Limit TOGETHER = Limit.of("scrub: objects examined together", 1, 8);

  /** Receives the findings. */
  interface Listener {
    /** Whether provably bad copies are to be repaired. */
    boolean repairs();

    void onConsistent(ObjectId object);

    /** The copies of an object differ. */
    void onInconsistent(InconsistentObject object, boolean repairing);
  }

  private final Replica replica;
  private final PrimaryReplication replication;
  private final Recovery recovery;
  private final ScrubRound round;
  private final CopyJudge judge;
  private final Listener listener;

  Examination(
      Replica replica,
      PrimaryReplication replication,
      Recovery recovery,
      ScrubRound round,
      CopyJudge judge,
      Listener listener) {
    this.replica = replica;
    this.replication = replication;
    this.recovery = recovery;
    this.round = round;
    this.judge = judge;
    this.listener = listener;
  }

  /** Examines all suspects, and runs {@code done} at the end. */
  void examine(List<ObjectId> suspects, Runnable done) {
    if (suspects.isEmpty()) {
      done.run();
      return;
    }
    List<ObjectId> first = suspects.subList(0, Math.min(TOGETHER.value(), suspects.size()));
    Runnable rest = () -> examine(suspects.subList(first.size(), suspects.size()), done);
    // Objects being recovered need no examination.
    List<ObjectId> still = first.stream().filter(recovery::blockUpdates).toList();
    if (still.isEmpty()) {
      Probe.reached("scrub: all suspects are being recovered");
      rest.run();
      return;
    }
    replication.whenCommitted(
        () -> round.askAll(new Examine(still), results -> onExamined(still, results, rest)));
  }

  private void onExamined(
      List<ObjectId> objects, SortedMap<MemberId, ScrubResult> results, Runnable then) {
    SortedMap<ObjectId, SortedMap<MemberId, ExaminedCopy>> copies = new TreeMap<>();
    results.forEach((member, result) -> {
      for (ExaminedCopy copy : ((Examined) result).copies()) {
        copies.computeIfAbsent(copy.object(), _ -> new TreeMap<>()).put(member, copy);
      }
    });
    List<ObjectId> unproven = unproven(objects, copies);
    if (unproven.isEmpty()) {
      mend(objects, copies, new TreeMap<>(), then);
    } else {
      Probe.reached("scrub: version indexes are asked");
      round.askAll(
          new TellRecords(unproven),
          told -> mend(objects, copies, RecordQuery.newest(entries(told.values())), then));
    }
  }

  /** Objects whose copies differ and of which the log here has no entry. */
  private List<ObjectId> unproven(
      List<ObjectId> objects, SortedMap<ObjectId, SortedMap<MemberId, ExaminedCopy>> copies) {
    return objects.stream()
        .filter(object -> logged(object).isEmpty())
        .filter(object -> !judge.judge(of(object, copies), Optional.empty()).isConsistent())
        .toList();
  }

  private static List<List<IndexEntry>> entries(Collection<ScrubResult> results) {
    return results.stream().map(result -> ((Recorded) result).newest()).toList();
  }

  private static SortedMap<MemberId, ExaminedCopy> of(
      ObjectId object, SortedMap<ObjectId, SortedMap<MemberId, ExaminedCopy>> copies) {
    return Invariant.present(copies.get(object), () -> object + " was not looked at");
  }

  private void mend(
      List<ObjectId> objects,
      SortedMap<ObjectId, SortedMap<MemberId, ExaminedCopy>> copies,
      SortedMap<ObjectId, IndexEntry> records,
      Runnable then) {
    SortedMap<MemberId, List<Bad>> toMend = new TreeMap<>();
    for (ObjectId object : objects) {
      SortedMap<MemberId, ExaminedCopy> its = of(object, copies);
      Optional<Version> recorded = logged(object).or(() -> proven(records.get(object), its));
      judge(object, its, recorded, toMend);
    }
    if (toMend.isEmpty()) {
      letGo(objects, then);
      return;
    }
    SortedMap<MemberId, Repair> others = new TreeMap<>();
    toMend.forEach((member, bad) -> others.put(member, new Repair(bad)));
    Repair own = others.remove(replica.self());
    if (others.isEmpty()) {
      mendOwn(objects, toMend, own, then);
    } else {
      round.ask(others, _ -> mendOwn(objects, toMend, own, then));
    }
  }

  private void judge(
      ObjectId object,
      SortedMap<MemberId, ExaminedCopy> copies,
      Optional<Version> recorded,
      SortedMap<MemberId, List<Bad>> toMend) {
    AuthoritativeCopies.Verdict verdict = judge.judge(copies, recorded);
    // A read by a client may have found the damage and started recovery meanwhile.
    if (recovery.isRecovering(object)) {
      Probe.reached("scrub: a suspect is recovered meanwhile");
      return;
    }
    if (verdict.isConsistent()) {
      listener.onConsistent(object);
      return;
    }
    Probe.reachedIf(!verdict.provable(), "scrub: an inconsistency cannot be decided");
    boolean mends = verdict.provable() && listener.repairs();
    List<InconsistentObject.BadCopy> bad = new ArrayList<>();
    verdict
        .bad()
        .forEach((member, fault) -> {
          bad.add(new InconsistentObject.BadCopy(member, fault.faults(), fault.detail()));
          if (mends) {
            toMend
                .computeIfAbsent(member, _ -> new ArrayList<>())
                .add(bad(object, fault, verdict, copies.get(member)));
          }
        });
    replica.report("copies of " + object + " differ: " + verdict.bad());
    listener.onInconsistent(
        new InconsistentObject(object, verdict.version(), verdict.provable(), bad), mends);
  }

  private static Bad bad(
      ObjectId object,
      AuthoritativeCopies.Fault fault,
      AuthoritativeCopies.Verdict verdict,
      @Nullable ExaminedCopy copy) {
    Version needed = verdict.version();
    boolean wrong =
        copy != null && copy.state() instanceof Sound sound && sound.version().equals(needed);
    return new Bad(object, fault.found(), needed, wrong);
  }

  private Optional<Version> logged(ObjectId object) {
    return replica
        .log()
        .newestOf(object)
        .filter(LogEntry::touchesObject)
        .map(entry -> version(IndexEntry.of(entry)));
  }

  /** The version by a record; empty if a copy is newer, because the record is too old then. */
  private static Optional<Version> proven(
      @Nullable IndexEntry newest, SortedMap<MemberId, ExaminedCopy> copies) {
    if (newest == null || AuthoritativeCopies.newest(copies.values()).isAfter(newest.version())) {
      Probe.reachedIf(newest != null, "scrub: a copy is newer than every record");
      return Optional.empty();
    }
    return Optional.of(version(newest));
  }

  /** The version that copies should have after an update. */
  private static Version version(IndexEntry newest) {
    return newest.exists() ? newest.version() : Version.ZERO;
  }

  /**
   * The primary's copies come last, so that it pulls no object from a member that lacks it as well.
   */
  private void mendOwn(
      List<ObjectId> objects,
      SortedMap<MemberId, List<Bad>> toMend,
      @Nullable Repair own,
      Runnable then) {
    toMend.forEach((member, all) ->
        all.stream()
            .filter(bad -> bad.needed().isAfter(Version.ZERO))
            .forEach(bad -> recovery.onBad(member, bad.object(), bad.needed())));
    if (own == null) {
      onMended(objects, then);
    } else {
      SortedMap<MemberId, Repair> mine = new TreeMap<>();
      mine.put(replica.self(), own);
      round.ask(mine, _ -> onMended(objects, then));
    }
  }

  private void onMended(List<ObjectId> objects, Runnable then) {
    objects.stream().filter(recovery::isRecovering).forEach(recovery::onBadNoted);
    letGo(objects, then);
  }

  private void letGo(List<ObjectId> objects, Runnable then) {
    objects.forEach(recovery::unblockUpdates);
    then.run();
  }
}
